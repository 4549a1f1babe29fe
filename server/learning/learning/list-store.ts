import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { type MemberRole, memberRoles } from '#contract/interests.ts';
import type { AssignedCheck } from '#contract/learning/checks-standing.ts';
import type { AssignmentStatus, PersonLearning, RefreshMonths } from '#contract/learning/learning.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import { containing } from '#server/platform/database/like.ts';
import { isConfirmable, isShareable, today } from './store.ts';

type Stored = Selectable<Tables['assignments']>;
type Resource = Selectable<Tables['resources']>;

/** Reads the current day from `withDay`; as a subquery it is computed once, not for each row. */
const onDay = '(select today from day)';
const withDay = `with day as materialized (select ${today} as today)`;

const isCompleted = `a.completed_at is not null and (a.valid_until is null or a.valid_until >= ${onDay})`;
const isOpen = `a.due_by >= ${onDay} and (a.completed_at is null or a.valid_until < ${onDay})`;
const isNotBegun = '(a.begun_at is null or a.begun_at <= a.completed_at)';

/** Computes `statusOf` of rules.ts in SQL, for an assignment `a`. */
export const statusSql = `case when ${isCompleted} then 'completed' when a.due_by < ${onDay} then 'overdue'
  when ${isNotBegun} then 'not_started' else 'in_progress' end`;

/** An assignment as all lists show it. */
export type AssignmentRow = Pick<
  Stored,
  'id' | 'resource_id' | 'asks_confirmation' | 'made_at' | 'completed_at' | 'begun_at' | 'valid_until' | 'due_by'
> & {
  refresh_months: RefreshMonths | null;
  title: Resource['title'];
  type: Resource['type'];
  is_earlier: boolean;
  check: AssignedCheck;
  today: string;
};
/**
 * The person's standing with the check of an assigned resource, by attempts that were handed in since the assignment
 * (that were started since, if the server handed them in). Earlier ones stay unknown, except the one whose completion
 * the person shared (ORG-10). Once the refresh is due, attempts until the last completion no longer count.
 */
const assignedCheck = `(select json_build_object('passed', coalesce(bool_or(t.passed), false),
    'attempts', count(t.id), 'bestPercent', max(t.percent))
  from (select 1) one left join check_attempts t on t.user_id = a.user_id and t.resource_id = a.resource_id
    and (acted_at(t) >= a.made_at or t.completion_id = a.completion_id)
    and (a.completed_at is null or ${isCompleted} or acted_at(t) > a.completed_at)
  having count(t.id) > 0 or exists (select from knowledge_checks k
    where k.resource_id = a.resource_id and k.version is not null))`;
const listed = `a.id, a.resource_id, a.asks_confirmation, a.made_at, a.completed_at, a.begun_at, a.valid_until, a.due_by,
  a.refresh_months, r.title, r.type, coalesce(c.content_version < r.content_version, false) as is_earlier, ${onDay} as today,
  ${assignedCheck} as "check"`;

/** An assignment with its person, for owners and managers. */
export type PersonAssignmentRow = AssignmentRow & {
  user_id: number;
  name: string;
  email: string;
};

/** Filter of an organisation's live assignments; `userIds` is null for all people. */
export type Sought = {
  organisationId: number;
  status: AssignmentStatus | null;
  resourceId: number | null;
  userIds: readonly number[] | null;
};

/** Finds the people of an organisation whose name or email address contains a text. */
export async function listPeopleLike(db: Db, organisationId: number, part: string): Promise<number[]> {
  const rows = await db.prepared<{ id: number }>(
    'learning.list_people_like',
    `select p.user_id as id from organisation_people p join users u on u.id = p.user_id
     where p.organisation_id = $1 and u.first_name || ' ' || u.last_name || ' ' || u.email ilike $2`,
    [organisationId, containing(part)],
  );
  return rows.map(({ id }) => id);
}

/** SQL condition of each status for a `where` clause, written so that PostgreSQL can use the index of due dates. */
export const conditions: Record<AssignmentStatus, string> = {
  overdue: `a.due_by < ${onDay}`,
  completed: isCompleted,
  in_progress: `${isOpen} and ${isNotBegun} is not true`,
  not_started: `${isOpen} and ${isNotBegun}`,
};

