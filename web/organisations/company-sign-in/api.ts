import { queryOptions } from '@tanstack/react-query';
import * as endpoints from '#contract/organisations/company-sign-in.endpoints.ts';
import { listCompanyConnections } from '#contract/organisations/company-sign-in.endpoints.ts';
import type { CompanyConnection, NewCompanyConnection } from '#contract/organisations/company-sign-in.ts';
import type { ConnectionCalls } from '#web/identity/connections/api.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { queryOf } from '#web/platform/queries.ts';

/** The connections of an organisation and the people they concern, for owners. */
export const companySignInsQuery = (id: number) =>
  queryOptions({ ...queryOf(listCompanyConnections, { params: { id } }), staleTime: 0 });

export type CompanyCalls = ConnectionCalls<NewCompanyConnection, CompanyConnection>;

export function companyCalls(id: number): CompanyCalls {
  const of = (connectionId: string) => ({ params: { id, connectionId } });
  return {
    list: listCompanyConnections,
    lookUp: (issuer) => call(endpoints.lookUpCompanyIssuer, { params: { id }, body: { issuer } }),
    add: (body) => call(endpoints.addCompanyConnection, { params: { id }, body }),
    change: (connectionId, body) => call(endpoints.changeCompanyConnection, { ...of(connectionId), body }),
    remove: (connectionId) => call(endpoints.removeCompanyConnection, of(connectionId)),
    test: (connectionId) => call(endpoints.testCompanyConnection, of(connectionId)),
    activate: (connectionId) => call(endpoints.activateCompanyConnection, of(connectionId)),
    disable: (connectionId) => call(endpoints.disableCompanyConnection, of(connectionId)),
  };
}

type Of = { id: number; connection: Pick<CompanyConnection, 'id' | 'name'> };

/** Activates a connection; a required one becomes optional again. */
export const useOffer = ({ id, connection: { id: connectionId, name } }: Of, wasRequired: boolean) =>
  useAction({
    send: () => call(endpoints.activateCompanyConnection, { params: { id, connectionId } }),
    failed: wasRequired ? `${name} is still required` : `${name} is not offered`,
    done: () => ({ title: wasRequired ? 'Passwords are allowed again' : `${name} is offered` }),
    changed: [listCompanyConnections],
  });

/** Requires a connection, or chooses other emergency owners of a required one. */
export const useRequire = ({ id, connection: { id: connectionId, name } }: Of, wasRequired: boolean) =>
  useAction({
    send: (emergencyOwnerIds: number[]) =>
      call(endpoints.enforceCompanyConnection, { params: { id, connectionId }, body: { emergencyOwnerIds } }),
    failed: wasRequired ? 'The owners were not changed' : `${name} is not required`,
    done: () => ({ title: wasRequired ? 'The emergency owners were changed' : `${name} is required` }),
    changed: [listCompanyConnections],
  });

/** Assigns a domain to a connection, or to none. */
export const useLeadDomain = (id: number) =>
  useAction({
    send: ({ connectionId, domainIds }: { connectionId: string; domainIds: number[] }) =>
      call(endpoints.changeCompanyConnection, { params: { id, connectionId }, body: { domainIds } }),
    failed: 'The domain was not changed',
    done: () => ({ title: 'The domain was changed' }),
    changed: [listCompanyConnections],
  });
