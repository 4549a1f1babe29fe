import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { Message } from '#contract/accounts.ts';
import * as endpoints from '#contract/subscriptions.endpoints.ts';
import {
  AdminSubscription,
  AdminSubscriptionQuery,
  EndedSubscription,
  Subscription,
  SubscriptionCounts,
  SuspendSubscription,
} from '#contract/subscriptions.ts';
import { IdParams } from '#contract/text.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './actions.ts';
import { cancelAny, endMembers, resume, suspend } from './flows/change-subscription.ts';
import type { SubscriptionRoutes } from './routes.ts';

/** The administrators' routes about all subscriptions. Refunds belong to invoices, so billing has their route. */
export function subscriptionAdminRoutes(app: FastifyInstance, { database, deps }: SubscriptionRoutes): void {
  const { read, flow } = routesOf(app, database);

  const list = { query: AdminSubscriptionQuery, reply: z.array(AdminSubscription) };
  read(endpoints.listAdminSubscriptions, list, async (ctx, { query, reply }) => {
    const { subscriptions, total } = await actions.listAllSubscriptions(ctx, query);
    reply.header('x-total-count', total);
    return subscriptions;
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
