import type { FastifyInstance, FastifyReply } from 'fastify';
import * as endpoints from '#contract/learning/badges.endpoints.ts';
import { brandFieldOf, type PortalSettings } from '#server/identity/settings/actions.ts';
import type { Database } from '#server/platform/database/db.ts';
import type { Limit, Limiter } from '#server/platform/http/limits.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import * as actions from './actions.ts';
import { issueBadge } from './flows.ts';
import { badgeSvg } from './picture-rules.ts';
import { bake } from './png.ts';

export type BadgeRoutes = {
  database: Database;
  limiter: Limiter;
  /** Limits of badges that are made, and of pictures, per member. */
  limits: { issues: Limit; pictures: Limit };
  sealer: Sealer;
  publicUrl: string;
  settings: () => Promise<PortalSettings>;
};

/** Registers the routes by which holders of certificates see, make and share badges (BADGE-01, BADGE-02). */
export function badgeRoutes(app: FastifyInstance, deps: BadgeRoutes): void {
  const { database, limiter, limits, sealer, publicUrl, settings } = deps;
  const { read, write, flow } = routesOf(app, database);

  read(endpoints.getBadge, (ctx, { params }) => actions.getBadge(ctx, params.id, publicUrl));

  flow(endpoints.issueBadge, async (ctx, { params, body }) => {
    await actions.getBadge(ctx, params.id, publicUrl);
    await limiter.take(limits.issues, String(ctx.actor.userId));
    const { productName } = await settings();
    return issueBadge(ctx, params.id, body, { sealer, issuer: { publicUrl, name: productName } });
  });

  write(endpoints.shareBadge, (ctx, { params, body }) => actions.shareBadge(ctx, params.id, { ...body, publicUrl }));

  read(endpoints.downloadBadge, async (ctx, { params, request, reply }) => {
    const { text } = await actions.getOwnCredential(ctx, params.id);
    return asFile(reply, 'json').send(request.method === 'HEAD' ? '' : text);
  });

  read(endpoints.downloadBadgePicture, async (ctx, { params, request, reply }) => {
    const badge = await actions.getOwnCredential(ctx, params.id);
    if (request.method === 'HEAD') return asFile(reply, 'png').send('');
    await limiter.take(limits.pictures, String(ctx.actor.userId));
    return asFile(reply, 'png').send(await bakedPicture(badge, await settings()));
  });
}

/** Sets the headers of a badge that is downloaded. */
export function asFile(reply: FastifyReply, kind: 'json' | 'png'): FastifyReply {
  return reply
    .type(kind === 'json' ? 'application/json; charset=utf-8' : 'image/png')
    .header('content-disposition', `attachment; filename="badge.${kind}"`)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff');
}

/** Draws the picture of a badge, and bakes the badge into it. */
export async function bakedPicture(
  { text, title }: actions.SentBadge,
  settings: Pick<PortalSettings, 'productName' | 'brandColour'>,
): Promise<Buffer> {
  // Imported on first use, because the fonts need 10 MB of memory.
  const { drawSvg } = await import('#server/platform/files/svg-picture.ts');
  const { productName } = settings;
  return bake(await drawSvg(badgeSvg({ title, productName, field: brandFieldOf(settings) })), text);
}
