// Apart from `api.ts`, because the sign-in screen needs none of these.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
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
import { useSingleMutation } from '#web/platform/single-mutation.ts';
import { toast, toastFailure, toastUnlessShown } from '#web/platform/toast.ts';
import { useChangeUser } from '../accounts/api.ts';
import { endingSession, replacingSession } from './replace-session-api.ts';
import { leaveAccount } from './session-api.ts';

/** Confirms the sign-in again for the call that requires it. */
export function useConfirmSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Proof) => replacingSession(client, endpoints.confirmSignIn, { body }),
    onError: (error) => failProof(client, 'Not confirmed', error),
  });
}

/**
 * Sets a new password and signs out the member's other devices; unless it is a first password, it also ends the other
 * ways to sign in that are not kept.
 */
export function useChangePassword() {
  const changeUser = useChangeUser();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangePassword) => replacingSession(client, endpoints.changePassword, { body }),
    onSuccess: async ({ message }) => {
      changeUser({ hasPassword: true, isInvited: false });
      toast({ title: 'Password updated', description: message, tone: 'success' });
      await refresh(client, endpoints.listSignIns, listWaysIn);
    },
    onError: (error) => failProof(client, 'Password change failed', error),
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
  return useMutation({
    mutationFn: (given: Given) => change(client, given),
    onSuccess: async () => {
      changeUser({ twoFactorEnabled: isOn });
      toast({ title: `Two-factor authentication is ${isOn ? 'on' : 'off'}`, tone: 'success' });
      await refresh(client, endpoints.listSignIns, listWaysIn);
    },
    onError: (error) => toastUnlessShown(failureTitle, error),
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
  return useSingleMutation({
    mutationFn: () => endingSession(client, () => call(endpoints.endSignIns)),
    onSuccess: async ({ message }) => {
      await leaveAccount(client);
      await navigate({ to: '/' });
      toast({ title: message, tone: 'success' });
    },
    onError: (error) => toastUnlessShown('The devices were not signed out', error),
  });
}

/**
 * Shows the error of a proof. If the second factor was switched on in another browser, the open form gets its field.
 */
export function failProof(client: QueryClient, title: string, error: unknown): void {
  toastFailure(title, error);
  const isNew = error instanceof ApiError && error.code === 'accounts.second-factor-required';
  if (isNew) void refresh(client, getCurrentUser);
}
