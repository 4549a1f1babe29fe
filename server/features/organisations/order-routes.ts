import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { OpenPayment, PurchaseQuery } from '#contract/purchases.ts';
import * as endpoints from '#contract/purchases-seats.endpoints.ts';
import { SeatOrder, SeatOrderForm } from '#contract/purchases-seats.ts';
import { IdParams } from '#contract/text.ts';
import { openOrder, type PurchaseDeps } from '#server/features/purchases/flows/checkout.ts';
import { listOrders } from '#server/features/purchases/seat-actions.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { requirePlace } from './actions.ts';
import { getOrganisation } from './admin-actions.ts';
import { mayOrder } from './rules.ts';

/** Seats that owners buy, and what was bought for administrators (SEAT-01, SEAT-04, ORG-07). */
export function orderRoutes(
  app: FastifyInstance,
  { database, deps }: { database: Database; deps: PurchaseDeps },
): void {
  const { read, flow } = routesOf(app, database);

  const order = { params: IdParams, body: SeatOrderForm, reply: OpenPayment };
  flow(endpoints.orderSeats, order, async (ctx, { params, body: { resourceId, seats } }) => {
    await requirePlace(ctx, params.id, mayOrder);
    return openOrder(ctx, deps, { resourceId, seats, organisationId: params.id });
  });

  const list = { params: IdParams, query: PurchaseQuery, reply: z.array(SeatOrder) };
  read(endpoints.listSeatOrders, list, async (ctx, { params, query, reply }) => {
    await requirePlace(ctx, params.id, mayOrder);
    const { orders, total } = await listOrders(ctx, params.id, query);
    reply.header('x-total-count', String(total));
    return orders;
  });

  read(endpoints.listOrdersOfOrganisation, list, async (ctx, { params, query, reply }) => {
    // Answers 404 for an unknown one.
    await getOrganisation(ctx, params.id);
    const { orders, total } = await listOrders(ctx, params.id, query);
    reply.header('x-total-count', String(total));
    return orders;
  });
}
