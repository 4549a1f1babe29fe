// Apart from `api.ts`, because the sign-in screen needs none of these.
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import * as endpoints from '#contract/identity/sign-in.endpoints.ts';
import type { ResetPassword } from '#contract/identity/sign-in.ts';
import { useAction } from '#web/platform/action.ts';
import { forgetAddressToken } from '#web/platform/address-token.ts';
import { call } from '#web/platform/api.ts';
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
  return useAction({
    send: async () => {
      const reply = await call(endpoints.verifyEmail, { body: { token } });
      forgetAddressToken();
      if (reply.token === null) {
        changeUser({ emailVerified: true });
        await navigate({ to: '/' });
      }
      return reply;
    },
    failed: 'Email not verified',
    done: ({ message }) => ({ title: 'Email verified', description: message }),
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
  return useAction({
    send: async (body: Pick<ResetPassword, 'password' | 'keep'>) => {
      const reply = await call(endpoints.resetPassword, { body: { token, ...body } });
      forgetAddressToken();
      becomeUser(client, null);
      await navigate({ to: '/', replace: true });
      return reply;
    },
    failed: (error) => (requiredIn(error) ? null : 'Password Reset Failed'),
    isQuoted: true,
    done: ({ message }) => ({ title: 'Password reset', description: message }),
  });
}
