import { type Selectable, sql } from 'kysely';
import type { ImportProblem, ImportProblemQuery } from '#contract/catalogue/imports.ts';
import type { Tables } from '#server/migrations/tables.ts';
import { columnsOf } from '#server/platform/database/columns.ts';
import type { Db } from '#server/platform/database/db.ts';

export type ImportRow = Selectable<Tables['catalogue_imports']>;

/** Serialises the transactions that decide whether an import may begin. */
export async function lockTurn(db: Db): Promise<void> {
  await db.prepared('imports.lock_turn', `select pg_advisory_xact_lock(hashtext('catalogue_imports'))`, []);
}

export async function isAnyWorking(db: Db): Promise<boolean> {
  const rows = await db.prepared(
    'imports.find_working',
    `select id from catalogue_imports where state in ('checking', 'importing') limit 1`,
    [],
  );
  return rows.length > 0;
}

type NewImport = {
  fileName: string;
  format: 'csv' | 'json';
  bytes: number;
  blobId: string;
  userId: number;
  /** The API key that sent the file; null for a person. */
  keyId: number | null;
};

/** Records a file that has arrived and is to be checked. */
export async function insertImport(
  db: Db,
  { fileName, format, bytes, blobId, userId, keyId }: NewImport,
): Promise<number> {
  const { id } = await db.kysely
    .insertInto('catalogue_imports')
    .values({
      file_name: fileName,
      format,
      bytes,
      blob_id: blobId,
      user_id: userId,
      key_id: keyId,
      state: 'checking',
      progress_total: bytes,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** An import with the name of its sender. */
export type NamedImport = ImportRow & { sent_by: string | null };

const named = `${columnsOf('catalogue_imports', 'i')}, case when u.deleted_at is null then u.first_name || ' ' || u.last_name end as sent_by
  from catalogue_imports i left join users u on u.id = i.user_id`;

export async function findImport(db: Db, id: number): Promise<NamedImport | null> {
  const rows = await db.prepared<NamedImport>('imports.find', `select ${named} where i.id = $1`, [id]);
  return rows[0] ?? null;
}

export function listImports(db: Db, { limit, offset }: { limit: number; offset: number }): Promise<NamedImport[]> {
  return db.prepared('imports.list', `select ${named} order by i.id desc limit $1 offset $2`, [limit, offset]);
}

export function listRunning(db: Db): Promise<NamedImport[]> {
  return db.prepared(
    'imports.list_running',
    `select ${named} where i.state in ('checking', 'importing') order by i.id`,
    [],
  );
}

export async function countImports(db: Db): Promise<number> {
  const rows = await db.prepared<{ total: number }>(
    'imports.count',
    'select count(*) as total from catalogue_imports',
    [],
  );
  return rows[0]?.total ?? 0;
}

export async function lockImport(db: Db, id: number): Promise<ImportRow | null> {
  const rows = await db.prepared<ImportRow>(
    'imports.lock',
    `select ${columnsOf('catalogue_imports')} from catalogue_imports where id = $1 for update`,
    [id],
  );
  return rows[0] ?? null;
}

/** Begins a check or the writing of an import; an earlier run loses its claim, a check its earlier counts. */
export async function updateBegun(db: Db, id: number, state: 'checking' | 'importing'): Promise<void> {
  const nothing = {
    row_count: 0,
    new_count: 0,
    changed_count: 0,
    unchanged_count: 0,
    problem_count: 0,
    warning_count: 0,
  };
  await db.kysely
    .updateTable('catalogue_imports')
    .set({
      ...(state === 'checking' ? nothing : {}),
      state,
      run: null,
      failure: null,
      finished_at: null,
      touched_at: sql`now()`,
      progress_done: 0,
      progress_total: state === 'checking' ? sql`bytes` : sql`new_count + changed_count`,
    })
    .where('id', '=', id)
    .execute();
}

type Claim = { id: number; state: 'checking' | 'importing'; run: string };

/** Claims an import for one run and takes it from any other run; null when it is no longer in this state. */
export async function updateClaimed(db: Db, { id, state, run }: Claim): Promise<ImportRow | null> {
  const rows = await db.prepared<ImportRow>(
    'imports.claim',
    `update catalogue_imports set run = $3, touched_at = now(), progress_done = 0
     where id = $1 and state = $2 returning ${columnsOf('catalogue_imports')}`,
    [id, state, run],
  );
  return rows[0] ?? null;
}

/** The run that works on an import. */
export type RunClaim = { id: number; run: string };

/** Records the progress of a run; false when it has lost its claim. */
export async function updateProgress(db: Db, { id, run }: RunClaim, done: number): Promise<boolean> {
  const rows = await db.prepared(
    'imports.progress',
    `update catalogue_imports set progress_done = $3, touched_at = clock_timestamp()
     where id = $1 and run = $2 and state in ('checking', 'importing') returning id`,
    [id, run, done],
  );
  return rows.length > 0;
}

type Counts = { rows: number; added: number; changed: number; unchanged: number; problems: number; warnings: number };

/** Adds to the counts of a check. */
export async function updateFound(db: Db, id: number, counts: Counts): Promise<void> {
  await db.prepared(
    'imports.found',
    `update catalogue_imports set row_count = row_count + $2, new_count = new_count + $3,
       changed_count = changed_count + $4, unchanged_count = unchanged_count + $5,
       problem_count = problem_count + $6, warning_count = warning_count + $7 where id = $1`,
    [id, counts.rows, counts.added, counts.changed, counts.unchanged, counts.problems, counts.warnings],
  );
}

type Ending = { state: 'checked' | 'done' | 'failed'; failure?: string };

/** Ends a run; false when it has lost its claim. */
export async function updateEnded(db: Db, { id, run }: RunClaim, { state, failure }: Ending): Promise<boolean> {
  const rows = await db.prepared(
    'imports.end',
    `update catalogue_imports set state = $3, failure = $4, run = null, progress_done = progress_total,
       finished_at = case when $3 = 'checked' then null else clock_timestamp() end
     where id = $1 and run = $2 and state in ('checking', 'importing') returning id`,
    [id, run, state, failure ?? null],
  );
  return rows.length > 0;
}

/** Stops an import permanently, also while a run has claimed it. */
export async function updateStopped(db: Db, id: number, ending: { state: 'cancelled' | 'failed'; failure?: string }) {
  await db.kysely
    .updateTable('catalogue_imports')
    .set({ state: ending.state, failure: ending.failure ?? null, run: null, finished_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Lists unfinished imports without a report for a minute, whose node must have stopped. */
export function listSilent(db: Db): Promise<{ id: number; state: 'checking' | 'importing' }[]> {
  return db.prepared(
    'imports.list_silent',
    `select id, state from catalogue_imports
     where state in ('checking', 'importing') and touched_at < now() - interval '1 minute'`,
    [],
  );
}

/** Lists up to 100 imports whose file is no longer needed: done, or a week old and not running. */
export function listExpired(db: Db): Promise<{ id: number; blob_id: string }[]> {
  return db.prepared(
    'imports.list_over',
    `select id, blob_id from catalogue_imports where blob_id is not null and (state = 'done'
       or state not in ('checking', 'importing') and created_at < now() - interval '7 days') order by id limit 100`,
    [],
  );
}

/** Records that the file is removed, and cancels a checked import, because its rows are deleted too. */
export async function updateForgotten(db: Db, id: number): Promise<void> {
  await db.prepared(
    'imports.forget',
    `update catalogue_imports set blob_id = null, state = case when state = 'checked' then 'cancelled' else state end,
       finished_at = coalesce(finished_at, now()) where id = $1`,
    [id],
  );
}

/** A row that passed the check; `resource` has the columns to write, null when nothing would change. */
type CheckedRow = { line: number; resource_id: number | null; seen_at: string | null; resource: object | null };

/** Stores checked rows until they are imported. */
export async function insertRows(db: Db, importId: number, rows: readonly CheckedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db.prepared(
    'imports.insert_rows',
    `insert into catalogue_import_rows (import_id, line, resource_id, seen_at, resource)
     select $1, line, resource_id, seen_at, resource from jsonb_to_recordset($2::jsonb)
       as given(line integer, resource_id integer, seen_at timestamptz, resource jsonb)`,
    [importId, JSON.stringify(rows)],
  );
}

/** Stores remarks about lines. */
export async function insertProblems(db: Db, importId: number, problems: readonly ImportProblem[]): Promise<void> {
  if (problems.length === 0) return;
  await db.prepared(
    'imports.insert_problems',
    `insert into catalogue_import_problems (import_id, line, field, value, sentence, severity)
     select $1, line, field, value, sentence, severity
     from rows from (jsonb_to_recordset($2::jsonb)
       as (line integer, field text, value text, sentence text, severity text)) with ordinality
       as given(line, field, value, sentence, severity, place) order by place`,
    [importId, JSON.stringify(problems)],
  );
}

/** Deletes the findings and rows of a check. */
export async function deleteProblems(db: Db, importId: number): Promise<void> {
  await deleteRows(db, importId);
  await db.prepared('imports.delete_problems', 'delete from catalogue_import_problems where import_id = $1', [
    importId,
  ]);
}

export async function deleteRows(db: Db, importId: number): Promise<void> {
  await db.prepared('imports.delete_rows', 'delete from catalogue_import_rows where import_id = $1', [importId]);
}

type Stretch = { importId: number; afterLine: number; limit: number };
type KeptRow = Pick<Selectable<Tables['catalogue_import_rows']>, 'line' | 'resource_id' | 'resource'>;

/** Lists the next rows to write, in the order of the file. */
export function listRows(db: Db, { importId, afterLine, limit }: Stretch): Promise<KeptRow[]> {
  return db.prepared(
    'imports.list_rows',
    `select line, resource_id, resource from catalogue_import_rows
     where import_id = $1 and line > $2 and resource is not null order by line limit $3`,
    [importId, afterLine, limit],
  );
}

type SeenLine = { line: number; resource_id: number; seen: string };

/** Lists every resource that the file names, with the time of its last change when it was compared. */
export function listSeenLines(db: Db, importId: number): Promise<SeenLine[]> {
  return db.prepared(
    'imports.list_seen_lines',
    `select line, resource_id, seen_at::text as seen from catalogue_import_rows
     where import_id = $1 and resource_id is not null order by resource_id`,
    [importId],
  );
}

type ProblemFilter = Pick<ImportProblemQuery, 'severity' | 'field'> & { importId: number };

const matching = `from catalogue_import_problems
  where import_id = $1 and ($2::text is null or severity = $2) and ($3::text is null or field = $3)`;
const valuesOf = ({ importId, severity, field }: ProblemFilter) => [importId, severity ?? null, field ?? null];

/** Lists a page of remarks, by line. */
export function listProblems(
  db: Db,
  filter: ProblemFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ImportProblem[]> {
  return db.prepared(
    'imports.list_problems',
    `select line, field, value, sentence, severity ${matching} order by line, id limit $4 offset $5`,
    [...valuesOf(filter), limit, offset],
  );
}

export async function countProblems(db: Db, filter: ProblemFilter): Promise<number> {
  const rows = await db.prepared<{ total: number }>(
    'imports.count_problems',
    `select count(*) as total ${matching}`,
    valuesOf(filter),
  );
  return rows[0]?.total ?? 0;
}
