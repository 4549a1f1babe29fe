import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import * as endpoints from '#contract/identity/accounts.endpoints.ts';
import type { CurrentUser } from '#contract/identity/accounts.ts';
import { call } from '#web/platform/api.ts';
import { ApiError } from '#web/platform/errors.ts';
import { toast } from '#web/platform/toast.ts';

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

/** Returns the signed-in user (NAV-06): null for visitors, while loading and after a failed request. */
export function useCurrentUser(): { user: CurrentUser | null; isLoading: boolean } {
  const { data, isPending } = useQuery(currentUserQuery);
  return { user: data ?? null, isLoading: isPending };
}

/**
 * The member whom the guard of the screens of members let in. A screen reads the member from the guard, because a
 * response may still render the screen after the cache has forgotten the member and before the guard checks again.
 */
export const MemberContext = createContext<CurrentUser | null>(null);

/** Returns the signed-in user, for screens that only members see. */
export function useMember(): CurrentUser {
  const user = useContext(MemberContext);
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

/** Shows the sign-in form at the same URL after a call found that the session has ended. */
export function forgetMember(client: QueryClient): void {
  if (!client.getQueryData(currentUserQuery.queryKey)) return;
  becomeUser(client, null);
  toast({ title: 'Please sign in', description: 'Your session has ended.' });
}