function soughtSql({ organisationId, status, resourceId, userIds }: Sought) {
  return sql`a.organisation_id = ${organisationId} and a.ended_at is null
    ${status === null ? sql`` : sql.raw(`and ${conditions[status]}`)}
    ${resourceId === null ? sql`` : sql`and a.resource_id = ${resourceId}`}
    ${userIds === null ? sql`` : sql`and a.user_id = any (${[...userIds]}::integer[])`}`;
}

/** Start of a page of a list: an offset, or the last assignment of the previous page. */
export type Start = { limit: number; offset?: number; after?: { dueBy: string | null; id: number } | null };

/**
 * Lists live assignments of an organisation: overdue first, then by the next due date, those without a due date last.
 */
export async function listAssignments(db: Db, sought: Sought, start: Start): Promise<PersonAssignmentRow[]> {
  const { limit, offset = 0, after = null } = start;
  // Assignments without a due date sort last, so the comparison with `after` uses `infinity`.
  const from =
    after === null
      ? sql``
      : sql`and (coalesce(a.due_by, 'infinity'), a.id) > (coalesce(${after.dueBy}::date, 'infinity'), ${after.id})`;
  const { rows } = await sql<PersonAssignmentRow>`
    ${sql.raw(withDay)}, page as materialized (
      select a.id from assignments a where ${soughtSql(sought)} ${from}
      order by a.due_by, a.id limit ${limit} offset ${offset}
    )
    select ${sql.raw(listed)}, a.user_id, trim(u.first_name || ' ' || u.last_name) as name, u.email
    from page join assignments a on a.id = page.id join users u on u.id = a.user_id
      join resources r on r.id = a.resource_id left join completions c on c.id = a.completion_id
    order by a.due_by, a.id`.execute(db.kysely);
  return rows;
}

