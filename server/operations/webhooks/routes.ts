import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { Message } from '#contract/message.ts';
import * as ofOrganisation from '#contract/operations/webhooks.endpoints.ts';
import {
  Delivery,
  DeliveryParams,
  DeliveryQuery,
  PortalDeliveryParams,
  PortalWebhookParams,
  ResendForm,
  Resent,
  Webhook,
  WebhookChange,
  WebhookForm,
  WebhookParams,
  WebhookWithSecret,
} from '#contract/operations/webhooks.ts';
import * as ofPortal from '#contract/operations/webhooks-admin.endpoints.ts';
import { IdParams } from '#contract/text.ts';
import { requirePlace } from '#server/organisations/organisations/actions.ts';
import { isOwner } from '#server/organisations/organisations/rules.ts';
import type { MemberContext } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import type { Limit, Limiter } from '#server/platform/http/limits.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import type { OutboundCalls } from '#server/platform/outbound.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import * as actions from './actions.ts';
import { checkAddress } from './flows/check-address.ts';

export type WebhookRoutes = {
  database: Database;
  outbound: OutboundCalls;
  sealer: Sealer;
  portal: Portal;
  limiter: Limiter;
  /** Test events and resends of one webhook in an hour. */
  limit: Limit;
};

const wholePortal: actions.Owner = { organisationId: null };

/** Registers the routes for administrators to webhooks of the whole portal (HOOK-01). */
export function portalWebhookRoutes(app: FastifyInstance, deps: WebhookRoutes): void {
  const { read, write, flow } = routesOf(app, deps.database);
  const { outbound, sealer, portal } = deps;
  const own = ({ webhookId }: PortalWebhookParams) => ({ ...wholePortal, webhookId });
  const one = { params: PortalWebhookParams };

  read(ofPortal.listPortalWebhooks, { reply: z.array(Webhook) }, (ctx) => actions.listWebhooks(ctx, wholePortal));

  flow(ofPortal.addPortalWebhook, { body: WebhookForm, reply: WebhookWithSecret }, async (ctx, { body: form }) => {
    await checkAddress(outbound.portal, form.url);
    return ctx.transaction((inner) => actions.addWebhook(inner, { owner: wholePortal, form, sealer, portal }));
  });

  flow(ofPortal.changePortalWebhook, { ...one, body: WebhookChange, reply: Webhook }, async (ctx, { params, body }) => {
    if (body.url !== undefined) await checkAddress(outbound.portal, body.url);
    return ctx.transaction((inner) => actions.changeWebhook(inner, own(params), body));
  });

  write(ofPortal.removePortalWebhook, { ...one, reply: Message }, async (ctx, { params }) => {
    await actions.removeWebhook(ctx, own(params));
    return { message: 'The webhook is removed.' };
  });

  write(ofPortal.rotatePortalWebhookSecret, { ...one, reply: WebhookWithSecret }, (ctx, { params }) =>
    actions.rotateSecret(ctx, own(params), sealer),
  );

  write(ofPortal.endPortalFormerSecret, { ...one, reply: Webhook }, (ctx, { params }) =>
    actions.endFormerSecret(ctx, own(params)),
  );

  write(ofPortal.sendPortalTestEvent, { ...one, reply: Delivery }, async (ctx, { params }) => {
    await takeSend(deps, params);
    return actions.sendTestEvent(ctx, own(params));
  });

  const listed = { ...one, query: DeliveryQuery, reply: z.array(Delivery) };
  read(ofPortal.listPortalDeliveries, listed, async (ctx, { params, query, reply }) => {
    const { deliveries, total } = await actions.listDeliveries(ctx, own(params), query);
    reply.header('x-total-count', String(total));
    return deliveries;
  });

  const again = { params: PortalDeliveryParams, reply: Delivery };
  write(ofPortal.resendPortalDelivery, again, async (ctx, { params }) => {
    await takeSend(deps, params);
    return actions.resendDelivery(ctx, own(params), params.deliveryId);
  });

  write(ofPortal.resendPortalDeliveries, { ...one, body: ResendForm, reply: Resent }, async (ctx, { params, body }) => {
    await takeSend(deps, params);
    return { deliveries: await actions.resendDeliveries(ctx, own(params), body.since) };
  });
}

