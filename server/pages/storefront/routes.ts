import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/pages/storefront.endpoints.ts';
import { firstPageOf } from '#server/catalogue/search/rules.ts';
import type { Database } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import { sendReady, sendsReady } from '#server/platform/http/cached-response.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import type { Storefront } from './actions.ts';

type StorefrontRoutes = { database: Database; storefront: Storefront; isOpen: () => Promise<boolean> };

/** Registers the catalogue's API for visitors and other sites (FRONT-10). */
export function storefrontRoutes(app: FastifyInstance, { database, storefront, isOpen }: StorefrontRoutes): void {
  const { visitors } = routesOf(app, database);
  const requireOpen = async () => {
    if (!(await isOpen())) throw fail('request.not-found');
  };

  visitors.read(
    endpoints.listPublicResources,
    async (ctx, { query, request, reply }) => {
      await requireOpen();
      return sendReady(request, reply, await storefront.list(ctx, query));
    },
    sendsReady,
  );

  visitors.read(
    endpoints.listClosestPublicResources,
    async (ctx, { query, request, reply }) => {
      await requireOpen();
      return sendReady(request, reply, (await storefront.list(ctx, firstPageOf(query))).closest);
    },
    sendsReady,
  );

  visitors.read(
    endpoints.getPublicResource,
    async (ctx, { params, request, reply }) => {
      await requireOpen();
      const found = await storefront.resource(ctx, params.id);
      if (!found) throw fail('catalogue.not-found');
      return sendReady(request, reply, found);
    },
    sendsReady,
  );

  visitors.read(
    endpoints.countPublicResources,
    async (ctx, { query, request, reply }) => {
      await requireOpen();
      return sendReady(request, reply, await storefront.counts(ctx, query));
    },
    sendsReady,
  );

  visitors.read(
    endpoints.getLanding,
    async (ctx, { request, reply }) => {
      await requireOpen();
      return sendReady(request, reply, await storefront.landing(ctx));
    },
    sendsReady,
  );
}
