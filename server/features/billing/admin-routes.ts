import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { Message } from '#contract/accounts.ts';
import * as endpoints from '#contract/billing.endpoints.ts';
import { DecideRefundRequest, LatestPayment, RefundRequest, RefundSubscription } from '#contract/billing.ts';
import * as requests from '#contract/guarantee.endpoints.ts';
import * as reconciliation from '#contract/reconciliation.endpoints.ts';
import { Reconciliation, RetryWaiting } from '#contract/reconciliation.ts';
import { IdParams } from '#contract/text.ts';
import type { Database } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { type BillingCallDeps, decideRequest, refundSubscription } from './flows/refund.ts';
import { listRequests } from './guarantee-actions.ts';
import { getLatestPayment } from './ledger-actions.ts';
import * as actions from './reconciliation-actions.ts';

type BillingAdminRoutes = { database: Database; deps: BillingCallDeps };

/** What administrators do about payments. */
export function billingAdminRoutes(app: FastifyInstance, { database, deps }: BillingAdminRoutes): void {
  const { read, write, flow } = routesOf(app, database);

  flow(
    endpoints.refundSubscription,
    { params: IdParams, body: RefundSubscription, reply: Message },
    (ctx, { params, body }) =>
      refundSubscription(ctx, deps, { ...body, subscriptionId: params.id, reason: 'administrator' }),
  );

  read(endpoints.getLatestPayment, { params: IdParams, reply: z.nullable(LatestPayment) }, (ctx, { params }) =>
    getLatestPayment(ctx, params.id),
  );

  read(reconciliation.getReconciliation, { reply: Reconciliation }, (ctx) => actions.getReconciliation(ctx));

  write(reconciliation.startReconciliation, { reply: Message }, async (ctx) => {
    if (!deps.stripe) throw fail('purchases.payments-off');
    await actions.startRun(ctx);
    return { message: 'The comparison has been started. Its result appears here in a moment.' };
  });

  write(reconciliation.retryWaiting, { body: RetryWaiting, reply: Message }, async (ctx, { body }) => {
    await actions.retry(ctx, body);
    return { message: 'It is tried again.' };
  });

  read(requests.listRefundRequests, { reply: z.array(RefundRequest) }, (ctx) => listRequests(ctx));

  flow(
    requests.decideRefundRequest,
    { params: IdParams, body: DecideRefundRequest, reply: Message },
    (ctx, { params, body }) => decideRequest(ctx, deps, { ...body, id: params.id }),
  );
}
