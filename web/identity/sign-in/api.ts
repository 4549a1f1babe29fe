import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { CurrentUser } from '#contract/identity/accounts.ts';
import * as endpoints from '#contract/identity/sign-in.endpoints.ts';
import type { ForgotPassword, Login, ResetPassword } from '#contract/identity/sign-in.ts';
import type { CodeForm } from '#contract/identity/sign-in-forms.ts';
import { forgetAddressToken } from '../../platform/address-token.ts';
import { call } from '../../platform/api.ts';
import { ApiError } from '../../platform/errors.ts';
import { toast, toastFailure } from '../../platform/toast.ts';
import { becomeUser, useChangeUser } from '../accounts/api.ts';

/** Signs in; the requested page then replaces the form. */
export function useSignIn() {
  return useEntry((body: Login) => call(endpoints.login, { body }), 'Login failed');
}

/** Sends the code that a sign-in by the provider still needs. */
export function useFinishByCode() {
  return useEntry((body: CodeForm) => call(endpoints.finishByCode, { body }), 'Login failed');
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

/** Refusals that have a notice of their own, with what leads on. */
const noticed = ['accounts.sign-in-locked', 'connections.company-required'];

/** The field of a refused sign-in, `root` for none of them; null when it is shown otherwise. */
export function placeOfFailure(error: unknown): 'password' | 'code' | 'root' | null {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'accounts.code-required' || noticed.includes(code ?? '')) return null;
  if (code === 'accounts.code-refused') return 'code';
  return code === 'accounts.wrong-credentials' ? 'password' : 'root';
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
