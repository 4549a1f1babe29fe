import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { listResourceAccess } from '#contract/commerce/access.endpoints.ts';
import * as orders from '#contract/commerce/purchases-seats.endpoints.ts';
import type { OrderBilling, SeatOrder, SeatOrderForm, SeatsChange } from '#contract/commerce/purchases-seats.ts';
import * as seats from '#contract/commerce/seats.endpoints.ts';
import type { SeatAssignment } from '#contract/commerce/seats.ts';
import { getPlanSeatPrices } from '#contract/commerce/subscriptions-seats.endpoints.ts';
import { getWithoutSeat } from '#contract/learning/learning.endpoints.ts';
import * as endpoints from '#contract/organisations/organisations.endpoints.ts';
import type { InvitationForm, OrganisationForm, OrganisationRole } from '#contract/organisations/organisations.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { today } from '#web/platform/clock.ts';
import { listOptions, listPageSize, pageQueryOf, queryOf, refresh } from '#web/platform/queries.ts';
import { saidIn } from '#web/said.ts';
import { areBeingSent } from './people-display.ts';

/** Query of the caller's organisation; null without one. */
export const ownOrganisation = { ...queryOf(endpoints.getOwnOrganisation), staleTime: 0 };

type Sought = {
  search?: string;
  role?: OrganisationRole;
  withoutSeat?: number | 'plan';
  page?: number;
  pageSize?: number;
};

/** Query of a page of the people of an organisation. */
export function peopleQuery(id: number, given: Sought) {
  const query = { pageSize: listPageSize, ...given };
  return queryOptions({
    ...pageQueryOf(endpoints.listOrganisationPeople, { params: { id }, query }),
    ...listOptions,
  });
}

/** Query of the pending invitations; fetched again every 2 seconds while their mails are being sent. */
export const invitationsQuery = (id: number) =>
  queryOptions({
    ...queryOf(endpoints.listInvitations, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && areBeingSent(state.data, today()) ? 2_000 : false),
  });

/** Query of the seats of an organisation, by the access that they give. */
export const poolsQuery = (id: number) =>
  queryOptions({ ...queryOf(seats.listSeatPools, { params: { id } }), staleTime: 0 });

/** Query of a page of the seats in use; `of` is the key of a pool, or empty for all. */
export function seatsQuery(id: number, { of, search, page }: { of: string; search: string; page: number }) {
  const thing =
    of === 'plan' ? ({ kind: 'plan' } as const) : { resourceId: /^\d{1,9}$/.test(of) ? Number(of) : undefined };
  const query = { ...thing, search: search || undefined, page, pageSize: listPageSize };
  return queryOptions({ ...pageQueryOf(seats.listSeats, { params: { id }, query }), ...listOptions });
}

/** Query of the prices of seats of a resource. */
export const seatPricesQuery = (id: number) =>
  queryOptions({ ...queryOf(orders.getSeatPrices, { params: { id } }), staleTime: 0 });

/** Query of a page of the orders of an organisation. */
export const ordersQuery = (id: number, page: number) =>
  queryOptions({
    ...pageQueryOf(orders.listSeatOrders, { params: { id }, query: { page, pageSize: listPageSize } }),
    ...listOptions,
    staleTime: 0,
  });

const kindOf = ({ plan }: Pick<SeatOrderForm, 'plan'>) => (plan === null ? 'resource' : 'plan');

export const planPricesQuery = queryOptions({ ...queryOf(getPlanSeatPrices), staleTime: 0 });

/** Query of the cost of another number of seats of the plan. */
export const seatsPreviewQuery = (id: number, orderId: number, seats: number) =>
  queryOptions({
    queryKey: [orders.previewSeats.path, id, orderId, seats],
    queryFn: () => call(orders.previewSeats, { params: { id, orderId }, query: { seats } }),
    gcTime: 0,
  });

/** Changes the number of seats of the plan, or cancels a change that is due at the renewal. */
export const useChangeSeats = (id: number, orderId: number) =>
  useAction({
    send: (body: SeatsChange) => call(orders.changeSeats, { params: { id, orderId }, body }),
    failed: 'The seats were not changed',
    done: (reply) => ({ title: saidIn(reply) }),
    changed: [...all, orders.listSeatOrders],
  });

const tries = 20;
const pauseMs = 500;

/**
 * Waits until the portal has recorded the first payment of the plan, at most about ten seconds, and loads the seats
 * again.
 * @returns the paid order; null when it was not recorded in this time
 */
export async function awaitPlan(client: QueryClient, id: number): Promise<SeatOrder | null> {
  const order = await untilPaid(id);
  await refreshSeats(client).catch(() => undefined);
  return order;
}

async function untilPaid(id: number): Promise<SeatOrder | null> {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const found = await call(orders.listSeatOrders, { params: { id }, query: {} }).catch(() => []);
    const paid = found.find(({ kind, status }) => kind === 'plan' && status === 'paid');
    if (paid) return paid;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return null;
}

/**
 * Query that opens the payment of seats when the form appears, and keeps it for this visit. Repeated calls get the open
 * payment.
 */
export function openOrder(id: number, order: Pick<SeatOrderForm, 'resourceId' | 'plan' | 'seats'>) {
  return {
    // Not the path, because the list of orders has the same one: a refresh of the list would order again.
    queryKey: ['open-order', id, order],
    queryFn: () =>
      call(orders.orderSeats, {
        params: { id },
        body: { kind: kindOf(order), ...order, payment: 'card', billing: null },
      }),
    gcTime: 0,
  };
}

