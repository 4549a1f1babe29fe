import type { MemberRole } from '#contract/interests.ts';
import type { RefreshMonths } from '#contract/learning/learning.ts';
import type { Db } from '#server/platform/database/db.ts';

/** The current day by the database's clock, in UTC. */
export const today = `(now() at time zone 'UTC')::date`;

/** The people that a call names: by ids, by roles of profiles, or everybody when both are absent. */
export type Named = { people?: readonly number[]; roles?: readonly MemberRole[] };

/** Lists the people of an organisation that a call names. */
export async function listNamed(db: Db, organisationId: number, { people, roles }: Named): Promise<number[]> {
  const rows = await db.prepared<{ id: number }>(
    'learning.list_named',
    `select p.user_id as id from organisation_people p join users u on u.id = p.user_id
     where p.organisation_id = $1 and ($2::integer[] is null or p.user_id = any ($2))
       and ($3::text[] is null or u.role_affiliation = any ($3)) order by 1`,
    [organisationId, people ?? null, roles ?? null],
  );
  return rows.map(({ id }) => id);
}

/** Whether assignments can be due on a day: from today, within ten years. */
export async function isDueDay(db: Db, day: string): Promise<boolean> {
  const rows = await db.prepared<{ fits: boolean }>(
    'learning.is_due_day',
    `select $1::date between ${today} and (${today} + interval '10 years')::date as fits`,
    [day],
  );
  return rows[0]?.fits ?? false;
}

/** Whether one of these resources is a bundle, which cannot be assigned. */
export async function hasBundle(db: Db, resourceIds: readonly number[]): Promise<boolean> {
  const rows = await db.prepared(
    'learning.has_bundle',
    `select from resources where id = any ($1::integer[]) and type = 'bundle' limit 1`,
    [resourceIds],
  );
  return rows.length > 0;
}

export type NewAssignments = {
  organisationId: number;
  userIds: readonly number[];
  resourceIds: readonly number[];
  dueOn: string;
  refreshMonths: RefreshMonths | null;
  asksConfirmation: boolean;
  madeBy: number;
};

/**
 * Time at which a completion counts for an assignment `a`: with a confirmation, the later of completion and
 * confirmation.
 */
const countedAt = 'case when a.asks_confirmation then greatest(c.completed_at, c.confirmed_at) else c.completed_at end';
const counts = '(not a.asks_confirmation or c.confirmed_at is not null)';

/**
 * Assigns resources to people; existing assignments remain. The organisation does not learn of earlier completions
 * (ORG-10).
 * @returns the number of new assignments
 */
export async function insertAssignments(db: Db, made: NewAssignments): Promise<number> {
  const rows = await db.prepared<{ made: number }>(
    'learning.insert_assignments',
    `with made as (
       insert into assignments (organisation_id, user_id, resource_id, due_on, refresh_months, asks_confirmation, made_by)
       select $1, user_id, resource_id, $4::date, $5::smallint, $6::boolean, $7
       from unnest($2::integer[]) as user_id cross join unnest($3::integer[]) as resource_id
       order by user_id, resource_id
       on conflict (user_id, resource_id, organisation_id) where ended_at is null do nothing
       returning 1
     ) select count(*)::integer as made from made`,
    [
      made.organisationId,
      made.userIds,
      made.resourceIds,
      made.dueOn,
      made.refreshMonths,
      made.asksConfirmation,
      made.madeBy,
    ],
  );
  return rows[0]?.made ?? 0;
}

/**
 * SQL condition: whether a completion `c` rests on an attempt at the check from before an assignment `a`, which passed
 * later because a question was voided (ORG-10).
 */
export const restsOnEarlier = `exists (select from check_attempts earlier
  where earlier.completion_id = c.id and acted_at(earlier) < a.made_at)`;

/**
 * Counts completions that were recorded while their assignments were being made, because neither transaction could see
 * the other's rows. Call after both are committed. Leaves out paths, whose steps may be older than the assignment.
 */
export async function syncNewAssignments(db: Db, organisationId: number): Promise<void> {
  await db.prepared(
    'learning.sync_new_assignments',
    `with latest as (
       select distinct on (a.id) a.id as assignment_id, c.id, ${countedAt} as counted_at
       from assignments a join completions c on c.user_id = a.user_id and c.resource_id = a.resource_id
       where a.organisation_id = $1 and a.ended_at is null and a.made_at > now() - interval '1 day' and ${counts}
         and c.completed_at >= a.made_at and not ${restsOnEarlier}
         and not exists (select from resources r where r.id = a.resource_id and r.path is not null)
       order by a.id, c.completed_at desc
     )
     update assignments a set completion_id = latest.id, completed_at = latest.counted_at from latest
     where a.id = latest.assignment_id and (a.completed_at is null or a.completed_at < latest.counted_at)`,
    [organisationId],
  );
}

