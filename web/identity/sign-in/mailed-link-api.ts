// Apart from `api.ts`, because the sign-in screen needs none of these.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import * as endpoints from '#contract/identity/sign-in.endpoints.ts';
import type { ResetPassword } from '#contract/identity/sign-in.ts';
import { forgetAddressToken } from '#web/platform/address-token.ts';
import { call } from '#web/platform/api.ts';
import { useSingleMutation } from '#web/platform/single-mutation.ts';
import { toast, toastFailure } from '#web/platform/toast.ts';
import { becomeUser, useChangeUser } from '../accounts/api.ts';
import { requiredIn } from './required-connection-api.ts';

/** Query of the account of a verification link; fails when the link no longer works. */
export function verificationLinkQuery(token: string) {
  // The token stays out of the query key, and the response is not cached.
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
  return useSingleMutation({
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
  // The token stays out of the query key, and the response is not cached.
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
    onError: (error) => requiredIn(error) || toastFailure('Password Reset Failed', error),
  });
}
