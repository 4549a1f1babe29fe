import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as endpoints from '#contract/identity/connections.endpoints.ts';
import type { EmergencyForm, LinkByMail, LinkByPassword } from '#contract/identity/connections.ts';
import { call } from '#web/platform/api.ts';
import { useSingleMutation } from '#web/platform/single-mutation.ts';
import { toastFailure, toastUnlessShown } from '#web/platform/toast.ts';
import { becomeUser } from '../accounts/api.ts';
import { isCodeRequired } from './api.ts';
import { requiredIn } from './required-connection-api.ts';

/** Finds the connection that the domain of an email address leads to; reveals nothing about accounts (SSO-09). */
export function useFindCompany() {
  return useMutation({
    mutationFn: (email: string) => call(endpoints.findConnection, { body: { email } }),
    onError: (error) => toastUnlessShown('Your company was not found', error),
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
    onError: (error) => isCodeRequired(error) || requiredIn(error) || toastUnlessShown('Not linked', error),
  });
}

/** Links the account by the mailed link, and its code. */
export function useLinkByMail() {
  return useMutation({
    mutationFn: (body: LinkByMail) => call(endpoints.linkByMail, { body }),
    onSuccess: goOn,
    onError: (error) => isCodeRequired(error) || requiredIn(error) || toastUnlessShown('Not linked', error),
  });
}

export function useMailLink() {
  return useSingleMutation({
    mutationFn: () => call(endpoints.mailLink),
    onError: (error) => toastFailure('The link was not sent', error),
  });
}

/** Signs the other account of this browser out and the one of the company in. */
export function useSwitchAccount() {
  return useSingleMutation({
    mutationFn: () => call(endpoints.switchAccount),
    onSuccess: goOn,
    onError: (error) => requiredIn(error) || toastFailure('Not signed in', error),
  });
}

/** Gives up the sign-in that waits; the caller navigates. */
export function useCancelPending() {
  return useSingleMutation({
    mutationFn: () => call(endpoints.cancelPendingSignIn),
    onError: (error) => toastFailure('Error', error),
  });
}

/** Signs an administrator or a chosen owner in by the emergency way (SSO-10). */
export function useEmergencySignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: EmergencyForm) => call(endpoints.signInByEmergency, { body }),
    onSuccess: (user) => becomeUser(client, user),
    onError: (error) => isCodeRequired(error) || requiredIn(error) || toastFailure('Login failed', error),
  });
}
