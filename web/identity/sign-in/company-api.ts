import { queryOptions, useQueryClient } from '@tanstack/react-query';
import * as endpoints from '#contract/identity/connections.endpoints.ts';
import type { EmergencyForm, LinkByMail, LinkByPassword } from '#contract/identity/connections.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { becomeUser } from '../accounts/api.ts';
import { isCodeRequired } from './api.ts';
import { requiredIn } from './required-connection-api.ts';

/** Finds the connection that the domain of an email address leads to; reveals nothing about accounts (SSO-09). */
export function useFindCompany() {
  return useAction({
    send: (email: string) => call(endpoints.findConnection, { body: { email } }),
    failed: 'Your company was not found',
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

/** Failures that a field of the code or a notice shows have no toast. */
const unlessShown = (title: string) => (error: Error) => (isCodeRequired(error) || requiredIn(error) ? null : title);

/** Links the account by its password, and its code. */
export function useLinkByPassword() {
  return useAction({
    send: (body: LinkByPassword) => call(endpoints.linkByPassword, { body }),
    failed: unlessShown('Not linked'),
    onDone: goOn,
  });
}

/** Links the account by the mailed link, and its code. */
export function useLinkByMail() {
  return useAction({
    send: (body: LinkByMail) => call(endpoints.linkByMail, { body }),
    failed: unlessShown('Not linked'),
    onDone: goOn,
  });
}

export function useMailLink() {
  return useAction({ send: () => call(endpoints.mailLink), failed: 'The link was not sent' });
}

/** Signs the other account of this browser out and the one of the company in. */
export function useSwitchAccount() {
  return useAction({
    send: () => call(endpoints.switchAccount),
    failed: (error) => (requiredIn(error) ? null : 'Not signed in'),
    onDone: goOn,
  });
}

/** Gives up the sign-in that waits; the caller navigates. */
export function useCancelPending() {
  return useAction({ send: () => call(endpoints.cancelPendingSignIn), failed: 'Error' });
}

/** Signs an administrator or a chosen owner in by the emergency way (SSO-10). */
export function useEmergencySignIn() {
  const client = useQueryClient();
  return useAction({
    send: (body: EmergencyForm) => call(endpoints.signInByEmergency, { body }),
    failed: unlessShown('Login failed'),
    isQuoted: true,
    onDone: (user) => becomeUser(client, user),
  });
}
