import type { Db } from '#server/platform/database/db.ts';
import type { AttemptRow, PlanEntryRow } from './presenters.ts';

const attemptColumns = 'id, resource_id, content_version, answers, scope, assessed_on, created_at';

type NewAttemptRow = Omit<AttemptRow, 'id' | 'created_at'> & { userId: number; startedAt: string };

/** Stores a run's attempt, or updates the existing one. */
export async function upsertAttempt(db: Db, attempt: NewAttemptRow): Promise<{ id: number; isNew: boolean }> {
  const { userId, startedAt, resource_id, content_version, answers, scope, assessed_on } = attempt;
  const rows = await db.prepared<{ id: number; isNew: boolean }>(
    'assessment.upsert_attempt',
    `insert into assessment_attempts
       (user_id, started_at, resource_id, content_version, answers, scope, assessed_on)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict on constraint assessment_attempts_user_id_started_at_key do update set
       resource_id = excluded.resource_id, content_version = excluded.content_version, answers = excluded.answers,
       scope = excluded.scope, assessed_on = excluded.assessed_on, updated_at = now()
     returning id, xmax = 0 as "isNew"`,
    [userId, startedAt, resource_id, content_version, JSON.stringify(answers), scope, assessed_on],
  );
  const [row] = rows;
  if (!row) throw new Error('An attempt was neither kept nor corrected');
  return row;
}

export async function findAttempt(db: Db, userId: number, id: number): Promise<AttemptRow | null> {
  const rows = await db.prepared<AttemptRow>(
    'assessment.find_attempt',
    `select ${attemptColumns} from assessment_attempts where user_id = $1 and id = $2`,
    [userId, id],
  );
  return rows[0] ?? null;
}

/** Like `findAttempt`, but locks the attempt, and with it its plan, until the transaction ends. */
export async function lockAttempt(db: Db, userId: number, id: number): Promise<AttemptRow | null> {
  const rows = await db.prepared<AttemptRow>(
    'assessment.lock_attempt',
    `select ${attemptColumns} from assessment_attempts where user_id = $1 and id = $2 for update`,
    [userId, id],
  );
  return rows[0] ?? null;
}

export async function findPreviousAttempt(db: Db, userId: number, id: number): Promise<AttemptRow | null> {
  const rows = await db.prepared<AttemptRow>(
    'assessment.find_previous_attempt',
    `select ${attemptColumns} from assessment_attempts where user_id = $1 and id < $2 order by id desc limit 1`,
    [userId, id],
  );
  return rows[0] ?? null;
}

export async function listAttempts(
  db: Db,
  userId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<AttemptRow[]> {
  return db.prepared<AttemptRow>(
    'assessment.list_attempts',
    `select ${attemptColumns} from assessment_attempts where user_id = $1 order by id desc limit $2 offset $3`,
    [userId, limit, offset],
  );
}

export async function countAttempts(db: Db, userId: number): Promise<number> {
  const rows = await db.prepared<{ count: number }>(
    'assessment.count_attempts',
    'select count(*) from assessment_attempts where user_id = $1',
    [userId],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Counts, for each key, the members whose latest attempt gave one of its answers; an answer may have several keys, and
 * a member counts once for each. A latest attempt under another version does not count.
 */
export async function countMembersByNeed(
  db: Db,
  contentVersion: string,
  needs: readonly { questionId: string; level: string; key: string }[],
): Promise<Map<string, number>> {
  const rows = await db.prepared<{ key: string; members: number }>(
    'assessment.count_members_by_need',
    `with latest as (
       select distinct on (user_id) user_id, content_version, answers from assessment_attempts order by user_id, id desc
     )
     select key, count(distinct user_id) as members
     from unnest($2::text[], $3::text[], $4::text[]) as need (question_id, level, key)
     join latest on content_version = $1 and answers ->> question_id = level group by key`,
    [
      contentVersion,
      needs.map(({ questionId }) => questionId),
      needs.map(({ level }) => level),
      needs.map(({ key }) => key),
    ],
  );
  return new Map(rows.map(({ key, members }) => [key, members]));
}

const entryColumns = 'action_id, owner, due_on, done_at';

export async function listEntries(db: Db, attemptId: number): Promise<PlanEntryRow[]> {
  return db.prepared<PlanEntryRow>(
    'assessment.list_entries',
    `select ${entryColumns} from assessment_plan_entries where attempt_id = $1`,
    [attemptId],
  );
}

type Change = { attemptId: number; actionId: string; owner: string | null; dueOn: string | null; isDone: boolean };

/** Adds or replaces the entry for an action; an action that stays done keeps the time at which it was done. */
export async function upsertEntry(db: Db, change: Change): Promise<PlanEntryRow> {
  const rows = await db.prepared<PlanEntryRow>(
    'assessment.upsert_entry',
    `insert into assessment_plan_entries as known (attempt_id, action_id, owner, due_on, done_at)
     values ($1, $2, $3, $4, case when $5 then now() end)
     on conflict on constraint assessment_plan_entries_pkey do update set
       owner = excluded.owner, due_on = excluded.due_on, done_at = case when $5 then coalesce(known.done_at, now()) end
     returning ${entryColumns}`,
    [change.attemptId, change.actionId, change.owner, change.dueOn, change.isDone],
  );
  const [row] = rows;
  if (!row) throw new Error('Nothing was noted');
  return row;
}

export async function deleteEntry(
  db: Db,
  { attemptId, actionId }: { attemptId: number; actionId: string },
): Promise<void> {
  await db.prepared(
    'assessment.delete_entry',
    'delete from assessment_plan_entries where attempt_id = $1 and action_id = $2',
    [attemptId, actionId],
  );
}

type Taking = { fromAttemptId: number; attemptId: number; actionIds: readonly string[] };

/** Copies the entries for these actions from an earlier plan. */
export async function insertEntriesOf(db: Db, { fromAttemptId, attemptId, actionIds }: Taking): Promise<void> {
  await db.prepared(
    'assessment.insert_entries_of',
    `insert into assessment_plan_entries (attempt_id, action_id, owner, due_on, done_at)
     select $2, action_id, owner, due_on, done_at from assessment_plan_entries
     where attempt_id = $1 and action_id = any ($3::text[])`,
    [fromAttemptId, attemptId, actionIds],
  );
}
