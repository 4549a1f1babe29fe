import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/commerce/purchases-seats.endpoints.ts';
import {
  cancelOrder,
  openOrder,
  orderByInvoice,
  type PurchaseDeps,
} from '#server/commerce/purchases/flows/checkout.ts';
import { getCredit, setCreditLimit } from '#server/commerce/purchases/order-actions.ts';
import type { Database } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { requireMembership } from './actions.ts';
import { getOrganisation } from './admin-actions.ts';
import { cancelPlan, changeSeats, orderPlan, type PlanDeps, previewSeats } from './flows/plan-orders.ts';
import { checkInvoice, listOrders } from './order-actions.ts';
import { mayOrder } from './rules.ts';

const listed = (days: readonly number[]) =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(days.map(String));

export function orderRoutes(
  app: FastifyInstance,
  {
    database,
    deps,
    plans,
    dueDays,
  }: { database: Database; deps: PurchaseDeps; plans: PlanDeps; dueDays: readonly number[] },
): void {
  const { currency } = plans;
  const { read, write, flow } = routesOf(app, database);

  flow(endpoints.orderSeats, async (ctx, { params, body: { resourceId, plan, seats, billing } }) => {
    await requireMembership(ctx, params.id, mayOrder);
    if (billing && !dueDays.includes(billing.dueDays)) throw fail('purchases.due-days', { days: listed(dueDays) });
    const order = { seats, organisationId: params.id };
    if (billing) await checkInvoice(ctx, { ...order, email: billing.email });
    if (plan !== null) return orderPlan(ctx, plans, { ...order, plan, billing });
    if (resourceId === null) throw fail('catalogue.not-found');
    const wanted = { ...order, resourceId };
    return billing ? orderByInvoice(ctx, deps, { ...wanted, billing }) : openOrder(ctx, deps, wanted);
  });

  flow(endpoints.previewSeats, async (ctx, { params: { id, orderId }, query }) => {
    await requireMembership(ctx, id, mayOrder);
    return previewSeats(ctx, plans, { organisationId: id, orderId, ...query });
  });

  flow(endpoints.changeSeats, async (ctx, { params: { id, orderId }, body }) => {
    await requireMembership(ctx, id, mayOrder);
    return changeSeats(ctx, plans, { organisationId: id, orderId, ...body });
  });

  flow(endpoints.cancelSeatOrder, async (ctx, { params: { id, orderId } }) => {
    await requireMembership(ctx, id, mayOrder);
    const order = { organisationId: id, orderId, mayWork: false };
    const cancelled = await cancelPlan(ctx, plans, order);
    if (cancelled) return cancelled;
    await cancelOrder(ctx, deps, order);
    return { message: 'The order is cancelled.' };
  });

  flow(endpoints.cancelOrderOfOrganisation, async (ctx, { params: { id, orderId } }) => {
    await getOrganisation(ctx, id);
    const order = { organisationId: id, orderId, mayWork: true };
    const cancelled = await cancelPlan(ctx, plans, order);
    if (cancelled) return cancelled;
    await cancelOrder(ctx, deps, order);
    return { message: 'The order is cancelled.' };
  });

  read(endpoints.getCredit, async (ctx, { params }) => {
    await getOrganisation(ctx, params.id);
    return getCredit(ctx, params.id, currency);
  });

  write(endpoints.setCreditLimit, async (ctx, { params, body }) => {
    await getOrganisation(ctx, params.id);
    return setCreditLimit(ctx, params.id, { ...body, currency });
  });

  read(endpoints.listSeatOrders, async (ctx, { params, query, reply }) => {
    await requireMembership(ctx, params.id, mayOrder);
    const { orders, total } = await listOrders(ctx, params.id, query);
    reply.header('x-total-count', String(total));
    return orders;
  });

  read(endpoints.listOrdersOfOrganisation, async (ctx, { params, query, reply }) => {
    // For the reply 404 to an unknown organisation.
    await getOrganisation(ctx, params.id);
    const { orders, total } = await listOrders(ctx, params.id, query);
    reply.header('x-total-count', String(total));
    return orders;
  });
}
