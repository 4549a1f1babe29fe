import type { FastifyInstance } from 'fastify';
import { Message } from '#contract/accounts.ts';
import * as endpoints from '#contract/billing.endpoints.ts';
import { RefundSubscription } from '#contract/billing.ts';
import { IdParams } from '#contract/text.ts';
import type { Database } from '#server/platform/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { type BillingCallDeps, refundSubscription } from './flows/refund.ts';

type BillingAdminRoutes = { database: Database; deps: BillingCallDeps };

/** What administrators do about payments. */
export function billingAdminRoutes(app: FastifyInstance, { database, deps }: BillingAdminRoutes): void {
  const { flow } = routesOf(app, database);

  flow(
    endpoints.refundSubscription,
    { params: IdParams, body: RefundSubscription, reply: Message },
    (ctx, { params, body }) =>
      refundSubscription(ctx, deps, { ...body, subscriptionId: params.id, reason: 'administrator' }),
  );
}
