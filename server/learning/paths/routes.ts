import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/learning/paths.endpoints.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './actions.ts';

export function pathRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const { read, write } = routesOf(app, database);

  read(endpoints.getPath, (ctx, { params }) => actions.getPath(ctx, params.id));

  write(endpoints.markTextRead, (ctx, { params }) => actions.markTextRead(ctx, params));
}
