import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/learning/progress.endpoints.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './actions.ts';

export function progressRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const { read, write } = routesOf(app, database);

  read(endpoints.listSessions, async (ctx, { query, reply }) => {
    const { sessions, total } = await actions.listSessions(ctx, query);
    reply.header('x-total-count', total);
    return sessions;
  });

  write(endpoints.startSession, (ctx, { body }) => actions.startSession(ctx, body));

  read(endpoints.getProgress, (ctx, { params }) => actions.findProgress(ctx, params.id));

  write(endpoints.markFinished, (ctx, { params, body }) => actions.markFinished(ctx, params.id, body));

  write(endpoints.saveReadingPosition, (ctx, { params, body }) => actions.saveReadingPosition(ctx, params.id, body));
}
