import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getPortalConfig } from '#contract/portal.endpoints.ts';
import { PortalConfig } from '#contract/portal.ts';
import type { Database } from '../database/db.ts';
import { fail } from '../failure.ts';
import { routesOf } from './routes.ts';

type PortalRoutes = {
  database: Database;
  /** Whether this node is about to end and wants no new requests. */
  isLeaving: () => boolean;
  config: (request: FastifyRequest) => PortalConfig;
};

/** Whether the process lives, whether it can serve, and what the web app must know before sign-in (BOOT-03, BOOT-06). */
export function portalRoutes(app: FastifyInstance, { database, isLeaving, config }: PortalRoutes): void {
  const open = { config: { caller: 'visitor' }, schema: { hide: true } } as const;

  app.get('/healthz', open, async () => ({ status: 'alive' }));

  app.get('/readyz', open, async () => {
    if (isLeaving()) throw fail('request.busy');
    await database.db.prepared('portal.ready', 'select 1', []).catch(() => {
      throw fail('request.busy');
    });
    return { status: 'ready' };
  });

  const { visitors } = routesOf(app, database);
  visitors.read(getPortalConfig, { reply: PortalConfig }, async (_ctx, { request }) => config(request));
}
