import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import * as endpoints from '#contract/access.endpoints.ts';
import { BlockParams, BlockResource } from '#contract/access.ts';
import * as adminEndpoints from '#contract/access-admin.endpoints.ts';
import { AccessExplanation, AccessListQuery, Block, Grant, GrantForm, GrantParams } from '#contract/access-admin.ts';
import { Message } from '#contract/accounts.ts';
import { IdParams } from '#contract/text.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { blockResource, unblockResource } from './block-actions.ts';
import * as grants from './grant-actions.ts';

/** What administrators do about a member's access. */
export function accessAdminRoutes(app: FastifyInstance, { database }: { database: Database }): void {
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
    grants.explainAccess(ctx, params.id, params.resourceId),
  );

  write(
    endpoints.blockResource,
    { params: IdParams, body: BlockResource, reply: Message },
    async (ctx, { params, body }) => {
      await blockResource(ctx, { userId: params.id, ...body });
      return { message: 'The resource is blocked for this member.' };
    },
  );

  write(endpoints.unblockResource, { params: BlockParams, reply: Message }, async (ctx, { params }) => {
    await unblockResource(ctx, { userId: params.id, resourceId: params.resourceId });
    return { message: 'The block has been lifted.' };
  });
}
