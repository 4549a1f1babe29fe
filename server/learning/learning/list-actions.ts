import type { RappPrinciple } from '#contract/catalogue/catalogue.ts';
import { maxAssigned } from '#contract/commerce/seats.ts';
import type {
  AssignedSummary,
  Assignment,
  AssignmentsExportQuery,
  AssignmentsQuery,
  LearningSummary,
  OwnAssignment,
  PersonLearning,
  WithoutSeat,
} from '#contract/learning/learning.ts';
import { listOpen, listWithoutSeat } from '#server/commerce/access/actions.ts';
import { listNextSteps } from '#server/learning/paths/actions.ts';
import { requireMembership } from '#server/organisations/organisations/actions.ts';
import { audit, namesOfGiven } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import * as store from './list-store.ts';
import { countsOf, csvHeadings, csvLine, daysFrom, dueReminders, statusOf } from './rules.ts';

const defaultPageSize = 20;

/** Lists a page of the assignments of an organisation that match, overdue first, with their total number (LEARN-06). */
export async function listAssignments(
  ctx: MemberContext,
  organisationId: number,
  { page = 1, pageSize = defaultPageSize, ...query }: AssignmentsQuery,
): Promise<{ assignments: Assignment[]; total: number }> {
  await requireMembership(ctx, organisationId);
  const sought = await findSought(ctx, organisationId, query);
  const rows = await store.listAssignments(ctx.db, sought, { limit: pageSize, offset: (page - 1) * pageSize });
  return { assignments: rows.map(showAssignment), total: await store.countAssignments(ctx.db, sought) };
}

/** Maximum assignments of a file that one query reads. */
const linesAtOnce = 1000;

/** Yields the assignments as lines of a CSV file, in parts that are read one after the other. */
export async function exportAssignments(
  ctx: MemberContext,
  organisationId: number,
  query: AssignmentsExportQuery,
): Promise<AsyncGenerator<string>> {
  await requireMembership(ctx, organisationId);
  return partsOf(ctx, await findSought(ctx, organisationId, query));
}

/** Records the download in the audit log. */
export async function recordDownload(
  ctx: MemberContext,
  organisationId: number,
  query: AssignmentsExportQuery,
): Promise<void> {
  await requireMembership(ctx, organisationId);
  const entry = { action: 'download-assignments', object: 'organisation', objectId: organisationId } as const;
  await audit(ctx, { ...entry, memberId: ctx.actor.userId, after: { narrowedBy: namesOfGiven(query) } });
}

async function* partsOf(ctx: Context, sought: store.Sought): AsyncGenerator<string> {
  yield csvHeadings;
  let after: { dueBy: string | null; id: number } | null = null;
  do {
    const rows: store.PersonAssignmentRow[] = await store.listAssignments(ctx.db, sought, {
      limit: linesAtOnce,
      after,
    });
    yield rows.map((row) => csvLine(showAssignment(row))).join('');
    const last = rows.at(-1);
    after = last && rows.length === linesAtOnce ? { dueBy: last.due_by, id: last.id } : null;
  } while (after);
}

async function findSought(
  ctx: Context,
  organisationId: number,
  { status, resourceId, userId, search }: AssignmentsExportQuery,
): Promise<store.Sought> {
  // A separate query, so that names are compared once for each person and not for each assignment.
  const named = search === '' ? null : await store.listPeopleLike(ctx.db, organisationId, search);
  const userIds = userId === undefined ? named : [userId].filter((id) => named === null || named.includes(id));
  return { organisationId, status: status || null, resourceId: resourceId ?? null, userIds };
}

/** Maximum number of resources in a summary. */
const mostResources = 100;
/** Maximum number of people without a seat who are named for each resource. */
const namedPeople = 3;

/** Returns the completion in an organisation: in total, by resource, and by role and resource (LEARN-06). */
export async function getSummary(ctx: MemberContext, organisationId: number): Promise<LearningSummary> {
  await requireMembership(ctx, organisationId);
  const cells = await store.countByRole(ctx.db, organisationId);
  const overduePeople = await store.countOverduePeople(ctx.db, organisationId);
  const roles = await store.countRoles(ctx.db, organisationId);
  const byResource = [...Map.groupBy(cells, ({ resourceId }) => resourceId)].map(([resourceId, own]) => ({
    resourceId,
    ...countsOf(own),
    nextDueOn: own.flatMap(({ status, dueBy }) => (status === 'completed' ? [] : (dueBy ?? []))).sort()[0] ?? null,
    refreshes: [...new Set(own.map(({ refreshMonths }) => refreshMonths))].sort(
      (one, other) => (one ?? 0) - (other ?? 0),
    ),
    asksConfirmation: own.some(({ asksConfirmation }) => asksConfirmation),
    byRole: [...Map.groupBy(own, ({ role }) => role)].map(([role, ofRole]) => ({ role, ...countsOf(ofRole) })),
  }));
  byResource.sort(
    (one, other) => other.overdue - one.overdue || other.assigned - one.assigned || one.resourceId - other.resourceId,
  );
  const shown = byResource.slice(0, mostResources);
  const titles = await store.listTitles(
    ctx.db,
    shown.map(({ resourceId }) => resourceId),
  );
  return {
    total: { ...countsOf(cells), overduePeople },
    roles: roles.sort((one, other) => other.people - one.people),
    resources: shown.flatMap((resource) => {
      const named = titles.find(({ id }) => id === resource.resourceId);
      return named ? { ...resource, title: named.title, type: named.type } : [];
    }),
    resourceCount: byResource.length,
  };
}

