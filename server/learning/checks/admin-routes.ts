import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/learning/checks-admin.endpoints.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './admin-actions.ts';
import * as extraTime from './extra-time-actions.ts';
import * as flows from './flows.ts';

/** Body limit for a check of 40 long questions, or a file of them, in any script. */
const large = { bodyLimit: 2 * 1024 * 1024 };

/** Registers the routes of the editor of knowledge checks (CHECK-02, CHECK-03). */
export function checkAdminRoutes(app: FastifyInstance, database: Database): void {
  const { read, write, flow } = routesOf(app, database);
  read(endpoints.getAdminCheck, (ctx, { params }) => actions.getAdminCheck(ctx, params.id));

  write(endpoints.saveCheck, (ctx, { params, body }) => actions.saveDraft(ctx, params.id, body), large);

  write(endpoints.publishCheck, (ctx, { params, body }) => actions.publishDraft(ctx, params.id, body.updatedAt));

  write(endpoints.removeCheck, (ctx, { params }) => actions.removeCheck(ctx, params.id));

  write(endpoints.voidQuestion, (ctx, { params: { id: resourceId, questionId }, body }) =>
    actions.voidQuestion(ctx, { resourceId, questionId, ...body }),
  );

  flow(endpoints.exportCheck, async (ctx, { params, query, request, reply }) => {
    const version = query.version ?? null;
    const text = await actions.exportCheck(ctx, params.id, version);
    if (request.method !== 'HEAD') {
      await ctx.transaction((inner) => actions.recordExport(inner, params.id, version));
    }
    const name = `check-${params.id}${query.version === undefined ? '' : `-version-${query.version}`}.json`;
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .send(request.method === 'HEAD' ? '' : text);
  });

  flow(endpoints.previewCheckFile, (ctx, { params, body }) => flows.previewFile(ctx, params.id, body), large);

  flow(endpoints.importCheckFile, (ctx, { params, body }) => flows.importFile(ctx, params.id, body), large);

  read(endpoints.previewCheck, (ctx, { params }) => actions.previewDraft(ctx, params.id));

  read(endpoints.getCheckStatistics, (ctx, { params, query }) =>
    actions.getStatistics(ctx, params.id, query.version ?? null),
  );

  read(endpoints.listExtraTime, (ctx, { params }) => extraTime.listExtraTime(ctx, params.id));

  write(endpoints.setExtraTime, (ctx, { params: { id: resourceId, userId }, body }) =>
    extraTime.setExtraTime(ctx, { resourceId, userId, ...body }),
  );
}