/** Registers the routes for owners to webhooks of their organisation (HOOK-01). */
export function organisationWebhookRoutes(app: FastifyInstance, deps: WebhookRoutes): void {
  const { read, write, flow } = routesOf(app, deps.database);
  const { outbound, sealer, portal } = deps;
  const own = ({ id, webhookId }: WebhookParams) => ({ organisationId: id, webhookId });
  const one = { params: WebhookParams };
  const requireOwner = (ctx: MemberContext, { id }: IdParams) => requirePlace(ctx, id, isOwner);

  read(ofOrganisation.listWebhooks, { params: IdParams, reply: z.array(Webhook) }, async (ctx, { params }) => {
    await requireOwner(ctx, params);
    return actions.listWebhooks(ctx, { organisationId: params.id });
  });

  const added = { params: IdParams, body: WebhookForm, reply: WebhookWithSecret };
  flow(ofOrganisation.addWebhook, added, async (ctx, { params, body: form }) => {
    await requireOwner(ctx, params);
    await checkAddress(outbound.public, form.url);
    const owner = { organisationId: params.id };
    return ctx.transaction(async (inner) => {
      await requireOwner(inner, params);
      return actions.addWebhook(inner, { owner, form, sealer, portal });
    });
  });

  flow(ofOrganisation.changeWebhook, { ...one, body: WebhookChange, reply: Webhook }, async (ctx, { params, body }) => {
    await requireOwner(ctx, params);
    if (body.url !== undefined) await checkAddress(outbound.public, body.url);
    return ctx.transaction(async (inner) => {
      await requireOwner(inner, params);
      return actions.changeWebhook(inner, own(params), body);
    });
  });

  write(ofOrganisation.removeWebhook, { ...one, reply: Message }, async (ctx, { params }) => {
    await requireOwner(ctx, params);
    await actions.removeWebhook(ctx, own(params));
    return { message: 'The webhook is removed.' };
  });

  write(ofOrganisation.rotateWebhookSecret, { ...one, reply: WebhookWithSecret }, async (ctx, { params }) => {
    await requireOwner(ctx, params);
    return actions.rotateSecret(ctx, own(params), sealer);
  });

  write(ofOrganisation.endFormerSecret, { ...one, reply: Webhook }, async (ctx, { params }) => {
    await requireOwner(ctx, params);
    return actions.endFormerSecret(ctx, own(params));
  });

  write(ofOrganisation.sendTestEvent, { ...one, reply: Delivery }, async (ctx, { params }) => {
    await requireOwner(ctx, params);
    await takeSend(deps, params);
    return actions.sendTestEvent(ctx, own(params));
  });

  const listed = { ...one, query: DeliveryQuery, reply: z.array(Delivery) };
  read(ofOrganisation.listDeliveries, listed, async (ctx, { params, query, reply }) => {
    await requireOwner(ctx, params);
    const { deliveries, total } = await actions.listDeliveries(ctx, own(params), query);
    reply.header('x-total-count', String(total));
    return deliveries;
  });

  write(ofOrganisation.resendDelivery, { params: DeliveryParams, reply: Delivery }, async (ctx, { params }) => {
    await requireOwner(ctx, params);
    await takeSend(deps, params);
    return actions.resendDelivery(ctx, own(params), params.deliveryId);
  });

  write(ofOrganisation.resendDeliveries, { ...one, body: ResendForm, reply: Resent }, async (ctx, { params, body }) => {
    await requireOwner(ctx, params);
    await takeSend(deps, params);
    return { deliveries: await actions.resendDeliveries(ctx, own(params), body.since) };
  });
}

/** Counts a send for its owner, so that no owner uses up the calls of another owner's webhook. */
async function takeSend(
  { limiter, limit }: WebhookRoutes,
  { id, webhookId }: PortalWebhookParams & { id?: number },
): Promise<void> {
  await limiter.take(limit, `${id ?? 'portal'}:${webhookId}`);
}
