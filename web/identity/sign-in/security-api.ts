// Apart from `api.ts`, because the sign-in screen needs none of these.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { getCurrentUser } from '#contract/identity/accounts.endpoints.ts';
import * as endpoints from '#contract/identity/sign-in.endpoints.ts';
import type { ChangePassword } from '#contract/identity/sign-in.ts';
import type { Proof } from '#contract/identity/sign-in-forms.ts';
import { listWaysIn } from '#contract/identity/sign-in-ways.endpoints.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { ApiError } from '#web/platform/errors.ts';
import { refresh } from '#web/platform/queries.ts';
import { useChangeUser } from '../accounts/api.ts';
import { endingSession, replacingSession } from './replace-session-api.ts';
import { leaveAccount } from './session-api.ts';

/** Confirms the sign-in again for the call that requires it. */
export function useConfirmSignIn() {
  const client = useQueryClient();
  return useAction({
    send: (body: Proof) => replacingSession(client, endpoints.confirmSignIn, { body }),
    failed: 'Not confirmed',
    onFailed: (error) => followSecondFactor(client, error),
  });
}

/**
 * Sets a new password and signs out the member's other devices; unless it is a first password, it also ends the other
 * ways to sign in that are not kept.
 */
export function useChangePassword() {
  const changeUser = useChangeUser();
  const client = useQueryClient();
  return useAction({
    send: (body: ChangePassword) => replacingSession(client, endpoints.changePassword, { body }),
    failed: 'Password change failed',
    isQuoted: true,
    keep: () => changeUser({ hasPassword: true, isInvited: false }),
    done: ({ message }) => ({ title: 'Password updated', description: message }),
    changed: [endpoints.listSignIns, listWaysIn],
    onFailed: (error) => followSecondFactor(client, error),
  });
}

/** Requests a new secret for an authenticator app. */
export function useSetUpSecondFactor() {
  return useAction({
    send: () => call(endpoints.setUpSecondFactor),
    failed: 'Two-factor authentication was not set up',
  });
}

/** Switches the second factor on and returns the recovery codes, which are shown only once. */
export function useEnableSecondFactor() {
  return useSecondFactorChange({
    change: (client, code: string) => replacingSession(client, endpoints.enableSecondFactor, { body: { code } }),
    isOn: true,
    failureTitle: 'Two-factor authentication was not turned on',
  });
}

export function useDisableSecondFactor() {
  return useSecondFactorChange({
    change: (client, body: Proof) => replacingSession(client, endpoints.disableSecondFactor, { body }),
    isOn: false,
    failureTitle: 'Two-factor authentication is still on',
  });
}

type Change<Given, Answer> = {
  change: (client: QueryClient, given: Given) => Promise<Answer>;
  isOn: boolean;
  failureTitle: string;
};

function useSecondFactorChange<Given, Answer>({ change, isOn, failureTitle }: Change<Given, Answer>) {
  const changeUser = useChangeUser();
  const client = useQueryClient();
  return useAction({
    send: (given: Given) => change(client, given),
    failed: failureTitle,
    keep: () => changeUser({ twoFactorEnabled: isOn }),
    done: () => ({ title: `Two-factor authentication is ${isOn ? 'on' : 'off'}` }),
    changed: [endpoints.listSignIns, listWaysIn],
  });
}

/** Signs one other device out. */
export const useEndSignIn = () =>
  useAction({
    send: (id: number) => call(endpoints.endSignIn, { params: { id } }),
    failed: 'The device was not signed out',
    done: () => ({ title: 'Device signed out' }),
    changed: [endpoints.listSignIns],
  });

/** Signs every device out, this one too, and disconnects every assistant. */
export function useEndSignIns() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useAction({
    send: async () => {
      const reply = await endingSession(client, () => call(endpoints.endSignIns));
      await leaveAccount(client);
      await navigate({ to: '/' });
      return reply;
    },
    failed: 'The devices were not signed out',
    done: ({ message }) => ({ title: message }),
  });
}

/** Gives the open form of a proof its field when the second factor was switched on in another browser. */
export async function followSecondFactor(client: QueryClient, error: Error): Promise<void> {
  const isNew = error instanceof ApiError && error.code === 'accounts.second-factor-required';
  if (isNew) await refresh(client, getCurrentUser);
}
