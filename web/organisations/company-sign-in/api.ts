import { queryOptions } from '@tanstack/react-query';
import * as endpoints from '#contract/organisations/company-sign-in.endpoints.ts';
import { listCompanyConnections } from '#contract/organisations/company-sign-in.endpoints.ts';
import type { CompanyConnection, NewCompanyConnection } from '#contract/organisations/company-sign-in.ts';
import { type ConnectionCalls, useConnectionAction } from '../../identity/connections/api.ts';
import { call } from '../../platform/api.ts';
import { queryOf } from '../../platform/queries.ts';

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

/** Offers a connection; of a required one, allows other ways again. */
export const useOffer = ({ id, connection: { id: connectionId, name } }: Of, wasRequired: boolean) =>
  useConnectionAction<void, CompanyConnection>({
    list: listCompanyConnections,
    send: () => call(endpoints.activateCompanyConnection, { params: { id, connectionId } }),
    failed: wasRequired ? `${name} is still required` : `${name} is not offered`,
    done: () => (wasRequired ? 'Passwords are allowed again' : `${name} is offered`),
  });

/** Requires a connection, or chooses other emergency owners of a required one. */
export const useRequire = ({ id, connection: { id: connectionId, name } }: Of, wasRequired: boolean) =>
  useConnectionAction<number[], CompanyConnection>({
    list: listCompanyConnections,
    send: (emergencyOwnerIds) =>
      call(endpoints.enforceCompanyConnection, { params: { id, connectionId }, body: { emergencyOwnerIds } }),
    failed: wasRequired ? 'The owners were not changed' : `${name} is not required`,
    done: () => (wasRequired ? 'The emergency owners were changed' : `${name} is required`),
  });

/** Leads a domain to a connection, or to none. */
export const useLeadDomain = (id: number) =>
  useConnectionAction<{ connectionId: string; domainIds: number[] }, CompanyConnection>({
    list: listCompanyConnections,
    send: ({ connectionId, domainIds }) =>
      call(endpoints.changeCompanyConnection, { params: { id, connectionId }, body: { domainIds } }),
    failed: 'The domain was not changed',
    done: () => 'The domain was changed',
  });
