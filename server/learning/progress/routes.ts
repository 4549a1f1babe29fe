import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import * as endpoints from '#contract/learning/progress.endpoints.ts';
import {
  MarkFinished,
  OwnProgress,
  ProgressQuery,
  ProgressSession,
  ReadingPosition,
  StartSession,
} from '#contract/learning/progress.ts';
import { IdParams } from '#contract/text.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './actions.ts';

export function progressRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const { read, write } = routesOf(app, database);

  const list = { query: ProgressQuery, reply: z.array(ProgressSession) };
  read(endpoints.listSessions, list, async (ctx, { query, reply }) => {
    const { sessions, total } = await actions.listSessions(ctx, query);
    reply.header('x-total-count', total);
    return sessions;
  });

  write(endpoints.startSession, { body: StartSession, reply: ProgressSession }, (ctx, { body }) =>
    actions.startSession(ctx, body),
  );

  read(endpoints.getProgress, { params: IdParams, reply: z.nullable(OwnProgress) }, (ctx, { params }) =>
    actions.findProgress(ctx, params.id),
  );

  write(endpoints.markFinished, { params: IdParams, body: MarkFinished, reply: OwnProgress }, (ctx, { params, body }) =>
    actions.markFinished(ctx, params.id, body),
  );

  write(
    endpoints.saveReadingPosition,
    { params: IdParams, body: ReadingPosition, reply: z.nullable(OwnProgress) },
    (ctx, { params, body }) => actions.saveReadingPosition(ctx, params.id, body),
  );
}
