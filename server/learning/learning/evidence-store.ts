import type { AssignmentStatus } from '#contract/learning/learning.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { AskedRow, CompletionRow, CountsRow, Period } from './evidence-rules.ts';
import { passedCheck, restsOnEarlier } from './store.ts';

// The period ends with its last day, or now where that is earlier.
const period = `period as materialized (
  select $2::date::timestamp at time zone 'UTC' as first, $3::date as last,
    least(($3::date + 1)::timestamp at time zone 'UTC', now()) as moment)`;

/** Assignments that were live at the end of the period, of people who are still in the organisation. */
const live = `from period, assignments a
    join organisation_people p on p.user_id = a.user_id and p.organisation_id = a.organisation_id
    join users u on u.id = a.user_id join resources r on r.id = a.resource_id`;
const isLive = `a.organisation_id = $1 and a.made_at < period.moment
    and (a.ended_at is null or a.ended_at >= period.moment)`;

/** Whether a completion counted, or the person shared it: a certificate was issued with it (ORG-10). */
const isShared = `exists (select from certificates issued
  where issued.completion_id = c.id and issued.organisation_id = a.organisation_id)`;

/** Columns of an assignment with its completion. */
const columns = `id, user_id, name, email, role, resource_id, title, current_version, made_at, due_on, asks_confirmation,
  begun_at, completion_id, version, confirmed_at, counted_at, valid_until, due_by`;

/**
 * Selects each assignment with the completion that counted then, and its status on the last day, by the rules of
 * `statusOf` in rules.ts. Leaves out assignments that were completed before the first day and need no new completion by
 * the last.
 */
const known = `with ${period}, asked as (
    select a.id, a.user_id, trim(u.first_name || ' ' || u.last_name) as name, u.email, u.role_affiliation as role,
      a.resource_id, r.title, r.content_version as current_version, a.made_at, a.due_on, a.asks_confirmation, a.begun_at,
      done.id as completion_id, done.content_version as version, done.confirmed_at, done.counted_at,
      done.valid_until, case when done.id is null then a.due_on else greatest(a.due_on, done.valid_until) end as due_by
    ${live} left join lateral (
      select c.id, c.content_version, c.confirmed_at, counted.at as counted_at,
        ((counted.at at time zone 'UTC')::date + make_interval(months => a.refresh_months))::date as valid_until
      from completions c cross join lateral (
        select case when a.asks_confirmation then greatest(c.completed_at, c.confirmed_at) else c.completed_at end as at
      ) counted
      where c.user_id = a.user_id and c.resource_id = a.resource_id and counted.at < period.moment
        and (not a.asks_confirmation or c.confirmed_at is not null)
        and (r.path is null and c.completed_at >= a.made_at and not ${restsOnEarlier} or ${isShared})
      order by c.completed_at desc limit 1
    ) done on true
    where ${isLive} and a.user_id = any ($4::integer[])
  ), known as (
    select ${columns}, case
      when counted_at is not null and (valid_until is null or valid_until >= last) then 'completed'
      when due_by < last then 'overdue'
      when begun_at is null or begun_at >= moment or begun_at <= counted_at then 'not_started'
      else 'in_progress' end as status
    from asked, period
  ), counted as (
    select ${columns}, status from known, period where status <> 'completed' or counted_at >= first
  )`;

const filtered = (status: AssignmentStatus) => `(count(*) filter (where status = '${status}'))::integer`;

type OfPeople = Period & { userIds: readonly number[] };

/** Counts the assignments of these people in one pass: in total, by resource and by role. */
export function countEvidence(db: Db, { organisationId, from, to, userIds }: OfPeople): Promise<CountsRow[]> {
  return db.prepared<CountsRow>(
    'learning.count_evidence',
    `${known}
     select case when grouping(resource_id) = 0 then 'resource' when grouping(role) = 0 then 'role' end as of,
       resource_id as "resourceId", role, count(distinct user_id)::integer as people,
       ${filtered('completed')} as completed, ${filtered('in_progress')} as "inProgress",
       ${filtered('not_started')} as "notStarted", ${filtered('overdue')} as overdue,
       (count(distinct user_id) filter (where status = 'overdue'))::integer as "overduePeople",
       (count(*) filter (where status = 'completed' and version < current_version))::integer as earlier
     from counted group by grouping sets ((), (resource_id), (role))`,
    [organisationId, from, to, userIds],
  );
}