/** Returns the people without a seat of the organisation for what they have to complete (LEARN-08). */
export async function getWithoutSeat(ctx: MemberContext, organisationId: number): Promise<WithoutSeat> {
  await requireMembership(ctx, organisationId);
  const toDo = await store.listToDo(ctx.db, organisationId);
  const lacking = (await listWithoutSeat(ctx, organisationId, toDo)).sort(
    (one, other) => other.userIds.length - one.userIds.length || one.resourceId - other.resourceId,
  );
  const shown = lacking.slice(0, mostResources);
  const titles = await store.listTitles(
    ctx.db,
    shown.map(({ resourceId }) => resourceId),
  );
  const firstOf = (userIds: readonly number[]) => userIds.slice(0, namedPeople);
  const names = await store.listNames(
    ctx.db,
    shown.flatMap(({ userIds }) => firstOf(userIds)),
  );
  return {
    people: new Set(lacking.flatMap(({ userIds }) => userIds)).size,
    resources: shown.map(({ resourceId, kind, userIds }) => ({
      resourceId,
      title: titles.find(({ id }) => id === resourceId)?.title ?? '',
      kind,
      people: userIds.length,
      userIds: userIds.slice(0, maxAssigned),
      names: firstOf(userIds).map((userId) => names.find(({ id }) => id === userId)?.name ?? ''),
    })),
  };
}

/** Counts assigned, completed and overdue assignments of people of an organisation; leaves out people without one. */
export async function listPersonLearning(
  ctx: MemberContext,
  organisationId: number,
  userIds: readonly number[],
): Promise<PersonLearning[]> {
  await requireMembership(ctx, organisationId);
  return store.countByPerson(ctx.db, organisationId, userIds);
}

/** Lists the caller's assignments, the next due first (LEARN-02). */
export async function listOwnAssignments(ctx: MemberContext, resourceId: number | null): Promise<OwnAssignment[]> {
  return showOwn(ctx, await store.listOwn(ctx.db, ctx.actor.userId, resourceId));
}

/** Maximum assignments that the dashboard lists. */
const shownToDo = 3;

/** Returns the caller's next due assignments to complete, with the counts; null without assignments (DASH-16). */
export async function summariseOwn(ctx: MemberContext): Promise<AssignedSummary | null> {
  const rows = await store.listOwn(ctx.db, ctx.actor.userId, null);
  if (rows.length === 0) return null;
  const toDo = rows.filter((row) => show(row).status !== 'completed');
  return {
    toDo: await showOwn(ctx, toDo.slice(0, shownToDo)),
    assigned: rows.length,
    completed: rows.length - toDo.length,
  };
}

async function showOwn(ctx: MemberContext, rows: readonly store.OwnRow[]): Promise<OwnAssignment[]> {
  const resourceIds = rows.map((row) => row.resource_id);
  const open = await listOpen(ctx, resourceIds);
  const nextSteps = await listNextSteps(ctx, pathIdsOf(rows));
  return rows.map((row) => ({
    ...show(row),
    organisation: row.organisation,
    imageUrl: row.image_url,
    rappPrinciples: row.rapp_principles as RappPrinciple[],
    onlineProductId: row.online_product_id,
    completionPercentage: row.percent,
    nextStep: nextSteps.get(row.resource_id),
    canConfirm: row.can_confirm,
    canOpen: open.has(row.resource_id),
    earlierCompletedAt: row.earlier_completed_at?.toISOString() ?? null,
  }));
}

const pathIdsOf = (rows: readonly store.OwnRow[]) =>
  rows.filter(({ type }) => type === 'path').map(({ resource_id }) => resource_id);

function showAssignment(row: store.PersonAssignmentRow): Assignment {
  const shown = show(row);
  const overdueSince = shown.status === 'overdue' ? shown.dueOn : null;
  return {
    ...shown,
    userId: row.user_id,
    name: row.name,
    email: row.email,
    overdueDays: overdueSince === null ? 0 : daysFrom(overdueSince, row.today),
    ...dueReminders(overdueSince, row.today),
  };
}

function show(row: store.AssignmentRow) {
  const facts = {
    dueBy: row.due_by,
    completedAt: row.completed_at,
    validUntil: row.valid_until,
    begunAt: row.begun_at,
  };
  return {
    id: row.id,
    resourceId: row.resource_id,
    title: row.title,
    type: row.type,
    status: statusOf(facts, row.today),
    dueOn: row.due_by,
    completedAt: row.completed_at?.toISOString() ?? null,
    isEarlierVersion: row.is_earlier,
    validUntil: row.valid_until,
    refreshMonths: row.refresh_months,
    asksConfirmation: row.asks_confirmation,
    assignedAt: row.made_at.toISOString(),
    check: row.check,
  };
}
