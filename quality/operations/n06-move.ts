import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '#server/platform/database/db.ts';
import { brokenInvariants } from '#tests/support/broken-invariants.ts';
import { type Started, startProcess } from '#tests/support/process.ts';
import { vocabularyOf } from '../bench/catalogue.ts';
import { withClient } from '../bench/database.ts';
import { insertMemberFixtures, insertResources } from '../bench/fixtures.ts';
import { type Fault, seconds } from '../faults/fault.ts';
import { command } from '../faults/rig/environment.ts';
import { startSystemPostgres } from './system-postgres.ts';

/**
 * A large installation is moved to the system's PostgreSQL, while the command is killed repeatedly, and then into an
 * embedded one.
 */
export const n06: Fault = {
  name: 'N06',
  title: 'the data moved to another PostgreSQL and back',
  run: async ({ environment, random, amount }) => {
    const size = { members: amount(100_000, 20_000), purchases: amount(1_000_000, 100_000), resources: 1_000 };
    const kills = amount(8, 4);
    const folder = await mkdtemp(path.join(tmpdir(), 'portal-moving-'));
    const system = await startSystemPostgres();
    const source = await environment.createDatabase();
    try {
      await fill(source.addresses.owner, size);
      const bytes = await measureSize(source.addresses.owner);
      const there = await system.createDatabase('moved');
      const before = performance.now();
      const common = { DEMO: '1', DATA_DIR: path.join(folder, 'none') };
      const away = { ...common, DATABASE_URL: source.addresses.owner, MOVE_TO_URL: there };
      // A fast machine finishes between two kills.
      let finished: { rows: number } | undefined;
      let killed = 0;
      while (!finished && killed < kills) {
        const moving = await move(away);
        const isOver = await Promise.race([
          moving.ended.then(() => true),
          pause(500 + random() * amount(20_000, 4_000), false),
        ]);
        if (isOver) finished = rowsOf(await moving.ended);
        else {
          moving.kill('SIGKILL');
          await moving.ended;
          killed += 1;
        }
      }
      const first = finished ?? rowsOf(await (await move(away)).ended);
      const thereMs = performance.now() - before;
      const again = performance.now();
      const embedded = path.join(folder, 'data');
      const second = rowsOf(await (await move({ ...common, DATABASE_URL: there }, '--to', embedded)).ended);
      const backMs = performance.now() - again;
      const [former, moved] = [await brokenIn(source.addresses.owner), await brokenIn(there)];
      const names = [...new Set([...former.keys(), ...moved.keys()])];
      const wrong = names.filter((name) => former.get(name) !== moved.get(name));
      return {
        tries: `${killed} kills; ${first.rows.toLocaleString('en-GB')} rows, ${Math.round(bytes / 1e6)} MB, to PostgreSQL ${system.version} and into an embedded one`,
        reached: `there after ${seconds(thereMs)} with the kills, back in ${seconds(backMs)} without; ${first.rows} and ${second.rows} rows compared`,
        goal: 'every run goes on; the same rows',
        isMet: killed > 0 && first.rows > 0 && first.rows === second.rows,
        wrong,
      };
    } finally {
      await source.drop();
      await system.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function fill(address: string, size: Parameters<typeof insertMemberFixtures>[1]): Promise<void> {
  await insertResources(address, { table: 'resources', count: size.resources, words: vocabularyOf(size.resources) });
  await withClient(address, async (client) => {
    await client.query('set synchronous_commit = off; set session_replication_role = replica');
    await insertMemberFixtures(client, size);
  });
}

async function measureSize(address: string): Promise<number> {
  const { rows } = await command(address, 'select pg_database_size(current_database())::float8 as bytes');
  return rows[0].bytes;
}

const move = (variables: Record<string, string>, ...args: string[]) =>
  startProcess('server/commands/move-data.ts', variables, args);

/**
 * @returns the number of compared rows
 * @throws Error when the move was refused or failed
 */
function rowsOf({ exitCode, stdout, stderr }: Awaited<Started['ended']>): { rows: number } {
  if (exitCode !== 0) throw new Error(`The move failed: ${stderr}`);
  return { rows: Number(/^Moved (\d+) rows/.exec(stdout)?.[1]) };
}

/**
 * Counts the rows that break each invariant. The fixtures break some, because triggers were off: the same ones on each
 * side.
 */
async function brokenIn(address: string): Promise<Map<string, number>> {
  const database = openDatabase(address, { log: () => {}, max: 1, statementTimeoutMs: 600_000 });
  try {
    const counts = new Map<string, number>();
    for (const { broken } of await brokenInvariants(database)) counts.set(broken, (counts.get(broken) ?? 0) + 1);
    return counts;
  } finally {
    await database.close();
  }
}
