import type { Db } from '#server/platform/database/db.ts';
import type { ReminderItem } from './rules.ts';
import { today } from './store.ts';

/**
 * The stage that the reminders of an assignment `a` should have today; at most `sent.stage` when no reminder is due.
 * Each is for the next due date; after it, one a week, four at most. After missed nights, only the latest is sent.
 */
const stage = `case
  when a.due_by < day.today then case
    when sent.stage < 7 and (sent.stage < 4 or a.reminded_on is null or a.reminded_on + 7 <= day.today)
      then greatest(sent.stage, 3) + 1
    else sent.stage end
  when a.due_by <= day.today + 1 then 3
  when a.due_by <= day.today + 7 then 2
  when a.completed_at is null or a.due_by <= day.today + 30 then 1
  else 0 end`;

const due = `from (select ${today} as today) day, assignments a
  cross join lateral (select case when a.reminded_for = a.due_by then a.reminders else 0 end as stage) sent
  cross join lateral (select ${stage} as stage) next`;
const isDue = 'a.ended_at is null and a.due_by is not null and next.stage > sent.stage';

/** Whether the user with this id got a mail about learning today: reminders, or a manager's summary. */
const hasMail = (userId: string) => `exists (select from mails m
  where m.dedupe_key in ('learning:' || ${userId} || ':' || ${today}, 'learning-summary:' || ${userId} || ':' || date_trunc('week', ${today})::date)
    and (m.created_at at time zone 'UTC')::date = ${today})`;

/**
 * Serialises the transactions that queue mails about learning, so that each sees the mails that another has queued
 * today.
 */
export async function lockMails(db: Db): Promise<void> {
  await db.prepared('learning.lock_mails', `select pg_advisory_xact_lock(hashtext('learning-mails'))`, []);
}

const reachable = 'u.email_updates and u.email_verified_at is not null and u.deleted_at is null';

/**
 * Lists people with an id after `after` who are due reminders today, of all organisations or of one, and got no mail
 * about learning today. Leaves out people without a verified email address or with Email Updates off.
 */
export async function listToRemind(
  db: Db,
  { organisationId, after, limit }: { organisationId: number | null; after: number; limit: number },
): Promise<number[]> {
  const rows = await db.prepared<{ id: number }>(
    'learning.list_to_remind',
    `select u.id from users u
     where u.id > $1 and ${reachable} and not ${hasMail('u.id')} and exists (
       select ${due} where a.user_id = u.id and ($2::integer is null or a.organisation_id = $2) and ${isDue}
     )
     order by u.id limit $3`,
    [after, organisationId, limit],
  );
  return rows.map(({ id }) => id);
}

/** A reminder with its reader. */
export type ReminderRow = ReminderItem & {
  assignmentId: number;
  userId: number;
  email: string;
  firstName: string;
  organisation: string;
};

/** Lists and locks these people's reminders of today until the transaction ends, so that two nodes send none twice. */
export function lockReminders(db: Db, userIds: readonly number[]): Promise<ReminderRow[]> {
  return db.prepared<ReminderRow>(
    'learning.lock_reminders',
    `select a.id as "assignmentId", u.id as "userId", u.email, u.first_name as "firstName", o.name as organisation,
       r.id as "resourceId", r.title, a.due_by as "dueBy", next.stage, a.reminded_on is null as "isNew", a.completed_at is not null as "isRefresh",
       a.asks_confirmation and exists (select from completions c where c.user_id = a.user_id
         and c.resource_id = a.resource_id and c.confirmed_at is null and (a.completed_at is null or c.completed_at > a.completed_at))
         as "isUnconfirmed"
     ${due} join users u on u.id = a.user_id join organisations o on o.id = a.organisation_id
       join resources r on r.id = a.resource_id
     where a.user_id = any ($1::integer[]) and ${isDue} and ${reachable} and not ${hasMail('a.user_id')}
     order by a.user_id, a.due_by, a.id for update of a`,
    [userIds],
  );
}

/** Records the stage that the reminders of assignments have reached. @returns the day by the database's clock */
export async function updateReminders(
  db: Db,
  sent: readonly Pick<ReminderRow, 'assignmentId' | 'stage'>[],
): Promise<string> {
  const rows = await db.prepared<{ day: string }>(
    'learning.update_reminders',
    `with noted as (
       update assignments a set reminded_for = a.due_by, reminders = sent.stage, reminded_on = ${today}
       from unnest($1::bigint[], $2::smallint[]) as sent (id, stage) where a.id = sent.id
     ) select ${today} as day`,
    [sent.map(({ assignmentId }) => assignmentId), sent.map((one) => one.stage)],
  );
  return rows[0]?.day ?? '';
}

/** A week's summary for an owner or manager (LEARN-03). */
export type SummaryRow = {
  userId: number;
  email: string;
  firstName: string;
  organisation: string;
  week: string;
  completed: number;
  dueSoon: number;
  overdue: number;
  overduePeople: number;
};

/**
 * Lists the summaries of owners and managers with an id after `after` who got neither this week's summary nor another
 * mail about learning today. Leaves out people without a verified email address or with Email Updates off, and
 * organisations without a live assignment.
 */
export function listSummaries(db: Db, after: number, limit: number): Promise<SummaryRow[]> {
  return db.prepared<SummaryRow>(
    'learning.list_summaries',
    `with day as materialized (select ${today} as today, date_trunc('week', ${today})::date as week),
     reader as materialized (
       select p.user_id, p.organisation_id, u.email, u.first_name from organisation_people p join users u on u.id = p.user_id
       where p.user_id > $1 and p.role in ('owner', 'manager') and ${reachable}
         and exists (select from assignments a where a.organisation_id = p.organisation_id and a.ended_at is null)
         and not ${hasMail('p.user_id')}
         and not exists (select from mails m, day where m.dedupe_key = 'learning-summary:' || p.user_id || ':' || day.week)
       order by p.user_id limit $2
     ), known as (
       select organisation_id, (count(*) filter (where completed_at >= now() - interval '7 days'))::integer as completed,
         (count(*) filter (where due_by between day.today and day.today + 7))::integer as "dueSoon",
         (count(*) filter (where due_by < day.today))::integer as overdue,
         (count(distinct user_id) filter (where due_by < day.today))::integer as "overduePeople"
       from day, assignments where ended_at is null and organisation_id in (select organisation_id from reader) group by 1
     )
     select reader.user_id as "userId", reader.email, reader.first_name as "firstName", o.name as organisation,
       day.week, known.completed, known."dueSoon", known.overdue, known."overduePeople"
     from day, reader join known using (organisation_id) join organisations o on o.id = organisation_id order by 1`,
    [after, limit],
  );
}
