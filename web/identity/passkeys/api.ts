import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import type { CurrentUser } from '#contract/identity/accounts.ts';
import { linkByPasskey, signInByEmergencyPasskey } from '#contract/identity/connections.endpoints.ts';
import * as endpoints from '#contract/identity/passkeys.endpoints.ts';
import type { SignedChallenge } from '#contract/identity/passkeys.ts';
import { listSignIns } from '#contract/identity/sign-in.endpoints.ts';
import { listWaysIn } from '#contract/identity/sign-in-ways.endpoints.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { ApiError } from '#web/platform/errors.ts';
import { queryOf } from '#web/platform/queries.ts';
import { toastFailure } from '#web/platform/toast.ts';
import { replacingSession } from '../sign-in/replace-session-api.ts';
import { requiredIn } from '../sign-in/required-connection-api.ts';
import { browserSentence, canAutofill, endWait, forgetPasskey, makePasskey, signChallenge } from './webauthn-api.ts';

export const passkeysQuery = queryOf(endpoints.listPasskeys);

/** Has the browser make a passkey and adds it. */
export const useAddPasskey = () =>
  useAction({
    send: async () => {
      const options = await call(endpoints.beginPasskey);
      return call(endpoints.addPasskey, { body: await makePasskey(options) });
    },
    failed: 'The passkey was not added',
    otherwise: browserSentence,
    done: ({ name }) => ({ title: 'Passkey added', description: `It is called “${name}”.` }),
    changed: [endpoints.listPasskeys, listWaysIn],
  });

export const useRenamePasskey = (id: number) =>
  useAction({
    send: (name: string) => call(endpoints.renamePasskey, { params: { id }, body: { name } }),
    failed: 'The passkey was not renamed',
    done: () => ({ title: 'Passkey renamed' }),
    changed: [endpoints.listPasskeys, listWaysIn],
  });

/** Removes a passkey and signs out the member's other devices. */
export function useRemovePasskey(id: number) {
  const client = useQueryClient();
  return useAction({
    send: () => replacingSession(client, endpoints.removePasskey, { params: { id } }),
    failed: 'The passkey was not removed',
    done: ({ message }) => ({ title: message }),
    changed: [endpoints.listPasskeys, listWaysIn, listSignIns],
  });
}

/** Confirms the sign-in again by a passkey, for the call that requires it. */
export function useConfirmByPasskey() {
  const client = useQueryClient();
  return useAction({
    send: async () => {
      const signed = await signChallenge(await call(endpoints.beginPasskeyProof));
      return replacingSession(client, endpoints.confirmByPasskey, { body: signed });
    },
    failed: 'Not confirmed',
    otherwise: browserSentence,
  });
}

/** Signs in by a passkey that the member chooses in the browser's window. */
export const usePasskeySignIn = () => usePasskey(endpoints.signInByPasskey, 'Login failed');

/** Signs in by a passkey while the company's provider is down (SSO-10). */
export const useEmergencyPasskey = () => usePasskey(signInByEmergencyPasskey, 'Login failed');

/** Links the account of a sign-in that waits by one of its passkeys (SSO-07). */
export const usePasskeyLink = () => usePasskey(linkByPasskey, 'Not linked');

/** @param failure title of the message when the passkey was refused or none was chosen */
function usePasskey<Reply>(target: Endpoint<{ body: SignedChallenge; response: Reply }>, failure: string) {
  return useAction({
    send: async () => {
      const options = await call(endpoints.beginPasskeySignIn);
      return sendSigned(target, await signChallenge(options), options.rpId);
    },
    // A notice beside the button shows the way to a required company sign-in (SSO-10).
    failed: (error) => (requiredIn(error) ? null : failure),
    otherwise: browserSentence,
  });
}

async function sendSigned<Reply>(
  target: Endpoint<{ body: SignedChallenge; response: Reply }>,
  signed: SignedChallenge,
  host: string,
): Promise<Reply> {
  try {
    return await call(target, { body: signed });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'accounts.passkey-unknown') void forgetPasskey(signed.id, host);
    throw error;
  }
}

/** Time after which the offer begins again, shortly before its challenge ends. */
const renewalMs = 4.5 * 60_000;

type AutofillResults = { onSignedIn: (user: CurrentUser) => void; onRefused: (error: unknown) => void };

/**
 * Has the browser offer passkeys in the field for the email address, while `isOffered`: the member need not type one.
 * The caller must take the offer back before another wait for a passkey begins, because a browser has one at a time.
 */
export function usePasskeyAutofill(isOffered: boolean, results: AutofillResults) {
  const done = useEffectEvent(results.onSignedIn);
  const rejected = useEffectEvent((error: unknown) => {
    if (!requiredIn(error)) toastFailure('Login failed', error, browserSentence(error));
    results.onRefused(error);
  });
  useEffect(() => {
    if (!isOffered) return;
    const over = new AbortController();
    const timer = whenIdle(() => void offer(over.signal, { onSignedIn: done, onRefused: rejected }));
    return () => {
      over.abort();
      clearTimeout(timer);
    };
  }, [isOffered]);
}

/** Runs the work when the browser is idle, so that it delays neither the first paint nor the first keystrokes. */
const whenIdle = (work: () => void) =>
  setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(work) : work()), 0);

async function offer(signal: AbortSignal, { onSignedIn, onRefused }: AutofillResults): Promise<void> {
  if (signal.aborted || !(await canAutofill())) return;
  while (!signal.aborted) {
    await untilVisible();
    // Fails without a message, because the person has not asked for this call.
    const options = await call(endpoints.beginPasskeySignIn, { signal }).catch(() => null);
    if (!options || signal.aborted) return;
    const end = () => void endWait();
    signal.addEventListener('abort', end, { once: true });
    const renewal = setTimeout(end, renewalMs);
    const signed = await signChallenge(options, { isAutofill: true }).catch((error: unknown) => errorName(error));
    clearTimeout(renewal);
    signal.removeEventListener('abort', end);
    if (signed === 'AbortError') continue;
    if (typeof signed === 'string' || signal.aborted) return;
    // A refused passkey is not offered again automatically: the button remains.
    return sendSigned(endpoints.signInByPasskey, signed, options.rpId).then(onSignedIn, onRefused);
  }
}

const errorName = (error: unknown) => (error instanceof Error ? error.name : 'Error');

function untilVisible(): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve();
  return new Promise((resolve) => document.addEventListener('visibilitychange', () => resolve(), { once: true }));
}
