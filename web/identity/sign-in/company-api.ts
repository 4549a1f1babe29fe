import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as endpoints from '#contract/identity/connections.endpoints.ts';
import type { EmergencyForm, LinkByMail, LinkByPassword } from '#contract/identity/connections.ts';
import { call } from '#web/platform/api.ts';
import { toastFailure } from '#web/platform/toast.ts';
import { becomeUser } from '../accounts/api.ts';
import { isCodeRequired } from './api.ts';

/** The connection that the domain of an address leads to; says nothing of accounts (SSO-09). */
export function useFindCompany() {
  return useMutation({
    mutationFn: (email: string) => call(endpoints.findConnection, { body: { email } }),
    onError: (error) => toastFailure('Your company was not found', error),
  });
}

/** Query of the connection that an address leads to, for a page that knows the address. */
export const companyQuery = (email: string) =>
  queryOptions({
    queryKey: [endpoints.findConnection.path, email],
    queryFn: () => call(endpoints.findConnection, { body: { email } }),
    gcTime: 0,
  });

/** Leads the browser to the provider, and then back to a page of the portal. */
export function leaveForCompany(startAddress: string, returnTo: string): void {
  const address = new URL(startAddress, location.origin);
  address.searchParams.set('returnTo', returnTo);
  location.assign(address.pathname + address.search);
}

/** The sign-in that waits in this browser for a proof or a choice. */
export const pendingQuery = queryOptions({
  queryKey: [endpoints.getPendingSignIn.path],
  queryFn: () => call(endpoints.getPendingSignIn),
  gcTime: 0,
});

/** Loads the next page whole, for the person who is signed in then. */
export const goOn = ({ next }: { next: string }) => location.assign(next);

/** Links the account by its password, and its code. */
export function useLinkByPassword() {
  return useMutation({
    mutationFn: (body: LinkByPassword) => call(endpoints.linkByPassword, { body }),
    onSuccess: goOn,
    onError: (error) => isCodeRequired(error) || toastFailure('Not linked', error),
  });
}

/** Links the account by the mailed link, and its code. */
export function useLinkByMail() {
  return useMutation({
    mutationFn: (body: LinkByMail) => call(endpoints.linkByMail, { body }),
    onSuccess: goOn,
    onError: (error) => isCodeRequired(error) || toastFailure('Not linked', error),
  });
}

/** Emails the link. */
export function useMailLink() {
  return useMutation({
    mutationFn: () => call(endpoints.mailLink),
    onError: (error) => toastFailure('The link was not sent', error),
  });
}

/** Signs the other account of this browser out and the one of the company in. */
export function useSwitchAccount() {
  return useMutation({
    mutationFn: () => call(endpoints.switchAccount),
    onSuccess: goOn,
    onError: (error) => toastFailure('Not signed in', error),
  });
}

/** Gives up the sign-in that waits; the caller leads on. */
export function useCancelPending() {
  return useMutation({
    mutationFn: () => call(endpoints.cancelPendingSignIn),
    onError: (error) => toastFailure('Error', error),
  });
}

/** The emergency way of administrators and chosen owners (SSO-10). */
export function useEmergencySignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: EmergencyForm) => call(endpoints.signInByEmergency, { body }),
    onSuccess: (user) => becomeUser(client, user),
    onError: (error) => isCodeRequired(error) || toastFailure('Login failed', error),
  });
}
