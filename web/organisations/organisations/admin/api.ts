import { queryOptions } from '@tanstack/react-query';
import * as orders from '#contract/commerce/purchases-seats.endpoints.ts';
import type { CreditLimitForm } from '#contract/commerce/purchases-seats.ts';
import { moveDomain } from '#contract/organisations/company-sign-in.endpoints.ts';
import type { OrganisationRole } from '#contract/organisations/organisations.ts';
import * as endpoints from '#contract/organisations/organisations-admin.endpoints.ts';
import type {
  AdminOrganisationForm,
  ConfirmationForm,
  SeatGrantForm,
} from '#contract/organisations/organisations-admin.ts';
import type { DomainForm } from '#contract/organisations/organisations-domains.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { listOptions, listPageSize, pageQueryOf, queryOf } from '#web/platform/queries.ts';
import { saidIn } from '#web/said.ts';

type Sought = { search?: string; state?: 'open' | 'closed'; page?: number };

export function organisationsQuery(given: Sought) {
  const query = { ...given, search: given.search ?? '', pageSize: listPageSize };
  return queryOptions({ ...pageQueryOf(endpoints.listOrganisations, { query }), ...listOptions });
}

/** Query of an organisation with its seats. */
export const organisationQuery = (id: number) =>
  queryOptions({ ...queryOf(endpoints.getOrganisation, { params: { id } }), staleTime: 0 });

export function peopleOfQuery(id: number, given: { search?: string; page?: number }) {
  const query = { ...given, search: given.search ?? '', pageSize: listPageSize };
  return queryOptions({
    ...pageQueryOf(endpoints.listPeopleOfOrganisation, { params: { id }, query }),
    ...listOptions,
  });
}

/** Query of a page of the orders of an organisation, newest first. */
export const ordersOfQuery = (id: number, page: number) =>
  queryOptions({
    ...pageQueryOf(orders.listOrdersOfOrganisation, { params: { id }, query: { page, pageSize: listPageSize } }),
    ...listOptions,
    staleTime: 0,
  });

/** Query of the unpaid amount and the credit limit of an organisation. */
export const creditQuery = (id: number) =>
  queryOptions({ ...queryOf(orders.getCredit, { params: { id } }), staleTime: 0 });

const changed = [
  endpoints.listOrganisations,
  endpoints.getOrganisation,
  endpoints.listPeopleOfOrganisation,
  orders.listOrdersOfOrganisation,
  orders.getCredit,
];

export const useAddOrganisation = (onDone: () => void) =>
  useAction({
    send: (body: AdminOrganisationForm) => call(endpoints.addOrganisation, { body }),
    done: ({ name }) => ({ title: `${name} was created` }),
    changed,
    failed: 'The organisation was not created',
    onDone,
  });

export const useConfirm = (id: number) =>
  useAction({
    send: (body: ConfirmationForm) => call(endpoints.confirmOrganisation, { params: { id }, body }),
    done: ({ confirmedAt }) => ({ title: confirmedAt ? 'Confirmed' : 'Not confirmed' }),
    changed,
    failed: 'Nothing was changed',
  });

export const useMoveDomain = (id: number, onDone: () => void) =>
  useAction({
    send: (body: DomainForm) => call(moveDomain, { params: { id }, body }),
    done: ({ domain }) => ({ title: `${domain} was moved here` }),
    changed,
    failed: 'The domain was not moved',
    onDone,
  });

export const useGiveSeats = (id: number, onDone: () => void) =>
  useAction({
    send: (body: SeatGrantForm) => call(endpoints.giveSeats, { params: { id }, body }),
    done: ({ seats }) => ({ title: seats === 1 ? '1 seat was granted' : `${seats} seats were granted` }),
    changed,
    failed: 'No seats were granted',
    onDone,
  });

export const useEndSeats = (id: number) =>
  useAction({
    send: (lotId: number) => call(endpoints.endSeats, { params: { id, lotId } }),
    done: ({ message }) => ({ title: message }),
    changed,
    failed: 'The seats did not end',
  });

export const useSetCreditLimit = (id: number, onDone: () => void) =>
  useAction({
    send: (body: CreditLimitForm) => call(orders.setCreditLimit, { params: { id }, body }),
    done: () => ({ title: 'The credit limit is set' }),
    changed,
    failed: 'The credit limit was not set',
    onDone,
  });

export const useCancelOrderOf = (id: number) =>
  useAction({
    send: (orderId: number) => call(orders.cancelOrderOfOrganisation, { params: { id, orderId } }),
    done: (reply) => ({ title: saidIn(reply) }),
    changed,
    failed: 'The order was not cancelled',
  });

export const useSetRoleIn = (id: number) =>
  useAction({
    send: ({ userId, role }: { userId: number; role: OrganisationRole }) =>
      call(endpoints.setRoleInOrganisation, { params: { id, userId }, body: { role } }),
    done: ({ name, role }) => ({ title: `${name} is now ${role === 'owner' ? 'an' : 'a'} ${role}` }),
    changed,
    failed: 'The role was not changed',
  });

export const useCloseOf = (id: number) =>
  useAction({
    send: (name: string) => call(endpoints.closeOrganisationOfOthers, { params: { id }, body: { name } }),
    done: ({ message }) => ({ title: message }),
    changed,
    failed: 'The organisation was not closed',
  });
