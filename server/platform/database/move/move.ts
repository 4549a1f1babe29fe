import { inspectDatabase } from '#server/platform/start-checks.ts';
import { StartError } from '#server/platform/start-error.ts';
import { Client } from '../client.ts';
import { migrate } from '../migrate.ts';
import { listMigrations } from '../migration-files.ts';
import { copyTable } from './copy.ts';
import {
  begin,
  closeTables,
  forgetTables,
  isUnderWay,
  type Moving,
  openTables,
  readPhase,
  readPlaces,
  recordCompared,
  rejectUnfinishedMove,
} from './progress.ts';
import { compareTables, isEmpty, listTables, type MovedTable, moveSequences, readContents } from './tables.ts';

/** Connection URLs of both databases, as the role that owns the tables. */
type Addresses = { source: string; target: string };

type Log = (message: string) => void;

/** Maximum wait for the source's tables. */
const lockTimeout = '2s';

/** Maximum wait for another move into the target: the server notices within a second that its process was killed. */
const otherMoveTimeout = '5s';

/**
 * Copies all data of a portal into an empty database of PostgreSQL 15 or newer, and compares both. Blocks writes to the
 * source until the end, and never changes it. An interrupted move continues.
 * @returns numbers of tables and rows
 * @throws StartError when one of the databases is unsuitable (version, encoding, owner, migrations), when the source is
 * in use, nodes serve or another move runs, when the target is not empty or belongs to another move, or when source and
 * target differ
 */
export async function moveData(
  { source, target }: Addresses,
  { log }: { log: Log },
): Promise<{ tables: number; rows: number }> {
  await inspectDatabase(target, 'the target');
  return connected(source, (from) =>
    connected(target, async (to) => {
      await rejectOthers(to);
      const moving = await inspectSource(from);
      const tables = await holdStill(from);
      await prepareTarget({ to, target }, { moving, tables, log });
      const known = await copyAll({ from, to }, tables, log);
      const rows = await compare({ from, to }, known, { moving, log });
      await closeTables(to, log);
      return { tables: known.length, rows };
    }),
  );
}

/**
 * Takes the lock of moves into the target, which is held until the connection ends.
 * @throws StartError when another move has the lock for longer than `otherMoveTimeout`, or the target's encoding is not
 * UTF8
 */
async function rejectOthers(to: Client): Promise<void> {
  const { rows } = await to.query<{ encoding: string }>(`select current_setting('server_encoding') as encoding`);
  if (rows[0]?.encoding !== 'UTF8') {
    throw new StartError(`The target's encoding is ${rows[0]?.encoding}: make the database with encoding 'UTF8'.`);
  }
  await to.query(`set lock_timeout = '${otherMoveTimeout}'`);
  await to
    .query(`select pg_advisory_lock(hashtext('portal-move'))`)
    .catch(orTimeout('A move into this target runs already.'));
  await to.query('set lock_timeout = 0');
}

/**
 * @throws StartError when the source is no complete portal of this version that has been stopped, or its role does not
 * own the tables
 */
async function inspectSource(from: Client): Promise<Moving> {
  await rejectUnfinishedMove(from);
  const { rows: known } = await from.query<{ isOwner: boolean }>(
    `select pg_has_role(relowner, 'usage') as "isOwner" from pg_class where oid = to_regclass('schema_migrations')`,
  );
  if (!known[0]) throw new StartError('The source has no tables of a portal.');
  if (!known[0].isOwner) {
    throw new StartError("The role of the source does not own the tables: set MIGRATION_DATABASE_URL to the owner's.");
  }
  const { rows } = await from.query<{ name: string }>('select name from schema_migrations');
  const migrations = rows.map(({ name }) => name).sort();
  const wanted = await listMigrations();
  if (wanted.join() !== migrations.join()) {
    throw new StartError(
      `The source is at ${migrations.at(-1)}, this version at ${wanted.at(-1)}: bring it to this version first (npm run migrate, or a start).`,
    );
  }
  const { rows: nodes } = await from.query<{ name: string }>(
    `select name from nodes where seen_at > now() - interval '90 seconds' order by name`,
  );
  if (nodes.length > 0) {
    const names = nodes.map(({ name }) => name).join(', ');
    throw new StartError(`Nodes serve, or did within the last 90 seconds: ${names}. Stop all nodes first.`);
  }
  const { rows: installations } = await from.query<{ id: string }>('select id from installation');
  return { installation: installations[0]?.id ?? '', migrations };
}

