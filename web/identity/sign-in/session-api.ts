// Apart from the actions of api.ts, because every page needs these.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { getCurrentUser } from '#contract/identity/accounts.endpoints.ts';
import { getPortalConfig } from '#contract/identity/settings.endpoints.ts';
import { listSignIns, logout } from '#contract/identity/sign-in.endpoints.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { pageMember } from '#web/platform/page-member.ts';
import { queryOf } from '#web/platform/queries.ts';
import { becomeUser } from '../accounts/api.ts';
import { knownBrowserKey } from './known-browser-api.ts';

/** The devices that are signed in. */
export const signInsQuery = queryOf(listSignIns);

/**
 * Removes everything loaded for the previous member (GEN-07). The sign-in screen does this when it appears: every
 * sign-out and every sign-in passes it, and no other screen is left that would fetch its data again.
 */
export function useEmptyCache(): void {
  const client = useQueryClient();
  useEffect(() => {
    // The configuration and what is public are the same for every visitor.
    const kept: unknown[] = [getCurrentUser.path, getPortalConfig.path, ...knownBrowserKey];
    const isKept = (path: unknown) => kept.includes(path) || String(path).startsWith('/api/public/');
    client.removeQueries({ predicate: ({ queryKey }) => !isKept(queryKey[0]) });
  }, [client]);
}

/**
 * Ends the session and leads to the sign-in screen, even when the call fails (NAV-12). What was typed and not sent is
 * removed.
 */
export function useSignOut() {
  const navigate = useNavigate();
  const signOut = useEndSession();
  return useAction({
    send: () => signOut.mutateAsync().catch(() => {}),
    onDone: () => navigate({ to: '/', ignoreBlocker: true }),
  });
}

/**
 * Shows that the member signed out, here and in the other tabs of this browser, and removes what was typed and not sent
 * (SET-23, AUTH-28).
 */
export async function leaveAccount(client: QueryClient): Promise<void> {
  const member = pageMember();
  becomeUser(client, null);
  const typed = await import('#web/platform/typed.ts');
  typed.forgetTyped();
  typed.tellSignedOut(member);
}

/** Ends the session; the screens of members then give way to the sign-in screen. */
export function useEndSession() {
  const client = useQueryClient();
  return useAction({
    send: async () => {
      // A read that the server refuses afterwards would report that the session has ended.
      await client.cancelQueries();
      try {
        // `keepalive` sends the call even while the page is being left, and never asks the member to sign in again.
        const { providerAddress } = await call(logout, { keepalive: true });
        if (providerAddress) (await import('./provider-sign-out-api.ts')).offer(providerAddress);
      } catch (error) {
        console.error(error);
        throw error;
      } finally {
        await leaveAccount(client);
      }
    },
  });
}
