import type { Selectable } from 'kysely';
import type { ImportProblem, ImportProblemQuery } from '#contract/imports.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

/** A row that passed the check; `resource` holds the columns to be written, null when nothing would change. */
export type CheckedRow = { line: number; resource_id: number | null; seen_at: string | null; resource: object | null };

/** Keeps rows until they are written. */
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

/** Keeps what there is to say about lines. */
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

/** Forgets what a check kept. */
export async function deleteProblems(db: Db, importId: number): Promise<void> {
  await deleteRows(db, importId);
  await db.prepared('imports.delete_problems', 'delete from catalogue_import_problems where import_id = $1', [
    importId,
  ]);
}

/** Forgets the rows of a file. */
export async function deleteRows(db: Db, importId: number): Promise<void> {
  await db.prepared('imports.delete_rows', 'delete from catalogue_import_rows where import_id = $1', [importId]);
}

type Stretch = { importId: number; afterLine: number; limit: number };
type KeptRow = Pick<Selectable<Tables['catalogue_import_rows']>, 'line' | 'resource_id' | 'resource'>;

/** The next rows to be written, in the order of the file. */
export function listRows(db: Db, { importId, afterLine, limit }: Stretch): Promise<KeptRow[]> {
  return db.prepared(
    'imports.list_rows',
    `select line, resource_id, resource from catalogue_import_rows
     where import_id = $1 and line > $2 and resource is not null order by line limit $3`,
    [importId, afterLine, limit],
  );
}

type SeenLine = { line: number; resource_id: number; seen: string };

/** Every resource that the file names, with the moment of its last change when it was compared. */
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

/** A page of what there is to say, by line. */
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

/** How much there is to say. */
export async function countProblems(db: Db, filter: ProblemFilter): Promise<number> {
  const rows = await db.prepared<{ total: number }>(
    'imports.count_problems',
    `select count(*) as total ${matching}`,
    valuesOf(filter),
  );
  return rows[0]?.total ?? 0;
}
