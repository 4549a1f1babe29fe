import { type Selectable, sql } from 'kysely';
import type { CheckMark } from '#contract/learning/checks-standing.ts';
import type { ReadingPosition } from '#contract/learning/progress.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Contents } from './rules.ts';

export type SessionRow = Selectable<Tables['progress_sessions']>;

type Owner = { userId: number; resourceId: number };

export async function listSessions(
  db: Db,
  userId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<SessionRow[]> {
  return db.kysely
    .selectFrom('progress_sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('last_accessed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countSessions(db: Db, userId: number): Promise<number> {
  const { total } = await db.kysely
    .selectFrom('progress_sessions')
    .select((expression) => expression.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return total;
}

export async function hasSession(db: Db, userId: number): Promise<boolean> {
  const rows = await db.prepared('progress.has_session', 'select from progress_sessions where user_id = $1 limit 1', [
    userId,
  ]);
  return rows.length > 0;
}

export async function findSession(db: Db, { userId, resourceId }: Owner): Promise<SessionRow | null> {
  const row = await db.kysely
    .selectFrom('progress_sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('resource_id', '=', resourceId)
    .executeTakeFirst();
  return row ?? null;
}

/** Records that a member opens a resource now; its saved progress remains. */
export async function recordOpening(
  db: Db,
  { userId, resourceId, startedAt }: Owner & { startedAt: Date },
): Promise<SessionRow> {
  return db.kysely
    .insertInto('progress_sessions')
    .values({ user_id: userId, resource_id: resourceId, started_at: startedAt })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'resource_id']).doUpdateSet({ started_at: startedAt, last_accessed_at: sql`now()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

type Reached = Owner & { atLeastPercent: number; readingPosition: ReadingPosition | null };

/**
 * Records that a member uses a resource now, with the percentage and the reading position; the percentage never falls,
 * and the reading position is always the latest.
 */
export async function recordStep(
  db: Db,
  { userId, resourceId, atLeastPercent, readingPosition }: Reached,
): Promise<void> {
  const { id } = await db.kysely
    .insertInto('progress_sessions')
    .values({
      user_id: userId,
      resource_id: resourceId,
      started_at: sql`now()`,
      completion_percentage: atLeastPercent,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'resource_id']).doUpdateSet({
        completion_percentage: sql<number>`greatest(progress_sessions.completion_percentage, ${atLeastPercent}::smallint)`,
        last_accessed_at: sql`now()`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  if (!readingPosition) return;
  const kept = { ...readingPosition, saved_at: sql<Date>`now()` };
  await db.kysely
    .insertInto('reading_positions')
    .values({ session_id: id, ...kept })
    .onConflict((conflict) => conflict.columns(['session_id', 'unit']).doUpdateSet(kept))
    .execute();
}

/**
 * Records that a member reached the end of a resource now, also one that was finished before: an assignment counts what
 * was done after it (ORG-10). Does nothing for learning paths and resources with a check.
 */
export async function recordCompletion(db: Db, { userId, resourceId }: Owner): Promise<void> {
  await db.prepared('progress.record_completion', 'select record_completion($1, $2)', [userId, resourceId]);
}

/** Lists a member's reading positions in a resource, latest first. */
export async function listReadingPositions(db: Db, sessionId: number): Promise<ReadingPosition[]> {
  return db.kysely
    .selectFrom('reading_positions')
    .select(['unit', 'position', 'length'])
    .where('session_id', '=', sessionId)
    .orderBy('saved_at', 'desc')
    .orderBy('unit')
    .execute();
}

/** Returns the kinds of content of a resource, which must exist. */
export async function getContents(db: Db, resourceId: number): Promise<Contents> {
  const { rows } = await sql<Contents>`
    select r.type, coalesce(r.file_id::text, r.file_link) is not null as "hasFile", coalesce(f.content_type = 'application/pdf', false) as "hasPages",
      r.reading_minutes is not null as "hasText",
      coalesce(nullif(r.instructional_video_url, ''), r.video_url, '') <> '' as "hasVideo"
    from resources r left join files f on f.id = r.file_id where r.id = ${resourceId}`.execute(db.kysely);
  const [contents] = rows;
  if (!contents) throw new Error(`There is no resource ${resourceId}`);
  return contents;
}

/**
 * Returns `completed` once a member has completed a resource with a published check, `left` before; null without such a
 * check, and for a learning path.
 */
export async function findCheckMark(db: Db, { userId, resourceId }: Owner): Promise<CheckMark | null> {
  const rows = await db.prepared<{ mark: CheckMark }>(
    'progress.find_check_mark',
    `select case when exists (select from completions c where c.user_id = $1 and c.resource_id = k.resource_id)
       then 'completed' else 'left' end as mark
     from knowledge_checks k join resources r on r.id = k.resource_id
     where k.resource_id = $2 and k.version is not null and r.type <> 'path'`,
    [userId, resourceId],
  );
  return rows[0]?.mark ?? null;
}

type FinishedUpdate = Owner & { isFinished: boolean; mostUnfinished: number };

/**
 * Records that a member marked a resource as finished or not finished. The percentage remains, limited to
 * `mostUnfinished` when it is not finished.
 */
export async function updateFinished(
  db: Db,
  { userId, resourceId, isFinished, mostUnfinished }: FinishedUpdate,
): Promise<SessionRow> {
  const finishedAt = isFinished ? sql<Date>`now()` : null;
  return db.kysely
    .insertInto('progress_sessions')
    .values({ user_id: userId, resource_id: resourceId, started_at: sql`now()`, finished_at: finishedAt })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'resource_id']).doUpdateSet({
        finished_at: finishedAt,
        last_accessed_at: sql`now()`,
        completion_percentage: sql<number>`least(progress_sessions.completion_percentage,
            ${isFinished ? 100 : mostUnfinished}::smallint)`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

type Saving = Owner & { productId: number; sessionData: object; completionPercentage: number | null };

/** Saves a tool's session; without a percentage the last one remains, or becomes 0 if another product saved it. */
export async function saveSession(db: Db, saving: Saving): Promise<SessionRow> {
  const { userId, resourceId, productId, completionPercentage } = saving;
  const saved = {
    session_data: JSON.stringify(saving.sessionData),
    saved_by_product_id: productId,
    last_accessed_at: sql<Date>`now()`,
  };
  return db.kysely
    .insertInto('progress_sessions')
    .values({
      user_id: userId,
      resource_id: resourceId,
      started_at: sql`now()`,
      completion_percentage: completionPercentage ?? 0,
      ...saved,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'resource_id']).doUpdateSet({
        ...saved,
        completion_percentage:
          completionPercentage ??
          sql<number>`case when progress_sessions.saved_by_product_id is null
              or progress_sessions.saved_by_product_id = ${productId}
            then progress_sessions.completion_percentage else 0 end`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}
