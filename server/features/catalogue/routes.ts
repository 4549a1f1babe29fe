import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import * as endpoints from '#contract/catalogue.endpoints.ts';
import { ResourceQuery, ResourceSummary } from '#contract/catalogue.ts';
import type { Database } from '#server/platform/db.ts';
import { bytesOfReply, type ReadyReply, readyReply, sendReady, sendsReady } from '#server/platform/http/ready-reply.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { countResources, listResources, type Overview } from './list-actions.ts';
import { keyOf } from './rules.ts';
import type { CatalogueVersion } from './version-actions.ts';

type CatalogueRoutes = { database: Database; version: CatalogueVersion };

const ResourceList = z.array(ResourceSummary);

/** The list of resources: the same for every member, so its answers are kept until the catalogue changes. */
export function catalogueRoutes(app: FastifyInstance, { database, version }: CatalogueRoutes): void {
  const { read } = routesOf(app, database);
  const pages = version.cacheOf<ReadyReply>({ maxEntries: 500, maxBytes: 32 * 1024 * 1024, bytesOf: bytesOfReply });
  const overviews = version.cacheOf<Overview>({ maxEntries: 1, maxBytes: 1024 * 1024, bytesOf: () => 0 });

  read(
    endpoints.listResources,
    { query: ResourceQuery, reply: ResourceList },
    async (ctx, { query, request, reply }) => {
      const answer = await pages.get(keyOf(query), async () => {
        const overview = await overviews.get('the one', () => countResources(ctx));
        const { resources, total, isMinimum } = await listResources(ctx, query, overview);
        return readyReply(ResourceList, resources, {
          'x-total-count': String(total),
          ...(isMinimum && { 'x-total-count-is-minimum': 'true' }),
        });
      });
      return sendReady(request, reply, answer);
    },
    sendsReady,
  );
}