/** Orders seats by invoice; the form shows its failures. */
export const useOrderByInvoice = (id: number) =>
  useAction({
    send: ({ billing, ...order }: Pick<SeatOrderForm, 'resourceId' | 'plan' | 'seats'> & { billing: OrderBilling }) =>
      call(orders.orderSeats, { params: { id }, body: { kind: kindOf(order), ...order, payment: 'invoice', billing } }),
    changed: [...all, orders.listSeatOrders],
  });

/** Cancels an unpaid order, or ends the plan with its period. */
export const useCancelOrder = (id: number) =>
  useAction({
    send: (orderId: number) => call(orders.cancelSeatOrder, { params: { id, orderId } }),
    failed: 'The order was not cancelled',
    done: (reply) => ({ title: saidIn(reply) }),
    changed: [orders.listSeatOrders, seats.listSeatPools],
  });

/** Loads the data of the organisation again after an order of seats. */
export const refreshSeats = (client: QueryClient) => refresh(client, ...all, orders.listSeatOrders);

const all = [
  endpoints.getOwnOrganisation,
  endpoints.listOrganisationPeople,
  endpoints.listInvitations,
  seats.listSeatPools,
  seats.listSeats,
  getWithoutSeat,
];

export const useCreateOrganisation = () =>
  useAction({
    send: (body: OrganisationForm) => call(endpoints.createOrganisation, { body }),
    failed: 'The organisation was not created',
    done: ({ name }) => ({ title: `${name} was created`, description: 'You are its owner. Invite the first people.' }),
    changed: all,
  });

export const useRename = (id: number) =>
  useAction({
    send: (body: OrganisationForm) => call(endpoints.renameOrganisation, { params: { id }, body }),
    failed: 'The name was not changed',
    done: ({ message }) => ({ title: message }),
    changed: all,
  });

export const useSetRole = (id: number) =>
  useAction({
    send: ({ userId, role }: { userId: number; role: OrganisationRole }) =>
      call(endpoints.setOrganisationRole, { params: { id, userId }, body: { role } }),
    failed: 'The role was not changed',
    done: ({ name, role }) => ({ title: `${name} is now ${role === 'owner' ? 'an' : 'a'} ${role}` }),
    changed: all,
  });

export const useRemovePerson = (id: number, name: string) =>
  useAction({
    send: (userId: number) => call(endpoints.removeFromOrganisation, { params: { id, userId } }),
    failed: `${name} was not removed`,
    done: () => ({ title: `${name} is no longer in the organisation` }),
    changed: all,
  });

export const useLeave = (id: number) =>
  useAction({
    send: (userId: number) => call(endpoints.removeFromOrganisation, { params: { id, userId } }),
    failed: 'You have not left',
    done: () => ({ title: 'You have left the organisation' }),
    // The rest of the organisation is no longer readable.
    changed: [endpoints.getOwnOrganisation],
  });

export const useClose = (id: number) =>
  useAction({
    send: (name: string) => call(endpoints.closeOrganisation, { params: { id }, body: { name } }),
    failed: 'The organisation was not closed',
    done: ({ message }) => ({ title: message }),
    changed: [endpoints.getOwnOrganisation],
  });

export const useResend = (id: number) =>
  useAction({
    send: (invitationId: number) => call(endpoints.resendInvitation, { params: { id, invitationId } }),
    failed: 'The invitation was not sent',
    done: ({ message }) => ({ title: message }),
    changed: all,
  });

export const useWithdraw = (id: number) =>
  useAction({
    send: (invitationId: number) => call(endpoints.withdrawInvitation, { params: { id, invitationId } }),
    failed: 'The invitation was not withdrawn',
    done: ({ message }) => ({ title: message }),
    changed: all,
  });

/** Takes a seat back; it may be the caller's own. */
export const useTakeBack = (id: number, name: string) =>
  useAction({
    send: (seatId: number) => call(seats.takeBackSeat, { params: { id, seatId } }),
    failed: 'The seat was not taken back',
    done: () => ({ title: `The seat of ${name} was taken back` }),
    changed: [...all, listResourceAccess],
  });

/** Assigns seats; the dialog shows its failures. */
export function useAssign(id: number, onDone: () => void) {
  const client = useQueryClient();
  return useAction({
    send: (body: SeatAssignment) => call(seats.assignSeats, { params: { id }, body }),
    done: ({ assigned }) => ({ title: assigned === 1 ? '1 seat was assigned' : `${assigned} seats were assigned` }),
    changed: [...all, listResourceAccess],
    onDone,
    onFailed: () => refresh(client, seats.listSeatPools, endpoints.listOrganisationPeople),
  });
}

/** Invites people; the dialog shows its failures beside the lines. */
export const useInvite = (id: number, onDone: () => void) =>
  useAction({
    send: (body: InvitationForm) => call(endpoints.invitePeople, { params: { id }, body }),
    done: ({ message }) => ({ title: message }),
    changed: all,
    onDone,
  });

/** Asks the inviter, or the owners without one, to invite the member's own address. */
export function useAskForInvitation(token: string) {
  return useAction({
    send: () => call(endpoints.askForInvitation, { body: { token } }),
    failed: 'The inviter was not asked',
  });
}

/** Joins the organisation of a link. */
export const useAccept = (token: string) =>
  useAction({
    send: () => call(endpoints.acceptInvitation, { body: { token } }),
    changed: all,
  });
