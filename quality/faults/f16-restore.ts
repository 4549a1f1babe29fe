import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase } from '#server/platform/database/db.ts';
import { findRunningPostgres } from '#server/platform/database/postgres.ts';
import { startProcess } from '#tests/support/process.ts';
import { type Fault, seconds } from './fault.ts';
import { countDoubleCharges, findWrong, settle } from './rig/checks.ts';
import { type Rig, withRig } from './rig/rig.ts';
import { addResource, allHaveAccess, buy, type Paid } from './rig/shop.ts';
import { runSubscriptionScenarios } from './rig/subscription-scenarios.ts';
import { inParallel } from './rig/wait.ts';

const backWithinMs = 1_800_000;

/**
 * The machine is lost; a backup is restored on an empty one, and payments since the backup are recovered from the
 * provider.
 */
export const f16: Fault = {
  name: 'F16',
  title: 'restore on an empty machine',
  run: ({ environment, amount, random }) =>
    withRig(environment, { databaseOf: 'node', nodes: 1 }, async (rig) => {
      const [before, after] = [amount(100, 20, 5), amount(100, 20, 5)];
      const resourceId = await addResource(rig.database);
      const people = await rig.people(before + after);
      await runSubscriptionScenarios(rig, { count: amount(20, 4, 2), random });
      const shop = (from: number, to: number): Promise<Paid[]> =>
        inParallel(6, people.slice(from, to), (person) => buy(rig.payments, { person, resourceId }, { reports: true }));
      const early = await shop(0, before);
      await settle(rig);
      const backup = `${rig.dataDir}-backup`;
      const restoredDir = `${rig.dataDir}-restored`;
      try {
        await command('backup', rig.dataDir, backup);
        const late = await shop(before, before + after);
        await settle(rig);
        await rig.nodes[0]?.program().stop();

        const lostAt = performance.now();
        await command('restore', restoredDir, backup);
        await cp(path.join(rig.dataDir, 'installation-secret'), path.join(restoredDir, 'installation-secret'));
        const restored = await restart(rig, restoredDir);
        try {
          await allHaveAccess(early, 60_000);
          await allHaveAccess(late, 300_000);
          const backMs = performance.now() - lostAt;
          await settle(restored);
          const doubles = await countDoubleCharges(rig);
          // Consents of the lost hours are lost and reported; all other invariants hold.
          const wrong = (await findWrong(restored)).filter((line) => !line.includes('"I34'));
          return {
            tries: `${before} purchases before the backup, ${after} after it`,
            reached: `back after ${seconds(backMs)}, every purchase with it; ${doubles} double charges`,
            goal: '≤ 30 min; all; 0',
            isMet: backMs <= backWithinMs && doubles === 0,
            wrong,
          };
        } finally {
          await restored.database.close();
          await restored.node.close();
        }
      } finally {
        for (const folder of [backup, restoredDir]) await rm(folder, { recursive: true, force: true });
      }
    }),
};

async function command(name: 'backup' | 'restore', dataDir: string, folder: string): Promise<void> {
  const variables = { DATA_DIR: dataDir, DEMO: '1' };
  const { exitCode, stderr } = await (await startProcess('server/commands/backup.ts', variables, [name, folder])).ended;
  if (exitCode !== 0) throw new Error(`The ${name} failed: ${stderr}`);
}

/** Starts a portal on the restored folder in place of the lost one. */
async function restart(rig: Rig, dataDir: string) {
  const node = await rig.addNode({ DATA_DIR: dataDir, DATABASE_URL: '', MIGRATION_DATABASE_URL: '' });
  await node.start();
  rig.front.setNodes([node.port]);
  const connectionString = (await findRunningPostgres(dataDir))?.owner ?? '';
  return { ...rig, node, database: openDatabase(connectionString, { log: () => {}, max: 4 }) };
}
