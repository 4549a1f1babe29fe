import type { FastifyInstance } from 'fastify';
import { getArticle } from '#contract/catalogue/articles.endpoints.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './actions.ts';

type ArticleRoutes = { database: Database; requireAccess: actions.RequireAccess };

/** Registers the route to the text of a resource; each request checks its member's access again. */
export function articleRoutes(app: FastifyInstance, { database, requireAccess }: ArticleRoutes): void {
  const { read } = routesOf(app, database);

  read(getArticle, (ctx, { params, reply }) => {
    reply.header('cache-control', 'private, no-store');
    return actions.getArticle(ctx, params.id, requireAccess);
  });
}
