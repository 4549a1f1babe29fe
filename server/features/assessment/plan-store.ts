import type { Db } from '#server/platform/database/db.ts';
import type { PlanEntryRow } from './presenters.ts';

const entryColumns = 'action_id, owner, due_on, done_at';

/** Everything noted on an attempt's plan. */
export async function listEntries(db: Db, attemptId: number): Promise<PlanEntryRow[]> {
  return db.prepared<PlanEntryRow>(
    'assessment.list_entries',
    `select ${entryColumns} from assessment_plan_entries where attempt_id = $1`,
    [attemptId],
  );
}

type Change = { attemptId: number; actionId: string; owner: string | null; dueOn: string | null; isDone: boolean };

/** Notes something on an action; what was done before keeps its time. */
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

type Taking = { fromAttemptId: number; attemptId: number; actionIds: readonly string[] };

/** Takes over what was noted on these actions of an earlier plan. */
export async function insertEntriesOf(db: Db, { fromAttemptId, attemptId, actionIds }: Taking): Promise<void> {
  await db.prepared(
    'assessment.insert_entries_of',
    `insert into assessment_plan_entries (attempt_id, action_id, owner, due_on, done_at)
     select $2, action_id, owner, due_on, done_at from assessment_plan_entries
     where attempt_id = $1 and action_id = any ($3::text[])`,
    [fromAttemptId, attemptId, actionIds],
  );
}
