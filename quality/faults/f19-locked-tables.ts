import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Fault, seconds } from './fault.ts';
import { findWrong } from './rig/checks.ts';
import { type Rig, withRig } from './rig/rig.ts';
import { addFreeResources } from './rig/shop.ts';
import { until } from './rig/wait.ts';
import { startWriters } from './rig/writers.ts';

/** Longer than the lock timeout of the portal's statements, in milliseconds. */
const heldMs = 3_000;
const doneWithinMs = 60_000;

/** Actions of an operator or a tool on a table in use; all but the first make its writers wait. */
const troubles: Record<string, (rig: Rig, table: string) => Promise<unknown>> = {
  'a long transaction': (rig, table) => hold(rig, `lock table ${table} in row exclusive mode`),
  'a share lock': (rig, table) => hold(rig, `lock table ${table} in share mode`),
  'an exclusive lock': (rig, table) => hold(rig, `lock table ${table} in access exclusive mode`),
  REINDEX: ({ database }, table) => database.pool.query(`reindex table ${table}`),
  'VACUUM FULL': ({ database }, table) => database.pool.query(`vacuum full ${table}`),
};

/** Tables of the queue and of the portal are locked, reindexed and rewritten during writes and jobs. */
export const f19: Fault = {
  name: 'F19',
  title: 'locks, REINDEX, VACUUM FULL and long transactions on every table',
  run: ({ environment, amount }) =>
    withRig(environment, {}, async (rig) => {
      const tables = await findTables(rig);
      // The queue's own tables come first.
      const chosen = tables.slice(0, amount(tables.length, 8, 1));
      const processes = rig.nodes.map((node) => node.program().processId);
      const writing = startWriters(await rig.people(4), await addFreeResources(rig.database, 2_000));
      for (const table of chosen) {
        for (const trouble of Object.values(troubles)) {
          await addJobs(rig);
          await trouble(rig, table);
        }
      }
      const doneMs = await until('every job is done', async () => (await countJobs(rig)) === 0, {
        withinMs: 2 * doneWithinMs,
        everyMs: 100,
      });
      const lost = await writing.stopAndCountLost(rig);
      const died = rig.nodes.filter(
        (node, index) => !node.program().isRunning() || node.program().processId !== processes[index],
      ).length;
      return {
        tries: `${chosen.length} tables, ${Object.keys(troubles).length} kinds, ${writing.count()} writes`,
        reached: `${died === 0 ? 'both nodes survived' : `${died} nodes died`}; jobs done after ${seconds(doneMs)}; ${lost} acknowledged writes lost`,
        goal: 'yes; ≤ 60 s; 0',
        isMet: died === 0 && doneMs <= doneWithinMs && lost === 0,
        wrong: await findWrong(rig),
      };
    }),
};

async function findTables({ database }: Rig): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('graphile_worker', 'public') order by tablename <> '_private_jobs', schemaname, tablename`,
  );
  return rows.map(({ name }) => name);
}

/** Adds jobs that both nodes are running when the table is locked. */
async function addJobs({ database }: Rig): Promise<void> {
  await database.pool.query(`select graphile_worker.add_job('delete-old-counters') from generate_series(1, 400)`);
}

async function hold({ database }: Rig, lock: string): Promise<void> {
  await database.transaction(async (db) => {
    await sql.raw(lock).execute(db.kysely);
    await pause(heldMs);
  });
}

async function countJobs({ database }: Rig): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*) as count from graphile_worker.jobs where task_identifier = 'delete-old-counters'`,
  );
  return rows[0]?.count ?? 0;
}
