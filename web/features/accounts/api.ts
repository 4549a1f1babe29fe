import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as endpoints from '#contract/accounts.endpoints.ts';
import type {
  CodeForm,
  CurrentUser,
  ForgotPassword,
  Login,
  Proof,
  Register,
  ResetPassword,
} from '#contract/accounts.ts';
import { getPortalConfig } from '#contract/portal.endpoints.ts';
import { paths } from '../../paths.ts';
import { forgetAddressToken } from '../../platform/address-token.ts';
import { call } from '../../platform/api.ts';
import { ApiError } from '../../platform/errors.ts';
import { useGo } from '../../platform/link.tsx';
import { queryOf } from '../../platform/queries.ts';
import { toast, toastFailure } from '../../platform/toast.ts';

/** The signed-in user; null for a visitor. */
export const currentUserQuery = queryOptions({
  queryKey: [endpoints.getCurrentUser.path],
  queryFn: async (): Promise<CurrentUser | null> => {
    try {
      return await call(endpoints.getCurrentUser);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
});

/** The devices that are signed in. */
export const signInsQuery = queryOf(endpoints.listSignIns);

/** Who is signed in (NAV-06): `user` is null for visitors, while loading and when the answer failed. */
export function useCurrentUser(): { user: CurrentUser | null; isLoading: boolean } {
  const { data, isPending } = useQuery(currentUserQuery);
  return { user: data ?? null, isLoading: isPending };
}

/** The signed-in user, for screens that only members see. */
export function useMember(): CurrentUser {
  const { user } = useCurrentUser();
  if (!user) throw new Error('A screen for members is shown to a visitor');
  return user;
}

/** Changes what is known of the signed-in user, after the server has. */
export function useChangeUser() {
  const client = useQueryClient();
  return (changed: Partial<CurrentUser>) =>
    client.setQueryData(currentUserQuery.queryKey, (user) => (user ? { ...user, ...changed } : user));
}

/** Somebody else sits at the screen from now on; null leads to the sign-in screen, which empties the cache. */
function becomeUser(client: QueryClient, user: CurrentUser | null): void {
  client.setQueryData(currentUserQuery.queryKey, user);
}

/**
 * Forgets all that was loaded for the member before (GEN-07). Every way out and every way in leads through the sign-in
 * screen; it does this when it appears, because then no screen is left that would ask for its data again.
 */
export function useEmptyCache(): void {
  const client = useQueryClient();
  useEffect(() => {
    // The configuration is everybody's.
    const kept: unknown[] = [endpoints.getCurrentUser.path, getPortalConfig.path];
    client.removeQueries({ predicate: ({ queryKey }) => !kept.includes(queryKey[0]) });
  }, [client]);
}

/** A call found that the session is over: the sign-in form takes the page's place, at the same address. */
export function forgetMember(client: QueryClient): void {
  if (!client.getQueryData(currentUserQuery.queryKey)) return;
  becomeUser(client, null);
  toast({ title: 'Please sign in', description: 'Your session has ended.' });
}

/** Signs in; the page that asked for it is then drawn in the form's place. */
export function useSignIn() {
  return useEntry((body: Login) => call(endpoints.login, { body }), 'Login failed');
}

/** The code that a sign-in by the provider still waits for. */
export function useFinishByCode() {
  return useEntry((body: CodeForm) => call(endpoints.finishByCode, { body }), 'Login failed');
}

/** Opens an account and signs in. */
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

/** Whether a sign-in was right so far and now waits for its code (SET-12). */
export function isCodeRequired(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'accounts.code-required';
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

/** Proves again who is signed in, for the call that waits for it. */
export function useConfirmSignIn() {
  return useMutation({
    mutationFn: (body: Proof) => call(endpoints.confirmSignIn, { body }),
    onError: (error) => toastFailure('Not confirmed', error),
  });
}

/** Ends the session and leads to the sign-in screen, even when the call fails (NAV-12). */
export function useSignOut() {
  const client = useQueryClient();
  const go = useGo();
  return useMutation({
    mutationFn: () => call(endpoints.logout),
    onError: (error) => console.error(error),
    onSettled: () => {
      becomeUser(client, null);
      return go(paths.dashboard());
    },
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

/** Sets the new password. Every session of the account ends with it, so whoever is signed in here is signed out. */
export function useResetPassword(token: string) {
  const client = useQueryClient();
  const go = useGo();
  return useMutation({
    mutationFn: ({ password }: Pick<ResetPassword, 'password'>) =>
      call(endpoints.resetPassword, { body: { token, password } }),
    onSuccess: async ({ message }) => {
      forgetAddressToken();
      becomeUser(client, null);
      await go(paths.dashboard(), { replace: true });
      toast({ title: 'Password reset', description: message, tone: 'success' });
    },
    onError: (error) => toastFailure('Password Reset Failed', error),
  });
}
