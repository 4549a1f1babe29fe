import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { CurrentUser } from '#contract/accounts.ts';
import * as endpoints from '#contract/sign-in.endpoints.ts';
import type { ChangePassword, ForgotPassword, Login, Register, ResetPassword } from '#contract/sign-in.ts';
import type { CodeForm, Proof } from '#contract/sign-in-forms.ts';
import { forgetAddressToken } from '../../platform/address-token.ts';
import { call } from '../../platform/api.ts';
import { ApiError } from '../../platform/errors.ts';
import { refresh } from '../../platform/queries.ts';
import { toast, toastFailure } from '../../platform/toast.ts';
import { becomeUser, failProof, useChangeUser } from '../accounts/api.ts';

/** Signs in; the requested page then replaces the form. */
export function useSignIn() {
  return useEntry((body: Login) => call(endpoints.login, { body }), 'Login failed');
}

/** Sends the code that a sign-in by the provider still needs. */
export function useFinishByCode() {
  return useEntry((body: CodeForm) => call(endpoints.finishByCode, { body }), 'Login failed');
}

/** Creates an account and signs in. */
export function useRegister() {
  return useEntry((body: Register) => call(endpoints.register, { body }), 'Registration failed');
}

/** Asks for a reset link; the answer is the same for every address (RESET-04). */
export function useForgotPassword() {
  return useMutation({
    mutationFn: (body: ForgotPassword) => call(endpoints.forgotPassword, { body }),
    onError: (error) => toastFailure('Error', error),
  });
}

/** Whether the password was right and the sign-in now needs its code (SET-12). */
export function isCodeRequired(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'accounts.code-required';
}

/** The field of a refused sign-in, `root` for none of them; null when only the code is missing. */
export function placeOfFailure(error: unknown): 'password' | 'code' | 'root' | null {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'accounts.code-required') return null;
  if (code === 'accounts.code-refused') return 'code';
  return code === 'accounts.wrong-credentials' ? 'password' : 'root';
}

/** Whether the address of a registration has an account. */
export function isEmailTaken(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'accounts.email-taken';
}

/** Whether so many passwords were wrong that only a mailed link leads in (ACCT-04). */
export function isSignInLocked(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'accounts.sign-in-locked';
}

function useEntry<Body>(enter: (body: Body) => Promise<CurrentUser>, failureTitle: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: enter,
    onSuccess: (user) => becomeUser(client, user),
    onError: (error) => {
      if (!isCodeRequired(error)) toastFailure(failureTitle, error);
    },
  });
}

/** Confirms the sign-in again for the call that requires it. */
export function useConfirmSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Proof) => call(endpoints.confirmSignIn, { body }),
    onError: (error) => failProof(client, 'Not confirmed', error),
  });
}

/** The account of a verification link: the query fails when the link no longer works. */
export function verificationLinkQuery(token: string) {
  // The token stays out of the key, and the answer is not kept.
  return queryOptions({
    queryKey: [endpoints.checkVerificationLink.path],
    queryFn: () => call(endpoints.checkVerificationLink, { body: { token } }),
    gcTime: 0,
  });
}

/** Verifies the address. Without a session of the account the answer holds a token for a new password (ACCT-02). */
export function useVerifyEmail(token: string) {
  const changeUser = useChangeUser();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(endpoints.verifyEmail, { body: { token } }),
    onSuccess: async ({ message, token: passwordToken }) => {
      forgetAddressToken();
      if (passwordToken === null) {
        changeUser({ emailVerified: true });
        await navigate({ to: '/' });
      }
      toast({ title: 'Email verified', description: message, tone: 'success' });
    },
    onError: (error) => toastFailure('Email not verified', error),
  });
}

/** Whether a set-password link still works: the query fails when it does not (RESET-06). */
export function passwordLinkQuery(token: string) {
  // The token stays out of the key, and the answer is not kept.
  return queryOptions({
    queryKey: [endpoints.validateResetToken.path],
    queryFn: () => call(endpoints.validateResetToken, { body: { token } }),
    gcTime: 0,
  });
}

/** Sets the new password. This ends every session of the account, also the one of this browser. */
export function useResetPassword(token: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: Pick<ResetPassword, 'password' | 'keep'>) =>
      call(endpoints.resetPassword, { body: { token, ...body } }),
    onSuccess: async ({ message }) => {
      forgetAddressToken();
      becomeUser(client, null);
      await navigate({ to: '/', replace: true });
      toast({ title: 'Password reset', description: message, tone: 'success' });
    },
    onError: (error) => toastFailure('Password Reset Failed', error),
  });
}

/** Sets a new password; other devices are signed out by it. */
export function useChangePassword() {
  const changeUser = useChangeUser();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangePassword) => call(endpoints.changePassword, { body }),
    onSuccess: async ({ message }) => {
      changeUser({ hasPassword: true, isInvited: false });
      toast({ title: 'Password updated', description: message, tone: 'success' });
      await refresh(client, endpoints.listSignIns, endpoints.listWaysIn);
    },
    onError: (error) => failProof(client, 'Password change failed', error),
  });
}

/** A new secret for an authenticator. */
export function useSetUpSecondFactor() {
  return useMutation({
    mutationFn: () => call(endpoints.setUpSecondFactor),
    onError: (error) => toastFailure('Two-factor authentication was not set up', error),
  });
}

/** Switches the second factor on; answers the recovery codes, shown this once. */
export function useEnableSecondFactor() {
  return useSecondFactorChange({
    change: (code: string) => call(endpoints.enableSecondFactor, { body: { code } }),
    isOn: true,
    failureTitle: 'Two-factor authentication was not turned on',
  });
}

/** Switches the second factor off. */
export function useDisableSecondFactor() {
  return useSecondFactorChange({
    change: (body: Proof) => call(endpoints.disableSecondFactor, { body }),
    isOn: false,
    failureTitle: 'Two-factor authentication is still on',
  });
}

type Change<Given, Answer> = { change: (given: Given) => Promise<Answer>; isOn: boolean; failureTitle: string };

function useSecondFactorChange<Given, Answer>({ change, isOn, failureTitle }: Change<Given, Answer>) {
  const changeUser = useChangeUser();
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      changeUser({ twoFactorEnabled: isOn });
      toast({ title: `Two-factor authentication is ${isOn ? 'on' : 'off'}`, tone: 'success' });
      await refresh(client, endpoints.listSignIns, endpoints.listWaysIn);
    },
    onError: (error) => toastFailure(failureTitle, error),
  });
}

/** Signs one other device out. */
export function useEndSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(endpoints.endSignIn, { params: { id } }),
    onSuccess: () => toast({ title: 'Device signed out', tone: 'success' }),
    onError: (error) => toastFailure('The device was not signed out', error),
    onSettled: () => refresh(client, endpoints.listSignIns),
  });
}

/** Signs every device out, this one too. */
export function useEndSignIns() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(endpoints.endSignIns),
    onSuccess: async ({ message }) => {
      becomeUser(client, null);
      await navigate({ to: '/' });
      toast({ title: message, tone: 'success' });
    },
    onError: (error) => toastFailure('The devices were not signed out', error),
  });
}