/** Lists titles and current versions of resources. */
export function listVersions(
  db: Db,
  resourceIds: readonly number[],
): Promise<{ id: number; title: string; version: number }[]> {
  return db.prepared(
    'learning.list_versions',
    'select id, title, content_version as version from resources where id = any ($1::integer[])',
    [resourceIds],
  );
}

/** Lists the people of an organisation who ever had an assignment, by name. */
export async function listAskedPeople(db: Db, organisationId: number): Promise<number[]> {
  const rows = await db.prepared<{ id: number }>(
    'learning.list_asked_people',
    `select u.id from organisation_people p join users u on u.id = p.user_id
     where p.organisation_id = $1 and exists (
       select from assignments a where a.user_id = u.id and a.organisation_id = $1)
     order by lower(u.first_name), lower(u.last_name), u.id`,
    [organisationId],
  );
  return rows.map(({ id }) => id);
}

/** Lists the assignments of these people in the order of the ids, then by due date. */
export function listAsked(db: Db, { organisationId, from, to, userIds }: OfPeople): Promise<AskedRow[]> {
  return db.prepared<AskedRow>(
    'learning.list_asked',
    `${known}
     select counted.user_id as "userId", name, email, role, title, current_version as "currentVersion",
       made_at as "madeAt", coalesce(case when status <> 'completed' then due_by end, due_on) as "dueOn",
       asks_confirmation as "asksConfirmation", status, counted_at as "completedAt", version,
       confirmed_at as "confirmedAt", certificates.code, ${passedCheck('counted.completion_id')} as "check",
       exists (select from knowledge_checks k where k.resource_id = counted.resource_id and k.version is not null)
         as "hasCheck"
     from counted left join certificates
       on certificates.completion_id = counted.completion_id and certificates.organisation_id = $1
     order by array_position($4::integer[], counted.user_id), due_on, counted.id`,
    [organisationId, from, to, userIds],
  );
}

/**
 * Lists the completions of these people within the period: since the assignment, and earlier ones that they shared or
 * confirmed. An earlier one has the day on which it counted, because its own day stays unknown to the organisation
 * (ORG-10).
 */
export function listCompletions(db: Db, { organisationId, from, to, userIds }: OfPeople): Promise<CompletionRow[]> {
  return db.prepared<CompletionRow>(
    'learning.list_evidence_completions',
    `with ${period}
     select trim(u.first_name || ' ' || u.last_name) as name, u.email, u.role_affiliation as role,
       r.id as "resourceId", r.title, c.content_version as version, shown.at as "completedAt",
       case when c.confirmed_at < period.moment then c.confirmed_at end as "confirmedAt", a.made_at as "assignedAt",
       a.due_on as "dueOn", a.asks_confirmation as "asksConfirmation", k.code, ${passedCheck('c.id')} as "check"
     ${live} join completions c on c.user_id = a.user_id and c.resource_id = a.resource_id
       left join certificates k on k.completion_id = c.id and k.organisation_id = a.organisation_id
       cross join lateral (
         select case when c.completed_at < a.made_at or r.path is not null or ${restsOnEarlier} then k.completed_at else c.completed_at end as at) shown
     where ${isLive} and a.user_id = any ($4::integer[]) and shown.at >= period.first and shown.at < period.moment
     order by array_position($4::integer[], a.user_id), shown.at, c.id`,
    [organisationId, from, to, userIds],
  );
}

/** Finds the names of an organisation and of the member who downloads its evidence. */
export async function findNames(
  db: Db,
  organisationId: number,
  userId: number,
): Promise<{ name: string; reader: string }> {
  const rows = await db.prepared<{ name: string; reader: string }>(
    'learning.find_evidence_names',
    `select o.name, trim(u.first_name || ' ' || u.last_name) as reader from organisations o, users u
     where o.id = $1 and u.id = $2`,
    [organisationId, userId],
  );
  return rows[0] ?? { name: '', reader: '' };
}
