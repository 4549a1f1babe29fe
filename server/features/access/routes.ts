import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { getResourceAccess, listResourceAccess } from '#contract/access.endpoints.ts';
import { AccessDecision, ResourceAccess, ResourceAccessQuery } from '#contract/access.ts';
import { getResource, listRelatedResources } from '#contract/catalogue.endpoints.ts';
import { Resource, ResourceSummary } from '#contract/catalogue.ts';
import { getOnlineProduct } from '#contract/products.endpoints.ts';
import { OnlineProduct } from '#contract/products.ts';
import { IdParams } from '#contract/text.ts';
import type { CatalogueVersion } from '#server/features/catalogue/version-actions.ts';
import type { Database } from '#server/platform/database/db.ts';
import {
  bytesOfReply,
  type ReadyReply,
  readyReply,
  sendReady,
  sendsReady,
} from '#server/platform/http/cached-reply.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './actions.ts';
import { listAccess } from './list-actions.ts';
import * as resources from './resource-actions.ts';

type AccessRoutes = { database: Database; version: CatalogueVersion };

/** Who may use what; and single resources and products, whose very existence depends on it. */
export function accessRoutes(app: FastifyInstance, { database, version }: AccessRoutes): void {
  const { read } = routesOf(app, database);
  const pages = version.cacheOf<ReadyReply | null>({
    maxEntries: 5000,
    maxBytes: 16 * 1024 * 1024,
    bytesOf: (page) => (page ? bytesOfReply(page) : 0),
  });

  // A listed resource is the same for every member, so its answer is kept; drafts and withdrawn ones are asked for.
  read(
    getResource,
    { params: IdParams, reply: Resource },
    async (ctx, { params, request, reply }) => {
      const kept =
        ctx.actor.role === 'user' &&
        (await pages.get(String(params.id), async () => {
          const resource = await resources.findListedResource(ctx, params.id);
          return resource && readyReply(Resource, resource);
        }));
      return kept ? sendReady(request, reply, kept) : resources.getResource(ctx, params.id);
    },
    sendsReady,
  );

  const related = z.array(ResourceSummary);
  read(listRelatedResources, { params: IdParams, reply: related }, (ctx, { params }) =>
    resources.listRelatedResources(ctx, params.id),
  );

  read(getResourceAccess, { params: IdParams, reply: AccessDecision }, (ctx, { params }) =>
    actions.getAccess(ctx, params.id),
  );

  const accessList = { query: ResourceAccessQuery, reply: z.array(ResourceAccess) };
  read(listResourceAccess, accessList, async (ctx, { query, reply }) => {
    const { decisions, total } = await listAccess(ctx, query);
    reply.header('x-total-count', total);
    return decisions;
  });

  read(getOnlineProduct, { params: IdParams, reply: OnlineProduct }, (ctx, { params }) =>
    resources.getOnlineProduct(ctx, params.id),
  );
}
