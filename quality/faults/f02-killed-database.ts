import { setTimeout as pause } from 'node:timers/promises';
import { type Fault, oneOf, seconds } from './fault.ts';
import { countDoubleCharges, findWrong, settle } from './rig/checks.ts';
import { killPostgres } from './rig/postgres.ts';
import { type Rig, withRig } from './rig/rig.ts';
import { addFreeResources, addResource, allHaveAccess, buy, type Paid, ways } from './rig/shop.ts';
import { until } from './rig/wait.ts';
import { startWriters, type Writers } from './rig/writers.ts';

const backWithinMs = 10_000;
const writers = 10;

/** `kill -9` of PostgreSQL and all its children during writes and purchases; the portal's first node restarts it. */
export const f02: Fault = {
  name: 'F02',
  title: 'kill -9 of PostgreSQL mid-transaction',
  run: ({ environment, amount, random }) =>
    withRig(environment, { databaseOf: 'node' }, async (rig) => {
      const kills = amount(10, 4, 1);
      const free = await addFreeResources(rig.database, 2_000);
      const priced = await addResource(rig.database);
      // A checkpoint, so that PostgreSQL need not recover the preparation of the test.
      await rig.database.pool.query('checkpoint');
      const people = await rig.people(writers);
      const buyers = await rig.people(5_000);
      const processes = rig.nodes.map((node) => node.program().processId);
      const paid: Paid[] = [];
      let isOver = false;

      const writing = startWriters(people, free);
      const shopping = [0, 1].map(async () => {
        for (let person = buyers.pop(); person && !isOver; person = buyers.pop()) {
          paid.push(
            await buy(
              rig.payments,
              { person, resourceId: priced },
              { reports: random() > 0.33, way: oneOf(random, ways) },
            ),
          );
        }
      });
      const working = Promise.all(shopping);
      working.catch(() => {});
      const backMs: number[] = [];
      for (let kill = 0; kill < kills; kill += 1) {
        await pause(300 + random() * 700);
        backMs.push(await killDatabase(rig, writing));
      }
      isOver = true;
      await working;
      await allHaveAccess(paid, 60_000);
      await settle(rig);

      const lost = await writing.stopAndCountLost(rig);
      const isSame = rig.nodes.every((node, index) => node.program().processId === processes[index]);
      const survived = isSame && rig.nodes.every((node) => node.program().isRunning());
      const doubles = await countDoubleCharges(rig);
      const slowest = Math.max(...backMs);
      return {
        tries: `${kills} kills, ${writing.count()} writes, ${paid.length} purchases`,
        reached: `${lost} acknowledged writes lost; back in ${seconds(slowest)}; both nodes ${survived ? 'lived on' : 'died'}; ${doubles} double charges`,
        goal: '0 lost; back ≤ 10 s; nodes live on; 0',
        isMet: lost === 0 && slowest <= backWithinMs && survived && doubles === 0,
        wrong: [...(await findWrong(rig)), ...(await findUnsafe(rig))],
      };
    }),
};

/** @returns milliseconds until a write was acknowledged again */
async function killDatabase({ dataDir }: Rig, writers: Writers): Promise<number> {
  killPostgres(dataDir);
  const killedAt = performance.now();
  const isBack = () => writers.haveWrittenSince(killedAt);
  await until('a write is acknowledged again', isBack, { withinMs: 60_000, everyMs: 5 });
  return performance.now() - killedAt;
}

/** Returns the settings that make commits unsafe. */
async function findUnsafe({ database }: Rig): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings
     where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting <> 'on'`,
  );
  return rows.map(({ name, setting }) => `${name} is ${setting}`);
}
