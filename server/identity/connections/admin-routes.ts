import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/identity/connections-admin.endpoints.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import type { Cookie } from '#server/platform/http/cookies.ts';
import type { Limit, Limiter } from '#server/platform/http/limits.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { newSecret } from '#server/platform/security/secrets.ts';
import * as admin from './admin-actions.ts';
import { lockOwn } from './connection-actions.ts';
import { addPortal, changePortal } from './flows/portal.ts';
import { startTest } from './flows/start.ts';
import type { Providers } from './provider-actions.ts';

type AdminRoutes = {
  database: Database;
  limiter: Limiter;
  /** Limit of an administrator's look-ups of issuers, and of added, changed and tested connections. */
  limit: Limit;
  portal: Portal;
  providers: Providers;
  sealer: Sealer;
  browserCookie: Cookie;
  announceChange: (ctx: Context) => Promise<void>;
};

export function connectionAdminRoutes(app: FastifyInstance, options: AdminRoutes): void {
  const { database, limiter, limit, portal, providers, sealer, browserCookie, announceChange } = options;
  const { read, write, flow } = routesOf(app, database);
  const deps = { portal, providers, sealer, announceChange };

  read(endpoints.listPortalConnections, (ctx) => admin.listPortal(ctx, portal));

  flow(endpoints.lookUpPortalIssuer, async (ctx, { body }) => {
    await limiter.take(limit, `member:${ctx.actor.userId}`);
    return providers.lookUp(null, body.issuer);
  });

  flow(endpoints.addPortalConnection, async (ctx, { body }) => {
    await limiter.take(limit, `member:${ctx.actor.userId}`);
    return addPortal(ctx, deps, body);
  });

  flow(endpoints.changePortalConnection, async (ctx, { params, body }) => {
    await limiter.take(limit, `member:${ctx.actor.userId}`);
    return changePortal(ctx, deps, { ...params, form: body });
  });

  write(endpoints.removePortalConnection, async (ctx, { params }) => {
    await admin.removePortal(ctx, params.connectionId, deps);
    return { message: 'The connection is removed.' };
  });

  flow(endpoints.testPortalConnection, async (ctx, { params, request, reply }) => {
    await limiter.take(limit, `member:${ctx.actor.userId}`);
    const row = await ctx.transaction((inner) => lockOwn(inner, null, params.connectionId));
    const browserSecret = browserCookie.read(request) ?? newSecret();
    const address = await startTest(ctx, providers, row, { browserSecret, userId: ctx.actor.userId });
    browserCookie.set(reply, browserSecret);
    return { address };
  });

  write(endpoints.activatePortalConnection, (ctx, { params }) => admin.activatePortal(ctx, params.connectionId, deps));

  write(endpoints.disablePortalConnection, (ctx, { params }) => admin.disablePortal(ctx, params.connectionId, deps));
}
