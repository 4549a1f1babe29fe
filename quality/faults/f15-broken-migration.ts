import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/platform/database/db.ts';
import { freePort, startProcess } from '#tests/support/process.ts';
import { type Fault, seconds } from './fault.ts';
import { findWrong } from './rig/checks.ts';
import { migrateBesideOld } from './rig/migration.ts';
import { withRig } from './rig/rig.ts';

const longestMs = 2_500;
/** Maximum time of a call in milliseconds: two seconds of waiting for a lock, and the call itself. */
const waitedWithinMs = 3_000;

/**
 * `kill -9` of a portal while it creates its tables, repeatedly, and then two that start together. Beside these, which
 * are then the old version, a newer one changes a table that a long transaction is using.
 */
export const f15: Fault = {
  name: 'F15',
  title: 'migration interrupted',
  run: ({ environment, amount, random }) =>
    withRig(environment, { nodes: 0 }, async (rig) => {
      const kills = amount(20, 6);
      const wanted = await describe(rig.database);
      await rig.database.pool.query(
        'drop schema public cascade; drop schema graphile_worker cascade; create schema public',
      );
      const halfway = new Set<number>();
      for (let kill = 0; kill < kills; kill += 1) {
        const portal = await startProcess('server/app/main.ts', {
          DEMO: '0',
          DATA_DIR: rig.dataDir,
          DATABASE_URL: rig.addresses.service,
          MIGRATION_DATABASE_URL: rig.addresses.owner,
          PUBLIC_URL: 'http://localhost',
          INSTALLATION_SECRET: 'the secret of every node of a rig',
          SMTP_URL: 'smtp://127.0.0.1:9',
          MAIL_FROM: 'portal@example.org',
          PORT: String(await freePort()),
        });
        await pause(((kill + random()) / kills) * longestMs);
        portal.kill('SIGKILL');
        await portal.ended;
        halfway.add((await describe(rig.database)).length);
      }
      const startedAt = performance.now();
      const nodes = [await rig.addNode(), await rig.addNode()];
      await Promise.all(nodes.map((node) => node.start()));
      const tookMs = performance.now() - startedAt;
      const found = new Set(await describe(rig.database));
      const missing = wanted.filter((line) => !found.has(line));
      rig.front.setNodes(nodes.map(({ port }) => port));
      const beside = await migrateBesideOld(rig);
      return {
        tries: `${kills} kills; then a newer version's migration beside ${beside.calls} calls`,
        reached: `${halfway.size} states were seen; two nodes then started together in ${seconds(tookMs)}; ${missing.length} of ${wanted.length} columns and indexes missing; the old nodes refused ${beside.refused} calls, the longest took ${seconds(beside.longestMs)}; gave up ${beside.gaveUp} times behind a transaction of ${seconds(beside.heldMs)}, done after ${seconds(beside.doneMs)} more`,
        goal: 'every rerun finishes; 0; 0, ≤ 3 s; ≥ 1; done',
        isMet: missing.length === 0 && beside.refused === 0 && beside.longestMs <= waitedWithinMs && beside.gaveUp > 0,
        wrong: [...missing, ...beside.odd, ...(await findWrong(rig))],
      };
    }),
};

/** Lists every column and every index, a line each. */
async function describe({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select table_name || '.' || column_name || ' ' || data_type as line from information_schema.columns
     where table_schema = 'public'
     union all select indexdef from pg_indexes where schemaname = 'public' order by 1`,
  );
  return rows.map(({ line }) => line);
}
