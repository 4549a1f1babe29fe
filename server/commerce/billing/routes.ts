import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/commerce/billing.endpoints.ts';
import * as requests from '#contract/commerce/guarantee.endpoints.ts';
import { requestRefund } from '#contract/commerce/guarantee.endpoints.ts';
import { listDisputes, listMemberPayments } from '#contract/commerce/payments-admin.endpoints.ts';
import * as purchases from '#contract/commerce/purchases-admin.endpoints.ts';
import * as reconciliation from '#contract/commerce/reconciliation.endpoints.ts';
import type { Database } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import { receiveWebhook } from './flows/events.ts';
import { openPortal } from './flows/open-portal.ts';
import { type BillingCallDeps, decideRequest, refundPurchase, refundSubscription } from './flows/refund.ts';
import * as guarantee from './guarantee-actions.ts';
import * as disputes from './ledger-actions.ts';
import * as actions from './reconciliation-actions.ts';

type WebhookRoutes = { database: Database; stripe: StripeGateway | null };

/**
 * Registers the route of Stripe's webhooks. The signature covers the raw bytes, so this scope does not parse bodies.
 */
export async function webhookRoutes(app: FastifyInstance, { database, stripe }: WebhookRoutes): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    const { visitors } = routesOf(scope, database);
    visitors.flow(
      endpoints.receiveStripeEvent,
      async (ctx, { request }) => {
        await receiveWebhook(ctx, stripe, { rawBody: request.body, signature: request.headers['stripe-signature'] });
        return { received: true as const };
      },
      { bodyLimit: 256 * 1024, config: { originExempt: true } },
    );
  });
}

type BillingRoutes = {
  database: Database;
  deps: BillingCallDeps;
  currency: string;
  /** Returns the origin of this portal for a browser that called it by this host. */
  originOf: (host: string) => string;
};

/** Path of the screen that Stripe's page links back to. */
const billingPath = '/billing';

export function billingRoutes(app: FastifyInstance, { database, deps, currency, originOf }: BillingRoutes): void {
  const { read, write, flow } = routesOf(app, database);

  read(endpoints.getBilling, (ctx) => disputes.getBilling(ctx, currency));

  flow(endpoints.openBillingPortal, (ctx, { request }) =>
    openPortal(ctx, deps, `${originOf(request.host)}${billingPath}`),
  );

  write(requestRefund, async (ctx, { body }) => {
    await guarantee.requestRefund(ctx, body.reason);
    return { message: 'Your request has been sent. We answer by email.' };
  });
}

type BillingAdminRoutes = {
  database: Database;
  deps: BillingCallDeps;
  currency: string;
  /** URL under which Stripe shows payments; null for the sandbox. */
  paymentsUrl: string | null;
};

export function billingAdminRoutes(app: FastifyInstance, given: BillingAdminRoutes): void {
  const { database, deps, currency, paymentsUrl } = given;
  const { read, write, flow } = routesOf(app, database);

  flow(endpoints.refundSubscription, (ctx, { params, body }) =>
    refundSubscription(ctx, deps, { ...body, subscriptionId: params.id, reason: 'administrator' }),
  );

  flow(purchases.refundPurchase, (ctx, { params, body }) =>
    refundPurchase(ctx, deps, { ...body, userId: params.id, purchaseId: params.purchaseId }),
  );

  read(endpoints.getLatestPayment, (ctx, { params }) => disputes.getLatestPayment(ctx, params.id));

  read(listMemberPayments, (ctx, { params }) => disputes.getMemberPayments(ctx, params.id, currency));

  read(listDisputes, (ctx) => disputes.listDisputes(ctx, paymentsUrl));

  read(reconciliation.getReconciliation, (ctx) => actions.getReconciliation(ctx));

  write(reconciliation.startReconciliation, async (ctx) => {
    if (!deps.stripe) throw fail('purchases.payments-off');
    await actions.startRun(ctx);
    return { message: 'The comparison has been started. Its result appears here in a moment.' };
  });

  write(reconciliation.retryWaiting, async (ctx, { body }) => {
    await actions.retry(ctx, body);
    return { message: 'The portal tries it again.' };
  });

  read(requests.listRefundRequests, (ctx) => guarantee.listRequests(ctx));

  flow(requests.decideRefundRequest, (ctx, { params, body }) => decideRequest(ctx, deps, { ...body, id: params.id }));
}
