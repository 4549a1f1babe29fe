import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { PurchaseQuery } from '#contract/purchases.ts';
import * as endpoints from '#contract/purchases-admin.endpoints.ts';
import {
  MemberPurchase,
  MemberPurchaseParams,
  OwnerCount,
  OwnerQuery,
  RemovedPurchase,
} from '#contract/purchases-admin.ts';
import { IdParams } from '#contract/text.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { countOwners, listMemberPurchases, removePurchase } from './actions.ts';

/** The administrators' routes about a member's purchases. */
export function purchaseAdminRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const { read, write } = routesOf(app, database);

  const list = { params: IdParams, query: PurchaseQuery, reply: z.array(MemberPurchase) };
  read(endpoints.listMemberPurchases, list, async (ctx, { params, query, reply }) => {
    const { purchases, total } = await listMemberPurchases(ctx, params.id, query);
    reply.header('x-total-count', total);
    return purchases;
  });

  write(
    endpoints.removePurchase,
    { params: MemberPurchaseParams, reply: RemovedPurchase },
    async (ctx, { params: { id, purchaseId } }) => ({
      message: 'The purchase has been removed. A refund is made in the payment provider dashboard.',
      stripePaymentIntentId: await removePurchase(ctx, { userId: id, purchaseId }),
    }),
  );

  read(endpoints.countOwners, { query: OwnerQuery, reply: z.array(OwnerCount) }, (ctx, { query }) =>
    countOwners(ctx, query.ids),
  );
}