export async function countAssignments(db: Db, sought: Sought): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    ${sql.raw(withDay)}
    select count(*)::integer as total from assignments a where ${soughtSql(sought)}`.execute(db.kysely);
  return rows[0]?.total ?? 0;
}

/** Number of people of one role who have one status with a resource, under the same conditions of assignment. */
export type CellRow = {
  resourceId: number;
  role: MemberRole | null;
  status: AssignmentStatus;
  refreshMonths: RefreshMonths | null;
  asksConfirmation: boolean;
  people: number;
  /** The earliest due date of these assignments. */
  dueBy: string | null;
};

const statusNames = "array['completed', 'overdue', 'not_started', 'in_progress']";
const roleNames = `array[${memberRoles.map((role) => `'${role}'`).join(', ')}]`;

/** Counts by resource and role, with one row for each combination that exists. */
export function countByRole(db: Db, organisationId: number): Promise<CellRow[]> {
  return db.prepared<CellRow>(
    'learning.count_by_role',
    // 100,000 rows are read each time, and grouping by one number is twice as fast as by words. From its end, the
    // number has one bit for the confirmation, five for the months, two for the status, four for the role, and the
    // resource.
    `${withDay}, people as materialized (
       select p.user_id, coalesce(array_position(${roleNames}, u.role_affiliation), 0) * 256 as role
       from organisation_people p join users u on u.id = p.user_id where p.organisation_id = $1
     ), counted as (
       select (a.resource_id::bigint << 12) + p.role + a.asks_confirmation::integer + 2 * coalesce(a.refresh_months, 0)
           + 64 * (case when ${isCompleted} then 0 when a.due_by < ${onDay} then 1 when ${isNotBegun} then 2 else 3 end) as key,
         count(*)::integer as people, min(a.due_by) as due_by
       from assignments a join people p on p.user_id = a.user_id
       where a.organisation_id = $1 and a.ended_at is null group by 1
     )
     select (key >> 12)::integer as "resourceId", (${roleNames})[(key >> 8 & 15)::integer] as role,
       (${statusNames})[1 + (key >> 6 & 3)::integer] as status, nullif(key >> 1 & 31, 0)::integer as "refreshMonths",
       (key & 1) = 1 as "asksConfirmation", people, due_by as "dueBy" from counted`,
    [organisationId],
  );
}

/** Counts the people with an overdue assignment. */
export async function countOverduePeople(db: Db, organisationId: number): Promise<number> {
  const rows = await db.prepared<{ people: number }>(
    'learning.count_overdue_people',
    `select count(distinct user_id)::integer as people from assignments
     where organisation_id = $1 and ended_at is null and due_by < ${today}`,
    [organisationId],
  );
  return rows[0]?.people ?? 0;
}

export function countRoles(db: Db, organisationId: number): Promise<{ role: MemberRole | null; people: number }[]> {
  return db.prepared(
    'learning.count_roles',
    `select u.role_affiliation as role, count(*)::integer as people
     from organisation_people p join users u on u.id = p.user_id where p.organisation_id = $1 group by 1`,
    [organisationId],
  );
}

/** Lists the people of an organisation who have not completed an assigned resource, by resource, without free ones. */
export function listToDo(db: Db, organisationId: number): Promise<{ resourceId: number; userIds: number[] }[]> {
  return db.prepared(
    'learning.list_to_do',
    // Free resources need no seat; leaving them out here keeps most rows away from the rules of access.
    `${withDay}
     select a.resource_id as "resourceId", array_agg(a.user_id order by a.user_id) as "userIds"
     from assignments a join resources r on r.id = a.resource_id
     where a.organisation_id = $1 and a.ended_at is null and r.access_type <> 'free' and (${isCompleted}) is not true
     group by 1`,
    [organisationId],
  );
}

export function listNames(db: Db, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  return db.prepared(
    'learning.list_names',
    `select id, trim(first_name || ' ' || last_name) as name from users where id = any ($1::integer[])`,
    [ids],
  );
}

export function listTitles(db: Db, ids: readonly number[]): Promise<Pick<Resource, 'id' | 'title' | 'type'>[]> {
  return db.prepared('learning.list_titles', 'select id, title, type from resources where id = any ($1::integer[])', [
    ids,
  ]);
}

/** Counts the assignments of people of an organisation; leaves out people without one. */
export function countByPerson(db: Db, organisationId: number, userIds: readonly number[]): Promise<PersonLearning[]> {
  return db.prepared<PersonLearning>(
    'learning.count_by_person',
    `${withDay}
     select a.user_id as "userId", count(*)::integer as assigned,
       (count(*) filter (where ${isCompleted}))::integer as completed,
       (count(*) filter (where a.due_by < ${onDay}))::integer as overdue
     from assignments a where a.organisation_id = $1 and a.ended_at is null and a.user_id = any ($2::integer[])
     group by 1`,
    [organisationId, userIds],
  );
}

export type OwnRow = AssignmentRow & {
  organisation: string;
  image_url: string | null;
  rapp_principles: string[];
  online_product_id: number | null;
  percent: number;
  can_confirm: boolean;
  earlier_completed_at: Date | null;
};

/** Lists up to 500 live assignments of a person, or the one of a resource; the next due first. */
export function listOwn(db: Db, userId: number, resourceId: number | null): Promise<OwnRow[]> {
  return db.prepared<OwnRow>(
    'learning.list_own',
    `${withDay}
     select ${listed}, o.name as organisation, coalesce(r.thumbnail_url, r.featured_image_url) as image_url,
       r.rapp_principles, r.online_product_id, coalesce(case when s.finished_at is null then s.completion_percentage else 100 end, 0) as percent,
       a.asks_confirmation and not (${isCompleted}) and coalesce(latest.is_confirmable, false) as can_confirm,
       case when latest.is_shareable then latest.completed_at end as earlier_completed_at
     from assignments a join organisations o on o.id = a.organisation_id join resources r on r.id = a.resource_id
       left join completions c on c.id = a.completion_id
       left join progress_sessions s on s.user_id = a.user_id and s.resource_id = a.resource_id
       left join lateral (
         select ${isConfirmable} as is_confirmable, ${isShareable} as is_shareable, c.completed_at from completions c
         where c.user_id = a.user_id and c.resource_id = a.resource_id order by c.completed_at desc limit 1
       ) latest on true
     where a.user_id = $1 and a.ended_at is null and ($2::integer is null or a.resource_id = $2)
     order by a.due_by, a.id limit 500`,
    [userId, resourceId],
  );
}