/** Returns the SQL expression of the score with which a completion passed its check, as `PassedCheck` (CHECK-07). */
export const passedCheck = (completionId: string) => `(select json_build_object('percent', passing.percent,
  'passMark', passing.pass_mark, 'version', passing.version)
  from check_attempts passing where passing.completion_id = ${completionId})`;

/** One live assignment, or all of a resource. */
export type Which = { organisationId: number; assignmentId: number } | { organisationId: number; resourceId: number };

const which = `organisation_id = $1 and ended_at is null
  and ($2::bigint is null or id = $2) and ($3::integer is null or resource_id = $3)`;
const whichValues = (one: Which) => [
  one.organisationId,
  'assignmentId' in one ? one.assignmentId : null,
  'resourceId' in one ? one.resourceId : null,
];

/** The previous state of a changed assignment, for the audit log. */
export type ChangedRow = { user_id: number; resource_id: number; was: string };

/** Changes the due date of live assignments. @returns the changed ones, with the previous day */
export function updateDueDay(db: Db, one: Which, dueOn: string): Promise<ChangedRow[]> {
  return db.prepared<ChangedRow>(
    'learning.update_due_day',
    `update assignments a set due_on = $4::date from (
       select id, due_on from assignments where ${which} order by id for update
     ) former where a.id = former.id returning a.user_id, a.resource_id, former.due_on as was`,
    [...whichValues(one), dueOn],
  );
}

/** Ends live assignments. @returns the ended ones */
export function endAssignments(db: Db, one: Which): Promise<ChangedRow[]> {
  return db.prepared<ChangedRow>(
    'learning.end_assignments',
    `update assignments set ended_at = now() where ${which} returning user_id, resource_id, due_on as was`,
    whichValues(one),
  );
}

/** Finds and locks a person's assignment that asks for a confirmation. */
export async function findToConfirm(
  db: Db,
  userId: number,
  assignmentId: number,
): Promise<{ isCompleted: boolean } | null> {
  const rows = await db.prepared<{ isCompleted: boolean }>(
    'learning.find_to_confirm',
    `select
       completed_at is not null and (valid_until is null or valid_until >= ${today}) as "isCompleted"
     from assignments where id = $2 and user_id = $1 and ended_at is null and asks_confirmation for update`,
    [userId, assignmentId],
  );
  return rows[0] ?? null;
}

/**
 * SQL condition: whether a completion `c` can still be confirmed for an assignment `a`, because it is not confirmed and
 * its refresh is not due yet. The caller must join only the person's latest completion of the resource as `c`.
 */
export const isConfirmable = `c.confirmed_at is null and (a.refresh_months is null
  or ((c.completed_at at time zone 'UTC')::date + make_interval(months => a.refresh_months))::date >= ${today})`;

/** Confirms the latest completion of an assigned resource. @returns false when no completion can be confirmed */
export async function confirmLatest(db: Db, assignmentId: number): Promise<boolean> {
  const rows = await db.prepared(
    'learning.confirm_latest',
    `update completions set confirmed_at = now() where id = (
       select c.id from assignments a cross join lateral (
         select c.id, c.completed_at, c.confirmed_at from completions c
         where c.user_id = a.user_id and c.resource_id = a.resource_id order by c.completed_at desc limit 1
       ) c where a.id = $1 and ${isConfirmable}
     ) returning 1 as one`,
    [assignmentId],
  );
  return rows.length > 0;
}

/**
 * SQL condition: whether a completion `c` that rests on what was done before an assignment `a` would complete it, if
 * the person shared it.
 */
export const isShareable = `not a.asks_confirmation and c.asked_at is distinct from a.made_at and (a.completed_at is null
  or a.completed_at < c.completed_at) and (a.refresh_months is null
  or ((c.completed_at at time zone 'UTC')::date + make_interval(months => a.refresh_months))::date >= ${today})`;

/**
 * Completes an assignment by the latest completion that the organisation does not know of. @returns false when there
 * is none
 */
export async function shareEarlier(db: Db, userId: number, assignmentId: number): Promise<boolean> {
  const rows = await db.prepared(
    'learning.share_earlier',
    `update assignments set completion_id = earlier.id, completed_at = earlier.completed_at from (
       select a.id as assignment_id, c.id, c.completed_at
       from assignments a join completions c on c.user_id = a.user_id and c.resource_id = a.resource_id
       where a.id = $2 and a.user_id = $1 and a.ended_at is null and ${isShareable}
       order by c.completed_at desc limit 1
     ) earlier where assignments.id = earlier.assignment_id returning 1 as one`,
    [userId, assignmentId],
  );
  return rows.length > 0;
}