/** Begins the transaction that reads the source, and blocks writes to the source until it ends. */
async function holdStill(from: Client): Promise<MovedTable[]> {
  const tables = await listTables(from);
  await from.query(`begin isolation level repeatable read; set local lock_timeout = '${lockTimeout}'`);
  await from
    .query(`lock table ${tables.map(({ name }) => name).join(', ')} in share mode`)
    .catch(orTimeout('The source is in use by a long transaction: stop what writes there, and run this again.'));
  return tables;
}

/** Explains a lock that was not free in time; other errors stay as they are. */
function orTimeout(explanation: string) {
  return (error: unknown): never => {
    if (error instanceof Error && 'code' in error && error.code === '55P03') throw new StartError(explanation);
    throw error;
  };
}

/** Makes the tables, or finds those of the same move that was interrupted. */
async function prepareTarget(
  { to, target }: { to: Client; target: string },
  { moving, tables, log }: { moving: Moving; tables: readonly MovedTable[]; log: Log },
): Promise<void> {
  if (await isUnderWay(to)) log('The move was interrupted: it goes on.');
  else {
    if (!(await isEmpty(to))) throw new StartError('The target is not empty: name a database without any table.');
    await begin(to, moving);
  }
  if ((await readPhase(to, moving)) !== 'begun') return;
  await migrate(target, { log });
  const made = await listTables(to);
  const { wrong } = compareTables(tables, made);
  if (wrong.length > 0) throw new StartError(`The tables are not those of this version: ${wrong.join('; ')}.`);
  await openTables(to, made);
}

/** @returns the tables that the target has */
async function copyAll({ from, to }: { from: Client; to: Client }, tables: readonly MovedTable[], log: Log) {
  const places = await readPlaces(to);
  const known = tables.filter(({ name }) => places.has(name));
  for (const { name } of tables) if (!places.has(name)) log(`Not moved: ${name}, which is no table of the portal.`);
  for (const table of known) {
    const place = places.get(table.name);
    if (!place || place.isWhole) continue;
    const rows = await copyTable({ source: from, target: to }, table, place);
    if (rows > 0) log(`${table.name}: ${rows} rows`);
  }
  await moveSequences(from, to);
  return known;
}

/**
 * Compares the number of rows and a checksum of each table.
 * @throws StartError with the names of tables that differ; unless an earlier comparison succeeded, they are emptied, so
 * that the next run copies them again
 */
async function compare(
  { from, to }: { from: Client; to: Client },
  tables: readonly MovedTable[],
  { moving, log }: { moving: Moving; log: Log },
): Promise<number> {
  log('Comparing both sides.');
  let sum = 0;
  const different: string[] = [];
  for (const table of tables) {
    const [there, here] = await Promise.all([readContents(from, table), readContents(to, table)]);
    if (there.rows !== here.rows || there.checksum !== here.checksum) different.push(table.name);
    sum += Number(here.rows);
  }
  const isOpen = (await readPhase(to, moving)) === 'open';
  if (different.length === 0) {
    if (isOpen) await recordCompared(to);
    return sum;
  }
  const what = `The rows of ${different.join(', ')} are not those of the source.`;
  if (!isOpen) throw new StartError(`${what} It was written to since: begin anew with an empty database.`);
  await forgetTables(to, different);
  throw new StartError(`${what} Run the same command again: it copies these tables anew.`);
}

/**
 * Both sides write values as text in one format, without time limits. They notice that a move was killed, so that its
 * last statement does not keep the next move waiting.
 */
const settings = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set bytea_output = 'hex'; set extra_float_digits = 1;
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set client_connection_check_interval = '1s'`;

async function connected<Result>(connectionString: string, work: (client: Client) => Promise<Result>) {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
  // Without a listener, the error of a broken connection would end the process; the running query is rejected anyway.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(settings);
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
