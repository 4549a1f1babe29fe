import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { getResource, listRelatedResources } from '#contract/catalogue/catalogue.endpoints.ts';
import { Resource, ResourceSummary } from '#contract/catalogue/catalogue.ts';
import { getOnlineProduct } from '#contract/catalogue/products.endpoints.ts';
import { OnlineProduct } from '#contract/catalogue/products.ts';
import * as endpoints from '#contract/commerce/access.endpoints.ts';
import { getResourceAccess, listResourceAccess } from '#contract/commerce/access.endpoints.ts';
import {
  AccessDecision,
  BlockParams,
  BlockResource,
  ResourceAccess,
  ResourceAccessQuery,
} from '#contract/commerce/access.ts';
import * as adminEndpoints from '#contract/commerce/access-admin.endpoints.ts';
import {
  AccessExplanation,
  AccessListQuery,
  Block,
  ClosedByRefund,
  Grant,
  GrantForm,
  GrantParams,
  MemberAccess,
  MemberAccessQuery,
  RefundPreviewQuery,
} from '#contract/commerce/access-admin.ts';
import { MemberPurchaseParams } from '#contract/commerce/purchases-admin.ts';
import { Message } from '#contract/message.ts';
import { IdParams } from '#contract/text.ts';
import type { CatalogueVersion } from '#server/catalogue/catalogue/version-actions.ts';
import { keptTerms } from '#server/commerce/subscriptions/price-actions.ts';
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
import * as grants from './grant-actions.ts';
import { listMemberAccess, previewRefund } from './member-actions.ts';

type AccessRoutes = { database: Database; version: CatalogueVersion; currency: string };

export function accessRoutes(app: FastifyInstance, { database, version, currency }: AccessRoutes): void {
  const { read } = routesOf(app, database);
  const readTerms = keptTerms(version, currency);
  const pages = version.cacheOf<ReadyReply | null>({
    maxEntries: 5000,
    maxBytes: 16 * 1024 * 1024,
    bytesOf: (page) => (page ? bytesOfReply(page) : 0),
  });

  // A listed resource is the same for every member unless its video is content, so its reply is cached; replies for the
  // others are made for each call.
  read(
    getResource,
    { params: IdParams, reply: Resource },
    async (ctx, { params, request, reply }) => {
      const kept =
        ctx.actor.role === 'user' &&
        (await pages.get(String(params.id), async () => {
          const resource = await actions.findListedResource(ctx, params.id, readTerms);
          return resource && !resource.inside?.hasVideo ? readyReply(Resource, resource) : null;
        }));
      return kept ? sendReady(request, reply, kept) : actions.getResource(ctx, params.id, readTerms);
    },
    sendsReady,
  );

  const related = z.array(ResourceSummary);
  read(listRelatedResources, { params: IdParams, reply: related }, (ctx, { params }) =>
    actions.listRelatedResources(ctx, params.id),
  );

  read(getResourceAccess, { params: IdParams, reply: AccessDecision }, (ctx, { params }) =>
    actions.getAccess(ctx, params.id),
  );

  const accessList = { query: ResourceAccessQuery, reply: z.array(ResourceAccess) };
  read(listResourceAccess, accessList, async (ctx, { query, reply }) => {
    const { decisions, total } = await actions.listAccess(ctx, query);
    reply.header('x-total-count', total);
    return decisions;
  });

  read(getOnlineProduct, { params: IdParams, reply: OnlineProduct }, (ctx, { params }) =>
    actions.getOnlineProduct(ctx, params.id),
  );
}

export function accessAdminRoutes(
  app: FastifyInstance,
  { database, names }: { database: Database; names: grants.OrganisationNames },
): void {
  const { read, write } = routesOf(app, database);

  const given = { params: IdParams, query: AccessListQuery, reply: z.array(Grant) };
  read(adminEndpoints.listGrants, given, async (ctx, { params, query, reply }) => {
    const found = await grants.listGrants(ctx, params.id, query);
    reply.header('x-total-count', found.total);
    return found.grants;
  });

  write(adminEndpoints.grantAccess, { params: IdParams, body: GrantForm, reply: Grant }, (ctx, { params, body }) =>
    grants.grantAccess(ctx, params.id, body),
  );

  write(adminEndpoints.revokeGrant, { params: GrantParams, reply: Message }, async (ctx, { params }) => {
    await grants.revokeGrant(ctx, params.grantId);
    return { message: 'The access has been revoked.' };
  });

  const blocked = { params: IdParams, query: AccessListQuery, reply: z.array(Block) };
  read(adminEndpoints.listBlocks, blocked, async (ctx, { params, query, reply }) => {
    const found = await grants.listBlocks(ctx, params.id, query);
    reply.header('x-total-count', found.total);
    return found.blocks;
  });

  read(adminEndpoints.explainAccess, { params: BlockParams, reply: AccessExplanation }, (ctx, { params }) =>
    grants.explainAccess(ctx, { userId: params.id, resourceId: params.resourceId }, names),
  );

  const opened = { params: IdParams, query: MemberAccessQuery, reply: MemberAccess };
  read(adminEndpoints.listMemberAccess, opened, (ctx, { params, query }) =>
    listMemberAccess(ctx, { userId: params.id, query, names }),
  );

  const previewed = { params: MemberPurchaseParams, query: RefundPreviewQuery, reply: ClosedByRefund };
  read(adminEndpoints.previewRefund, previewed, (ctx, { params: { id, purchaseId }, query: { amountMinor = null } }) =>
    previewRefund(ctx, { userId: id, purchaseId, amountMinor }),
  );

  write(
    endpoints.blockResource,
    { params: IdParams, body: BlockResource, reply: Message },
    async (ctx, { params, body }) => {
      await grants.blockResource(ctx, { userId: params.id, ...body });
      return { message: 'The resource is blocked for this member.' };
    },
  );

  write(endpoints.unblockResource, { params: BlockParams, reply: Message }, async (ctx, { params }) => {
    await grants.unblockResource(ctx, { userId: params.id, resourceId: params.resourceId });
    return { message: 'The block has been lifted.' };
  });
}
