import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import * as endpoints from '#contract/learning/learning.endpoints.ts';
import {
  AssignedLearning,
  AssignedResourceParams,
  Assignment,
  AssignmentForm,
  AssignmentParams,
  AssignmentsExportQuery,
  AssignmentsQuery,
  ChangedAssignments,
  DueDayForm,
  LearningPeopleQuery,
  LearningSummary,
  OwnAssignment,
  OwnAssignmentParams,
  OwnAssignmentsQuery,
  PersonLearning,
  WithoutSeat,
} from '#contract/learning/learning.ts';
import { Message } from '#contract/message.ts';
import { IdParams } from '#contract/text.ts';
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

  const assigned = { params: IdParams, body: AssignmentForm, reply: AssignedLearning };
  write(endpoints.assignLearning, assigned, (ctx, { params, body }) => actions.assign(ctx, params.id, body));

  const list = { params: IdParams, query: AssignmentsQuery, reply: z.array(Assignment) };
  read(endpoints.listAssignments, list, async (ctx, { params, query, reply }) => {
    const { assignments, total } = await lists.listAssignments(ctx, params.id, query);
    reply.header('x-total-count', String(total));
    return assignments;
  });

  const file = { params: IdParams, query: AssignmentsExportQuery };
  flow(endpoints.downloadAssignments, file, async (ctx, { params, query, request, reply }) => {
    const text = await lists.exportAssignments(ctx, params.id, query);
    if (request.method !== 'HEAD') {
      await ctx.transaction((inner) => lists.recordDownload({ ...inner, actor: ctx.actor }, params.id, query));
    }
    return sendCsv(reply, { name: nameOfDay('assignments', ctx), text });
  });

  const due = { params: AssignmentParams, body: DueDayForm, reply: Message };
  write(endpoints.changeDueDay, due, async (ctx, { params: { id, assignmentId }, body }) => {
    await actions.changeDueDay(ctx, { organisationId: id, assignmentId }, body.dueOn);
    return { message: 'The due date was changed.' };
  });

  write(endpoints.endAssignment, { params: AssignmentParams, reply: Message }, async (ctx, { params }) => {
    await actions.endAssignments(ctx, { organisationId: params.id, assignmentId: params.assignmentId });
    return { message: 'The assignment has ended.' };
  });

  read(endpoints.getLearningSummary, { params: IdParams, reply: LearningSummary }, (ctx, { params }) =>
    lists.getSummary(ctx, params.id),
  );

  read(endpoints.getWithoutSeat, { params: IdParams, reply: WithoutSeat }, (ctx, { params }) =>
    lists.getWithoutSeat(ctx, params.id),
  );

  const people = { params: IdParams, query: LearningPeopleQuery, reply: z.array(PersonLearning) };
  read(endpoints.listPersonLearning, people, (ctx, { params, query }) =>
    lists.listPersonLearning(ctx, params.id, query.userId),
  );

  const allDue = { params: AssignedResourceParams, body: DueDayForm, reply: ChangedAssignments };
  write(endpoints.changeDueDays, allDue, (ctx, { params: { id, resourceId }, body }) =>
    actions.changeDueDay(ctx, { organisationId: id, resourceId }, body.dueOn),
  );

  const all = { params: AssignedResourceParams, reply: ChangedAssignments };
  write(endpoints.endAssignments, all, (ctx, { params: { id, resourceId } }) =>
    actions.endAssignments(ctx, { organisationId: id, resourceId }),
  );

  const own = { query: OwnAssignmentsQuery, reply: z.array(OwnAssignment) };
  read(endpoints.listOwnAssignments, own, (ctx, { query }) => lists.listOwnAssignments(ctx, query.resourceId ?? null));

  const confirmed = { params: OwnAssignmentParams, reply: Message };
  write(endpoints.confirmAssignment, confirmed, async (ctx, { params }) => {
    await actions.confirm(ctx, params.assignmentId);
    return { message: 'Confirmed.' };
  });

  write(endpoints.shareEarlierCompletion, confirmed, async (ctx, { params }) => {
    await actions.shareEarlier(ctx, params.assignmentId);
    return { message: 'Your organisation sees it as completed now.' };
  });
}
