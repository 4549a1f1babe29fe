import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/commerce/subscriptions.endpoints.ts';
import * as admin from '#contract/commerce/subscriptions-admin.endpoints.ts';
import * as seatEndpoints from '#contract/commerce/subscriptions-seats.endpoints.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { nameOfDay, sendCsv, textToTake } from '#server/platform/http/send-csv.ts';
import * as actions from './actions.ts';
import { agree } from './attempt-actions.ts';
import { acceptOffer, showOffer } from './flows/cancel-offer.ts';
import { changePlan, previewPlan } from './flows/change-plan.ts';
import {
  cancelAny,
  cancelOwn,
  endMembers,
  endPauseOwn,
  pauseOwn,
  reactivateOwn,
  resume,
  suspend,
} from './flows/change-subscription.ts';
import { openSubscription, type SubscriptionCallDeps, subscribeWithCredit } from './flows/open-subscription.ts';
import * as prices from './price-actions.ts';

export type SubscriptionRoutes = { database: Database; deps: SubscriptionCallDeps };

export function subscriptionRoutes(app: FastifyInstance, { database, deps }: SubscriptionRoutes): void {
  const { read, write, flow } = routesOf(app, database);

  flow(endpoints.createSubscription, (ctx, { body }) => openSubscription(ctx, deps, body));

  flow(endpoints.subscribeWithCredit, async (ctx, { body }) => {
    await subscribeWithCredit(ctx, deps, body);
    return { message: 'Your subscription has started.' };
  });

  write(endpoints.agreeToSubscription, async (ctx, { params, body }) => {
    await agree(ctx, { ...params, ...body, taxMode: deps.taxMode });
    return { message: 'Your agreement is recorded.' };
  });

  read(endpoints.getSubscription, async (ctx, { reply }) => {
    const found = await actions.findOwnSubscription(ctx);
    // Without this, a null reply would have no body.
    return found ?? reply.type('application/json').send('null');
  });

  read(endpoints.listSubscriptions, async (ctx, { query, reply }) => {
    const { subscriptions, total } = await actions.listOwnSubscriptions(ctx, query);
    reply.header('x-total-count', total);
    return subscriptions;
  });

  flow(endpoints.cancelSubscription, (ctx, { params, body }) => cancelOwn(ctx, deps, { id: params.id, ...body }));

  flow(endpoints.reactivateSubscription, (ctx, { params }) => reactivateOwn(ctx, deps, params.id));

  flow(endpoints.pauseSubscription, (ctx, { params, body }) => pauseOwn(ctx, deps, { id: params.id, ...body }));

  flow(endpoints.endPause, (ctx, { params }) => endPauseOwn(ctx, deps, params.id));

  flow(endpoints.showCancelOffer, (ctx, { params, body }) => showOffer(ctx, deps, { id: params.id, ...body }));

  flow(endpoints.acceptCancelOffer, (ctx, { params }) => acceptOffer(ctx, deps, params.id));

  flow(endpoints.previewPlan, (ctx, { params, query }) => previewPlan(ctx, deps, { id: params.id, ...query }));

  flow(endpoints.changePlan, (ctx, { params, body }) => changePlan(ctx, deps, { id: params.id, ...body }));
}

/**
 * Registers the administrators' routes about all subscriptions. Refunds belong to invoices, so billing has their route.
 */
export function subscriptionAdminRoutes(app: FastifyInstance, { database, deps }: SubscriptionRoutes): void {
  const { read, flow } = routesOf(app, database);

  read(endpoints.listAdminSubscriptions, async (ctx, { query, reply }) => {
    const { subscriptions, total } = await actions.listAllSubscriptions(ctx, query);
    reply.header('x-total-count', total);
    return subscriptions;
  });

  flow(admin.downloadSubscriptions, async (ctx, { query, request, reply }) => {
    const text = await textToTake(request, ctx, (inner) => actions.exportSubscriptions(inner, query));
    return sendCsv(reply, { name: nameOfDay('subscriptions', ctx), text });
  });

  read(endpoints.countAdminSubscriptions, (ctx) => actions.countSubscriptions(ctx));

  flow(endpoints.suspendSubscription, (ctx, { params, body }) =>
    suspend(ctx, deps, { id: params.id, reason: body.reason }),
  );

  flow(endpoints.resumeSubscription, (ctx, { params }) => resume(ctx, deps, params.id));

  flow(endpoints.cancelAdminSubscription, (ctx, { params }) => cancelAny(ctx, deps, params.id));

  read(endpoints.getMemberSubscription, async (ctx, { params, reply }) => {
    const found = await actions.findMemberSubscription(ctx, params.id);
    return found ?? reply.type('application/json').send('null');
  });

  flow(endpoints.endMemberSubscription, (ctx, { params }) => endMembers(ctx, deps, params.id));
}

export function planSeatPriceRoutes(
  app: FastifyInstance,
  { database, currency }: { database: Database; currency: string },
): void {
  const { read, write } = routesOf(app, database);
  read(seatEndpoints.getPlanSeatPrices, (ctx) => prices.getSeatPrices(ctx, currency));
  read(seatEndpoints.getSetPlanSeatPrices, (ctx) => prices.getSetSeatPrices(ctx, currency));
  write(seatEndpoints.setPlanSeatPrices, (ctx, { body }) => prices.setSeatPrices(ctx, body, currency));
}
