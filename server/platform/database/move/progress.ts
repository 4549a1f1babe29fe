import { StartError } from '#server/platform/start-error.ts';
import type { Client } from '../client.ts';
import { listAside, type MovedTable } from './tables.ts';

/** Schema in the target until the move is complete: a portal does not start on a database that has it. */
const schema = 'portal_move';

/** Progress of the copy of a table. */
export type Place = {
  /** Key of the last copied row; null before the first one. */
  key: string[] | null;
  rows: number;
  isWhole: boolean;
};

/**
 * Phase of a move: `begun` until the tables are prepared, `open` once they are prepared for copying, and `compared`
 * once all rows are copied and equal.
 */
type Phase = 'begun' | 'open' | 'compared';

/** Identity of a move: the installation and the migrations of its tables. */
export type Moving = { installation: string; migrations: string[] };

/** @throws StartError for a database into which a portal's data was moved only in part */
export async function rejectUnfinishedMove(client: Pick<Client, 'query'>): Promise<void> {
  if (await isUnderWay(client)) {
    throw new StartError(
      'The move of data into this database was interrupted: run the same npm run move-data again, which goes on with it.',
    );
  }
}

/** Whether a move into this database was begun and is not complete. */
export async function isUnderWay(client: Pick<Client, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regnamespace('${schema}') is not null as "isThere"`,
  );
  return rows[0]?.isThere === true;
}

/** Records in an empty database that a move into it begins. */
export async function begin(target: Client, { installation, migrations }: Moving): Promise<void> {
  await target.query(`begin;
    create schema ${schema};
    create table ${schema}.moving (installation uuid not null, migrations text[] not null, phase text not null);
    create table ${schema}.places (name text primary key, key text[], rows bigint not null default 0,
      is_whole boolean not null default false);
    create table ${schema}.aside (number integer generated always as identity primary key, back text not null)`);
  await target.query(`insert into ${schema}.moving values ($1, $2, 'begun')`, [installation, migrations]);
  await target.query('commit');
}

/** @throws StartError when the begun move is a different one */
export async function readPhase(target: Client, { installation, migrations }: Moving): Promise<Phase> {
  const { rows } = await target.query<Moving & { phase: Phase }>(
    `select installation, migrations, phase from ${schema}.moving`,
  );
  const [begun] = rows;
  if (!begun || begun.installation !== installation) {
    throw new StartError('Into the target another installation is being moved: name another database.');
  }
  if (begun.migrations.join() !== migrations.join()) {
    throw new StartError('The source was upgraded since the move was begun: begin anew with an empty database.');
  }
  return begun.phase;
}

/**
 * Empties the new tables and sets aside the references, further indexes and triggers, which reject rows in arbitrary
 * order or slow them down.
 */
export async function openTables(target: Client, tables: readonly MovedTable[]): Promise<void> {
  const aside = await listAside(target);
  await target.query('begin');
  for (const { take, back } of aside) {
    await target.query(take);
    await target.query(`insert into ${schema}.aside (back) values ($1)`, [back]);
  }
  await target.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  await target.query(`insert into ${schema}.places (name) select unnest($1::text[])`, [tables.map(({ name }) => name)]);
  await target.query(`update ${schema}.moving set phase = 'open'`);
  await target.query('commit');
}

export async function readPlaces(target: Client): Promise<Map<string, Place>> {
  const { rows } = await target.query<Omit<Place, 'rows'> & { name: string; rows: string }>(
    `select name, key, rows::text, is_whole as "isWhole" from ${schema}.places`,
  );
  return new Map(rows.map(({ name, ...place }) => [name, { ...place, rows: Number(place.rows) }]));
}

/** Records the progress of a table. The caller must call it in the transaction that wrote the rows. */
export async function saveBatch(target: Client, name: string, { key, rows, isWhole }: Place): Promise<void> {
  await target.query(`update ${schema}.places set key = $2, rows = $3, is_whole = $4 where name = $1`, [
    name,
    key,
    rows,
    isWhole,
  ]);
}

/** Empties tables whose rows differ from the source, so that the next run copies them again. */
export async function forgetTables(target: Client, names: readonly string[]): Promise<void> {
  await target.query('begin');
  await target.query(`truncate ${names.join(', ')}`);
  await target.query(
    `update ${schema}.places set key = null, rows = 0, is_whole = false where name = any($1::text[])`,
    [names],
  );
  await target.query('commit');
}

export async function recordCompared(target: Client): Promise<void> {
  await target.query(`update ${schema}.moving set phase = 'compared'`);
}

/**
 * Recreates the references, indexes and triggers that were set aside, in reverse order, each in a separate transaction,
 * and removes the records of the move.
 */
export async function closeTables(target: Client, log: (message: string) => void): Promise<void> {
  const { rows } = await target.query<{ number: number; back: string }>(
    `select number, back from ${schema}.aside order by number desc`,
  );
  log(`Building indexes and checking references: ${rows.length} steps.`);
  for (const { number, back } of rows) {
    await target.query('begin');
    await target.query(back);
    await target.query(`delete from ${schema}.aside where number = $1`, [number]);
    await target.query('commit');
  }
  await target.query('analyze');
  await target.query(`drop schema ${schema} cascade`);
}
