import type { Db } from '#server/platform/database/db.ts';

/** A path with what a person did with it as a whole. */
export type PathRow = {
  id: number;
  path: unknown;
  begun_at: Date | null;
  finished_at: Date | null;
  is_refresh_due: boolean;
};

/** Lists the learning paths among these resources, with the member's start, last completion and due refresh. */
export function listPaths(db: Db, userId: number, ids: readonly number[]): Promise<PathRow[]> {
  return db.prepared(
    'paths.list_paths',
    `select r.id, r.path, l.begun_at, is_refresh_due($1, r.id) as is_refresh_due,
       (select max(c.completed_at) from completions c where c.user_id = $1 and c.resource_id = r.id) as finished_at
     from resources r left join path_learners l on l.user_id = $1 and l.resource_id = r.id
     where r.id = any ($2::integer[]) and r.path is not null`,
    [userId, ids],
  );
}

export type FactRow = { path_id: number; step_id: string; first_at: Date | null; last_at: Date | null };

/** Lists the steps of these paths with the times at which a person completed them. */
export function listFacts(db: Db, userId: number, ids: readonly number[]): Promise<FactRow[]> {
  return db.prepared(
    'paths.list_facts',
    `select p.id as path_id, f.step_id, f.first_at, f.last_at
     from unnest($2::integer[]) as p (id) cross join lateral path_facts($1, p.id) f`,
    [userId, ids],
  );
}

/** Lists the published checks of these resources. */
export function listChecks(
  db: Db,
  ids: readonly number[],
): Promise<{ resource_id: number; questions: number; pass_mark: number }[]> {
  return db.prepared(
    'paths.list_checks',
    `select k.resource_id, least((v.content -> 'settings' ->> 'drawn')::integer,
         jsonb_array_length(v.content -> 'questions') - (select count(*) from voided_questions o
           where o.resource_id = k.resource_id and o.version = k.version))::integer as questions,
       (v.content -> 'settings' ->> 'passMark')::integer as pass_mark
     from knowledge_checks k join knowledge_check_versions v on v.resource_id = k.resource_id and v.version = k.version
     where k.resource_id = any ($1::integer[])`,
    [ids],
  );
}

type Reading = { userId: number; resourceId: number; stepId: string };

/** Records that a person read a text now; `first_read_at` keeps the first time. */
export async function recordReading(db: Db, { userId, resourceId, stepId }: Reading): Promise<void> {
  await db.prepared(
    'paths.record_reading',
    `insert into path_readings (user_id, resource_id, step_id) values ($1, $2, $3)
     on conflict (user_id, resource_id, step_id) do update set read_at = now()`,
    [userId, resourceId, stepId],
  );
}

/** Lists the next people who began a path, in the order of their ids. */
export async function listLearners(
  db: Db,
  resourceId: number,
  { afterUserId, limit }: { afterUserId: number; limit: number },
): Promise<number[]> {
  const rows = await db.prepared<{ user_id: number }>(
    'paths.list_learners',
    'select user_id from path_learners where resource_id = $1 and user_id > $2 order by user_id limit $3',
    [resourceId, afterUserId, limit],
  );
  return rows.map(({ user_id }) => user_id);
}

/** Brings the progress of these people with a path in line with the facts. */
export async function syncLearners(db: Db, resourceId: number, userIds: readonly number[]): Promise<void> {
  await db.prepared(
    'paths.sync_learners',
    'select sync_path(l.user_id, $1) from unnest($2::integer[]) as l (user_id) order by l.user_id',
    [resourceId, userIds],
  );
}
