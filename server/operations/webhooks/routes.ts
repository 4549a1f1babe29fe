import type { FastifyInstance } from 'fastify';
import * as ofOrganisation from '#contract/operations/webhooks.endpoints.ts';
import type { PortalWebhookParams, WebhookParams } from '#contract/operations/webhooks.ts';
import * as ofPortal from '#contract/operations/webhooks-admin.endpoints.ts';
import type { IdParams } from '#contract/text.ts';
import { requireMembership } from '#server/organisations/organisations/actions.ts';
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
  read(ofPortal.listPortalWebhooks, (ctx) => actions.listWebhooks(ctx, wholePortal));

  flow(ofPortal.addPortalWebhook, async (ctx, { body: form }) => {
    await checkAddress(outbound.portal, form.url);
    return ctx.transaction((inner) => actions.addWebhook(inner, { owner: wholePortal, form, sealer, portal }));
  });

  flow(ofPortal.changePortalWebhook, async (ctx, { params, body }) => {
    if (body.url !== undefined) await checkAddress(outbound.portal, body.url);
    return ctx.transaction((inner) => actions.changeWebhook(inner, own(params), body));
  });

  write(ofPortal.removePortalWebhook, async (ctx, { params }) => {
    await actions.removeWebhook(ctx, own(params));
    return { message: 'The webhook is removed.' };
  });

  write(ofPortal.rotatePortalWebhookSecret, (ctx, { params }) => actions.rotateSecret(ctx, own(params), sealer));

  write(ofPortal.endPortalFormerSecret, (ctx, { params }) => actions.endFormerSecret(ctx, own(params)));

  write(ofPortal.sendPortalTestEvent, async (ctx, { params }) => {
    await takeSend(deps, params);
    return actions.sendTestEvent(ctx, own(params));
  });

  read(ofPortal.listPortalDeliveries, async (ctx, { params, query, reply }) => {
    const { deliveries, total } = await actions.listDeliveries(ctx, own(params), query);
    reply.header('x-total-count', String(total));
    return deliveries;
  });

  write(ofPortal.resendPortalDelivery, async (ctx, { params }) => {
    await takeSend(deps, params);
    return actions.resendDelivery(ctx, own(params), params.deliveryId);
  });

  write(ofPortal.resendPortalDeliveries, async (ctx, { params, body }) => {
    await takeSend(deps, params);
    return { deliveries: await actions.resendDeliveries(ctx, own(params), body.since) };
  });
}

/** Registers the routes for owners to webhooks of their organisation (HOOK-01). */
export function organisationWebhookRoutes(app: FastifyInstance, deps: WebhookRoutes): void {
  const { read, write, flow } = routesOf(app, deps.database);
  const { outbound, sealer, portal } = deps;
  const own = ({ id, webhookId }: WebhookParams) => ({ organisationId: id, webhookId });
  const requireOwner = (ctx: MemberContext, { id }: IdParams) => requireMembership(ctx, id, isOwner);

  read(ofOrganisation.listWebhooks, async (ctx, { params }) => {
    await requireOwner(ctx, params);
    return actions.listWebhooks(ctx, { organisationId: params.id });
  });

  flow(ofOrganisation.addWebhook, async (ctx, { params, body: form }) => {
    await requireOwner(ctx, params);
    await checkAddress(outbound.public, form.url);
    const owner = { organisationId: params.id };
    return ctx.transaction(async (inner) => {
      await requireOwner(inner, params);
      return actions.addWebhook(inner, { owner, form, sealer, portal });
    });
  });

  flow(ofOrganisation.changeWebhook, async (ctx, { params, body }) => {
    await requireOwner(ctx, params);
    if (body.url !== undefined) await checkAddress(outbound.public, body.url);
    return ctx.transaction(async (inner) => {
      await requireOwner(inner, params);
      return actions.changeWebhook(inner, own(params), body);
    });
  });

  write(ofOrganisation.removeWebhook, async (ctx, { params }) => {
    await requireOwner(ctx, params);
    await actions.removeWebhook(ctx, own(params));
    return { message: 'The webhook is removed.' };
  });

  write(ofOrganisation.rotateWebhookSecret, async (ctx, { params }) => {
    await requireOwner(ctx, params);
    return actions.rotateSecret(ctx, own(params), sealer);
  });

  write(ofOrganisation.endFormerSecret, async (ctx, { params }) => {
    await requireOwner(ctx, params);
    return actions.endFormerSecret(ctx, own(params));
  });

  write(ofOrganisation.sendTestEvent, async (ctx, { params }) => {
    await requireOwner(ctx, params);
    await takeSend(deps, params);
    return actions.sendTestEvent(ctx, own(params));
  });

  read(ofOrganisation.listDeliveries, async (ctx, { params, query, reply }) => {
    await requireOwner(ctx, params);
    const { deliveries, total } = await actions.listDeliveries(ctx, own(params), query);
    reply.header('x-total-count', String(total));
    return deliveries;
  });

  write(ofOrganisation.resendDelivery, async (ctx, { params }) => {
    await requireOwner(ctx, params);
    await takeSend(deps, params);
    return actions.resendDelivery(ctx, own(params), params.deliveryId);
  });

  write(ofOrganisation.resendDeliveries, async (ctx, { params, body }) => {
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
