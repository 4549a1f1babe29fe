import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as endpoints from '#contract/identity/connections.endpoints.ts';
import type { PrivateAddressForm, PrivateCodeForm } from '#contract/identity/connections.ts';
import { listSignIns } from '#contract/identity/sign-in.endpoints.ts';
import { listWaysIn, removeCompanySignIn } from '#contract/identity/sign-in-ways.endpoints.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { queryOf } from '#web/platform/queries.ts';
import { replacingSession } from './replace-session-api.ts';

/** The company sign-ins of the member, and the private address. */
export const companySignInQuery = queryOf(endpoints.getCompanySignIn);

/** Whether any company signs people in here, so that asking about one is worth a call. */
export function useHasCompanies(): boolean {
  const { buttons, hasCompanies } = usePortalConfig().companySignIn;
  return hasCompanies || buttons.length > 0;
}

/** Whether the member's company requires its own sign-in; undefined until that is known. */
export function useMustUseCompany(): boolean | undefined {
  const hasCompanies = useHasCompanies();
  const { data, isError } = useQuery({ ...companySignInQuery, enabled: hasCompanies });
  if (!hasCompanies || isError) return false;
  return data?.connections.some(({ isRequired }) => isRequired);
}

/** Emails a code by which the member confirms the sign-in. */
export function useMailConfirmCode() {
  return useAction({ send: () => call(endpoints.mailConfirmCode), failed: 'The code was not sent' });
}

/** Emails a code to a private address; the form shows a refusal at its field. */
export function useSetPrivateAddress() {
  return useAction({
    send: (body: PrivateAddressForm) => call(endpoints.setPrivateAddress, { body }),
    done: ({ message }) => ({ title: message }),
    changed: [endpoints.getCompanySignIn],
  });
}

/** Confirms the private address by its code. */
export function useConfirmPrivateAddress() {
  return useAction({
    send: (body: PrivateCodeForm) => call(endpoints.confirmPrivateAddress, { body }),
    keep: (client, reply) => client.setQueryData(companySignInQuery.queryKey, reply),
    done: () => ({ title: 'Your private address is saved' }),
    changed: [listWaysIn],
  });
}

export const useRemovePrivateAddress = () =>
  useAction({
    send: () => call(endpoints.removePrivateAddress),
    failed: 'The private address was not removed',
    done: ({ message }) => ({ title: message }),
    changed: [endpoints.getCompanySignIn, listWaysIn],
  });

/** Removes the link of the account to a company's connection. */
export function useRemoveCompanySignIn() {
  const client = useQueryClient();
  return useAction({
    send: (connectionId: string) => replacingSession(client, removeCompanySignIn, { params: { connectionId } }),
    failed: 'The company sign-in was not removed',
    done: ({ message }) => ({ title: message }),
    changed: [endpoints.getCompanySignIn, listSignIns],
  });
}
