import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as endpoints from '#contract/identity/connections.endpoints.ts';
import type { PrivateAddressForm, PrivateCodeForm } from '#contract/identity/connections.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { queryOf, refresh } from '#web/platform/queries.ts';
import { toast, toastFailure } from '#web/platform/toast.ts';

/** The company sign-ins of the member, and the private address. */
export const companySignInQuery = queryOf(endpoints.getCompanySignIn);

/** Emails a code that confirms who sits there. */
export function useMailConfirmCode() {
  return useMutation({
    mutationFn: () => call(endpoints.mailConfirmCode),
    onError: (error) => toastFailure('The code was not sent', error),
  });
}

/** Emails a code to a private address; the form shows a refusal at its field. */
export function useSetPrivateAddress() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PrivateAddressForm) => call(endpoints.setPrivateAddress, { body }),
    onSuccess: async ({ message }) => {
      await refresh(client, endpoints.getCompanySignIn);
      toast({ title: message, tone: 'success' });
    },
  });
}

/** Confirms the private address by its code. */
export function useConfirmPrivateAddress() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PrivateCodeForm) => call(endpoints.confirmPrivateAddress, { body }),
    onSuccess: (reply) => {
      client.setQueryData(companySignInQuery.queryKey, reply);
      toast({ title: 'Your private address is saved', tone: 'success' });
    },
  });
}

export const useRemovePrivateAddress = () =>
  useAction({
    send: () => call(endpoints.removePrivateAddress),
    failed: 'The private address was not removed',
    done: ({ message }) => ({ title: message }),
    changed: [endpoints.getCompanySignIn],
  });
