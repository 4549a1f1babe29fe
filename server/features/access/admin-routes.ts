import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/access.endpoints.ts';
import { BlockParams, BlockResource } from '#contract/access.ts';
import { Message } from '#contract/accounts.ts';
import { IdParams } from '#contract/text.ts';
import type { Database } from '#server/platform/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { blockResource, unblockResource } from './block-actions.ts';

/** What administrators do about a member's access. */
export function accessAdminRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const { write } = routesOf(app, database);

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
