import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/learning/learning.endpoints.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { nameOfDay, sendCsv } from '#server/platform/http/send-csv.ts';
import * as actions from './actions.ts';
import * as lists from './list-actions.ts';

/**
 * Registers the routes of assigned learning: for owners and managers, and for the assigned people (LEARN-01, LEARN-02,
 * LEARN-06, LEARN-08).
 */
export function learningRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const { read, write, flow } = routesOf(app, database);

  write(endpoints.assignLearning, (ctx, { params, body }) => actions.assign(ctx, params.id, body));

  read(endpoints.listAssignments, async (ctx, { params, query, reply }) => {
    const { assignments, total } = await lists.listAssignments(ctx, params.id, query);
    reply.header('x-total-count', String(total));
    return assignments;
  });

  flow(endpoints.downloadAssignments, async (ctx, { params, query, request, reply }) => {
    const text = await lists.exportAssignments(ctx, params.id, query);
    if (request.method !== 'HEAD') {
      await ctx.transaction((inner) => lists.recordDownload({ ...inner, actor: ctx.actor }, params.id, query));
    }
    return sendCsv(reply, { name: nameOfDay('assignments', ctx), text });
  });

  write(endpoints.changeDueDay, async (ctx, { params: { id, assignmentId }, body }) => {
    await actions.changeDueDay(ctx, { organisationId: id, assignmentId }, body.dueOn);
    return { message: 'The due date was changed.' };
  });

  write(endpoints.endAssignment, async (ctx, { params }) => {
    await actions.endAssignments(ctx, { organisationId: params.id, assignmentId: params.assignmentId });
    return { message: 'The assignment has ended.' };
  });

  read(endpoints.getLearningSummary, (ctx, { params }) => lists.getSummary(ctx, params.id));

  read(endpoints.getWithoutSeat, (ctx, { params }) => lists.getWithoutSeat(ctx, params.id));

  read(endpoints.listPersonLearning, (ctx, { params, query }) =>
    lists.listPersonLearning(ctx, params.id, query.userId),
  );

  write(endpoints.changeDueDays, (ctx, { params: { id, resourceId }, body }) =>
    actions.changeDueDay(ctx, { organisationId: id, resourceId }, body.dueOn),
  );

  write(endpoints.endAssignments, (ctx, { params: { id, resourceId } }) =>
    actions.endAssignments(ctx, { organisationId: id, resourceId }),
  );

  read(endpoints.listOwnAssignments, (ctx, { query }) => lists.listOwnAssignments(ctx, query.resourceId ?? null));

  write(endpoints.confirmAssignment, async (ctx, { params }) => {
    await actions.confirm(ctx, params.assignmentId);
    return { message: 'Confirmed.' };
  });

  write(endpoints.shareEarlierCompletion, async (ctx, { params }) => {
    await actions.shareEarlier(ctx, params.assignmentId);
    return { message: 'Your organisation sees it as completed now.' };
  });
}
