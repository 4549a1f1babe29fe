import type { FastifyInstance } from 'fastify';
import { getResource, listRelatedResources } from '#contract/catalogue/catalogue.endpoints.ts';
import { Resource } from '#contract/catalogue/catalogue.ts';
import { getOnlineProduct } from '#contract/catalogue/products.endpoints.ts';
import * as endpoints from '#contract/commerce/access.endpoints.ts';
import { getResourceAccess, listResourceAccess } from '#contract/commerce/access.endpoints.ts';
import * as adminEndpoints from '#contract/commerce/access-admin.endpoints.ts';
import type { CatalogueVersion } from '#server/catalogue/catalogue/version-actions.ts';
import { keptTerms } from '#server/commerce/subscriptions/price-actions.ts';
import type { Database } from '#server/platform/database/db.ts';
import {
  bytesOfResponse,
  type ReadyResponse,
  readyResponse,
  sendReady,
  sendsReady,
} from '#server/platform/http/cached-response.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './actions.ts';
import * as grants from './grant-actions.ts';
import { listMemberAccess, previewRefund } from './member-actions.ts';

type AccessRoutes = { database: Database; version: CatalogueVersion; currency: string };

export function accessRoutes(app: FastifyInstance, { database, version, currency }: AccessRoutes): void {
  const { read } = routesOf(app, database);
  const readTerms = keptTerms(version, currency);
  const pages = version.cacheOf<ReadyResponse | null>({
    maxEntries: 5000,
    maxBytes: 16 * 1024 * 1024,
    bytesOf: (page) => (page ? bytesOfResponse(page) : 0),
  });

  // A listed resource is the same for every member unless its video is content, so its reply is cached; replies for the
  // others are made for each call.
  read(
    getResource,
    async (ctx, { params, request, reply }) => {
      const kept =
        ctx.actor.role === 'user' &&
        (await pages.get(String(params.id), async () => {
          const resource = await actions.findListedResource(ctx, params.id, readTerms);
          return resource && !resource.inside?.hasVideo ? readyResponse(Resource, resource) : null;
        }));
      return kept ? sendReady(request, reply, kept) : actions.getResource(ctx, params.id, readTerms);
    },
    sendsReady,
  );

  read(listRelatedResources, (ctx, { params }) => actions.listRelatedResources(ctx, params.id));

  read(getResourceAccess, (ctx, { params }) => actions.getAccess(ctx, params.id));

  read(listResourceAccess, async (ctx, { query, reply }) => {
    const { decisions, total } = await actions.listAccess(ctx, query);
    reply.header('x-total-count', total);
    return decisions;
  });

  read(getOnlineProduct, (ctx, { params }) => actions.getOnlineProduct(ctx, params.id));
}

export function accessAdminRoutes(
  app: FastifyInstance,
  { database, names }: { database: Database; names: grants.OrganisationNames },
): void {
  const { read, write } = routesOf(app, database);

  read(adminEndpoints.listGrants, async (ctx, { params, query, reply }) => {
    const found = await grants.listGrants(ctx, params.id, query);
    reply.header('x-total-count', found.total);
    return found.grants;
  });

  write(adminEndpoints.grantAccess, (ctx, { params, body }) => grants.grantAccess(ctx, params.id, body));

  write(adminEndpoints.revokeGrant, async (ctx, { params }) => {
    await grants.revokeGrant(ctx, params.grantId);
    return { message: 'The access has been revoked.' };
  });

  read(adminEndpoints.listBlocks, async (ctx, { params, query, reply }) => {
    const found = await grants.listBlocks(ctx, params.id, query);
    reply.header('x-total-count', found.total);
    return found.blocks;
  });

  read(adminEndpoints.explainAccess, (ctx, { params }) =>
    grants.explainAccess(ctx, { userId: params.id, resourceId: params.resourceId }, names),
  );

  read(adminEndpoints.listMemberAccess, (ctx, { params, query }) =>
    listMemberAccess(ctx, { userId: params.id, query, names }),
  );

  read(adminEndpoints.previewRefund, (ctx, { params: { id, purchaseId }, query: { amountMinor = null } }) =>
    previewRefund(ctx, { userId: id, purchaseId, amountMinor }),
  );

  write(endpoints.blockResource, async (ctx, { params, body }) => {
    await grants.blockResource(ctx, { userId: params.id, ...body });
    return { message: 'The resource is blocked for this member.' };
  });

  write(endpoints.unblockResource, async (ctx, { params }) => {
    await grants.unblockResource(ctx, { userId: params.id, resourceId: params.resourceId });
    return { message: 'The block has been lifted.' };
  });
}
