import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { GiveConsent } from '#contract/commerce/consent.ts';
import * as endpoints from '#contract/commerce/subscriptions.endpoints.ts';
import {
  AdminSubscription,
  AdminSubscriptionQuery,
  AskOffer,
  CancelSubscription,
  CreateSubscription,
  EndedSubscription,
  OpenSubscription,
  ShownOffer,
  Subscription,
  SubscriptionCounts,
  SubscriptionQuery,
  SuspendSubscription,
  UseCredit,
} from '#contract/commerce/subscriptions.ts';
import * as admin from '#contract/commerce/subscriptions-admin.endpoints.ts';
import { SubscriptionCsvQuery } from '#contract/commerce/subscriptions-admin.ts';
import {
  ChangedPlan,
  ChangePlan,
  PauseSubscription,
  PlanPreview,
  PlanPreviewQuery,
} from '#contract/commerce/subscriptions-changes.ts';
import * as seatEndpoints from '#contract/commerce/subscriptions-seats.endpoints.ts';
import { PlanSeatPrices, PlanSeatPricesForm } from '#contract/commerce/subscriptions-seats.ts';
import { Message } from '#contract/message.ts';
import { IdParams } from '#contract/text.ts';
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

  flow(endpoints.createSubscription, { body: CreateSubscription, reply: OpenSubscription }, (ctx, { body }) =>
    openSubscription(ctx, deps, body),
  );

  flow(endpoints.subscribeWithCredit, { body: UseCredit, reply: Message }, async (ctx, { body }) => {
    await subscribeWithCredit(ctx, deps, body);
    return { message: 'Your subscription has started.' };
  });

  const consent = { params: IdParams, body: GiveConsent, reply: Message };
  write(endpoints.agreeToSubscription, consent, async (ctx, { params, body }) => {
    await agree(ctx, { ...params, ...body, taxMode: deps.taxMode });
    return { message: 'Your agreement is recorded.' };
  });

  read(endpoints.getSubscription, { reply: z.nullable(Subscription) }, async (ctx, { reply }) => {
    const found = await actions.findOwnSubscription(ctx);
    // Without this, a null reply would have no body.
    return found ?? reply.type('application/json').send('null');
  });

  const list = { query: SubscriptionQuery, reply: z.array(Subscription) };
  read(endpoints.listSubscriptions, list, async (ctx, { query, reply }) => {
    const { subscriptions, total } = await actions.listOwnSubscriptions(ctx, query);
    reply.header('x-total-count', total);
    return subscriptions;
  });

  flow(
    endpoints.cancelSubscription,
    { params: IdParams, body: CancelSubscription, reply: Message },
    (ctx, { params, body }) => cancelOwn(ctx, deps, { id: params.id, ...body }),
  );

  flow(endpoints.reactivateSubscription, { params: IdParams, reply: Message }, (ctx, { params }) =>
    reactivateOwn(ctx, deps, params.id),
  );

  flow(
    endpoints.pauseSubscription,
    { params: IdParams, body: PauseSubscription, reply: Message },
    (ctx, { params, body }) => pauseOwn(ctx, deps, { id: params.id, ...body }),
  );

  flow(endpoints.endPause, { params: IdParams, reply: Message }, (ctx, { params }) =>
    endPauseOwn(ctx, deps, params.id),
  );

  const offer = { params: IdParams, body: AskOffer, reply: ShownOffer };
  flow(endpoints.showCancelOffer, offer, (ctx, { params, body }) => showOffer(ctx, deps, { id: params.id, ...body }));

  flow(endpoints.acceptCancelOffer, { params: IdParams, reply: Message }, (ctx, { params }) =>
    acceptOffer(ctx, deps, params.id),
  );

  const preview = { params: IdParams, query: PlanPreviewQuery, reply: PlanPreview };
  flow(endpoints.previewPlan, preview, (ctx, { params, query }) => previewPlan(ctx, deps, { id: params.id, ...query }));

  const change = { params: IdParams, body: ChangePlan, reply: ChangedPlan };
  flow(endpoints.changePlan, change, (ctx, { params, body }) => changePlan(ctx, deps, { id: params.id, ...body }));
}

/**
 * Registers the administrators' routes about all subscriptions. Refunds belong to invoices, so billing has their route.
 */
export function subscriptionAdminRoutes(app: FastifyInstance, { database, deps }: SubscriptionRoutes): void {
  const { read, flow } = routesOf(app, database);

  const list = { query: AdminSubscriptionQuery, reply: z.array(AdminSubscription) };
  read(endpoints.listAdminSubscriptions, list, async (ctx, { query, reply }) => {
    const { subscriptions, total } = await actions.listAllSubscriptions(ctx, query);
    reply.header('x-total-count', total);
    return subscriptions;
  });

  flow(admin.downloadSubscriptions, { query: SubscriptionCsvQuery }, async (ctx, { query, request, reply }) => {
    const text = await textToTake(request, ctx, (inner) => actions.exportSubscriptions(inner, query));
    return sendCsv(reply, { name: nameOfDay('subscriptions', ctx), text });
  });

  read(endpoints.countAdminSubscriptions, { reply: SubscriptionCounts }, (ctx) => actions.countSubscriptions(ctx));

  flow(
    endpoints.suspendSubscription,
    { params: IdParams, body: SuspendSubscription, reply: Message },
    (ctx, { params, body }) => suspend(ctx, deps, { id: params.id, reason: body.reason }),
  );

  flow(endpoints.resumeSubscription, { params: IdParams, reply: Message }, (ctx, { params }) =>
    resume(ctx, deps, params.id),
  );

  flow(endpoints.cancelAdminSubscription, { params: IdParams, reply: Message }, (ctx, { params }) =>
    cancelAny(ctx, deps, params.id),
  );

  const ofMember = { params: IdParams, reply: z.nullable(Subscription) };
  read(endpoints.getMemberSubscription, ofMember, async (ctx, { params, reply }) => {
    const found = await actions.findMemberSubscription(ctx, params.id);
    return found ?? reply.type('application/json').send('null');
  });

  flow(endpoints.endMemberSubscription, { params: IdParams, reply: EndedSubscription }, (ctx, { params }) =>
    endMembers(ctx, deps, params.id),
  );
}

export function planSeatPriceRoutes(
  app: FastifyInstance,
  { database, currency }: { database: Database; currency: string },
): void {
  const { read, write } = routesOf(app, database);
  const shown = { reply: PlanSeatPrices };
  read(seatEndpoints.getPlanSeatPrices, shown, (ctx) => prices.getSeatPrices(ctx, currency));
  read(seatEndpoints.getSetPlanSeatPrices, shown, (ctx) => prices.getSetSeatPrices(ctx, currency));
  const setting = { body: PlanSeatPricesForm, reply: PlanSeatPrices };
  write(seatEndpoints.setPlanSeatPrices, setting, (ctx, { body }) => prices.setSeatPrices(ctx, body, currency));
}
