import type { FastifyInstance, FastifyReply } from 'fastify';
import * as endpoints from '#contract/learning/badges.endpoints.ts';
import type { PortalSettings } from '#server/identity/settings/actions.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import { sharedHeaders } from '#server/platform/http/headers.ts';
import { type Limit, type Limiter, networkOf } from '#server/platform/http/limits.ts';
import { contextOf, routesOf } from '#server/platform/http/routes.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { findSharedCredential, type SentBadge } from './actions.ts';
import { listTtlSeconds } from './credential-rules.ts';
import { checkBadge, openStatusLists } from './flows.ts';
import { getDidDocument } from './key-actions.ts';
import { asFile, bakedPicture } from './routes.ts';

export type PublicBadgeRoutes = {
  database: Database;
  limiter: Limiter;
  /** Limits per network of wrong codes, of pictures, and of files that are checked. */
  limits: { wrongCodes: Limit; pictures: Limit; checks: Limit };
  sealer: Sealer;
  publicUrl: string;
  settings: () => Promise<PortalSettings>;
};

/** Sets the headers of a shared badge, which wallets and verifiers of other sites load. */
const asShared = (reply: FastifyReply, kind: 'json' | 'png') =>
  asFile(reply, kind).headers({ ...sharedHeaders, 'x-robots-tag': 'noindex' });

/** Maximum body of a check in bytes: JSON around a file in base64. */
const checkBodyLimit = 768 * 1024;

/** Registers the public routes of badges: shared ones, checks, status lists and the keys (BADGE-01, BADGE-03). */
export function publicBadgeRoutes(app: FastifyInstance, deps: PublicBadgeRoutes): void {
  const { database, limiter, limits, sealer, publicUrl, settings } = deps;
  const { visitors } = routesOf(app, database);

  /** Finds a shared badge. Codes without one count as wrong, whether or not there is a certificate. */
  async function find(ctx: Context, code: string): Promise<SentBadge> {
    const network = networkOf(ctx.origin.ip);
    await limiter.check(limits.wrongCodes, network);
    const found = await findSharedCredential(ctx, code);
    if (found) return found;
    await limiter.record(limits.wrongCodes, network);
    throw fail('badges.not-shared');
  }

  visitors.read(endpoints.getSharedBadge, async (ctx, { params, request, reply }) => {
    const { text } = await find(ctx, params.code);
    return asShared(reply, 'json').send(request.method === 'HEAD' ? '' : text);
  });

  visitors.read(endpoints.getSharedBadgePicture, async (ctx, { params, request, reply }) => {
    const badge = await find(ctx, params.code);
    if (request.method === 'HEAD') return asShared(reply, 'png').send('');
    await limiter.take(limits.pictures, networkOf(ctx.origin.ip));
    return asShared(reply, 'png').send(await bakedPicture(badge, await settings()));
  });

  visitors.read(
    endpoints.checkBadge,
    async (ctx, { body, reply }) => {
      await limiter.take(limits.checks, networkOf(ctx.origin.ip));
      reply.header('cache-control', 'no-store');
      return checkBadge(ctx, body.file, publicUrl);
    },
    { bodyLimit: checkBodyLimit },
  );

  // Verifiers run on other sites and in browsers, so every origin may read the lists and the keys.
  const shared = { ...sharedHeaders, 'cache-control': `public, max-age=${listTtlSeconds}` };
  const statusList = openStatusLists({ sealer, publicUrl });
  visitors.read(endpoints.getStatusList, async (ctx, { params, reply }) => {
    const text = await statusList(ctx, params);
    return reply.headers(shared).type('application/json; charset=utf-8').send(text);
  });

  const open = { config: { caller: 'visitor' }, schema: { hide: true } } as const;
  app.get('/.well-known/did.json', open, async (request, reply) => {
    const document = await getDidDocument(contextOf(request, database.db), publicUrl);
    return reply.headers(shared).type('application/json; charset=utf-8').send(document);
  });
}
