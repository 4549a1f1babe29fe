import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import * as endpoints from '#contract/accounts.endpoints.ts';
import type { CurrentUser, ProfileForm, SettingsForm } from '#contract/accounts.ts';
import { deleteAccount } from '#contract/privacy.endpoints.ts';
import { resendVerification } from '#contract/sign-in.endpoints.ts';
import { call } from '../../platform/api.ts';
import { ApiError } from '../../platform/errors.ts';
import { toast, toastFailure } from '../../platform/toast.ts';

/** The signed-in user; null for a visitor. */
export const currentUserQuery = queryOptions({
  queryKey: [endpoints.getCurrentUser.path],
  queryFn: async ({ meta }): Promise<CurrentUser | null> => {
    try {
      return await call(endpoints.getCurrentUser, { fetch: meta?.fetch });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
});

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

/** Applies a change that the server has saved to the signed-in user. */
export function useChangeUser() {
  const client = useQueryClient();
  return (changed: Partial<CurrentUser>) =>
    client.setQueryData(currentUserQuery.queryKey, (user) => (user ? { ...user, ...changed } : user));
}

/** Makes this the signed-in user; null leads to the sign-in screen, which empties the cache. */
export function becomeUser(client: QueryClient, user: CurrentUser | null): void {
  client.setQueryData(currentUserQuery.queryKey, user);
}

/** Shows the sign-in form at the same address after a call found that the session has ended. */
export function forgetMember(client: QueryClient): void {
  if (!client.getQueryData(currentUserQuery.queryKey)) return;
  becomeUser(client, null);
  toast({ title: 'Please sign in', description: 'Your session has ended.' });
}

/** Saves name and organization. */
export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ProfileForm) => call(endpoints.updateProfile, { body }),
    onSuccess: (user) => {
      client.setQueryData(currentUserQuery.queryKey, user);
      toast({ title: 'Profile updated', tone: 'success' });
    },
    onError: (error) => toastFailure('Update failed', error),
  });
}

/** Saves one setting at once. Responses can arrive out of order, so each one updates only its own setting. */
export function useUpdateSetting(name: keyof SettingsForm) {
  const changeUser = useChangeUser();
  return useMutation({
    mutationFn: (value: boolean) => call(endpoints.updateSettings, { body: { [name]: value } }),
    onSuccess: (settings) => {
      changeUser({ [name]: settings[name] });
      toast({ title: 'Settings updated', tone: 'success' });
    },
    onError: (error) => toastFailure('Settings update failed', error),
  });
}

/** Sends another mail with the link to verify the address. */
export function useResendVerification() {
  return useMutation({
    mutationFn: () => call(resendVerification),
    onSuccess: ({ message }) => toast({ title: 'Mail sent', description: message, tone: 'success' }),
    onError: (error) => toastFailure('The mail was not sent', error),
  });
}

/** Deletes the account and signs out (SET-15). */
export function useDeleteAccount() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (password: string | undefined) => call(deleteAccount, { body: { password } }),
    onSuccess: async ({ message }) => {
      becomeUser(client, null);
      await navigate({ to: '/' });
      toast({ title: 'Account deleted', description: message, tone: 'success' });
    },
    onError: (error) => toastFailure('The account was not deleted', error),
  });
}
