import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Fault, seconds } from './fault.ts';
import { countDoubleCharges, findWrong, runJob, settle } from './rig/checks.ts';
import { holdFull } from './rig/full.ts';
import type { Person } from './rig/people.ts';
import { killPostgres } from './rig/postgres.ts';
import { type Rig, withRig } from './rig/rig.ts';
import { addFreeResources, addResource, allHaveAccess, confirm, openCheckout } from './rig/shop.ts';
import { until } from './rig/wait.ts';
import { startWriters } from './rig/writers.ts';

const diskBytes = 700 * 1024 * 1024;
const backWithinMs = 10_000;

/**
 * The disk of PostgreSQL is filled to its last byte and remains full while people read, write and pay; then PostgreSQL
 * is killed, and must restart on the full disk.
 */
export const f07: Fault = {
  name: 'F07',
  title: 'disk of PostgreSQL full',
  run: ({ environment, amount }) =>
    withRig(environment, { databaseOf: 'node', diskBytes }, async (rig) => {
      const durationMs = amount(60_000, 15_000);
      const free = await addFreeResources(rig.database, 4_000);
      const resourceId = await addResource(rig.database);
      const writers = startWriters(await rig.people(2), free);
      const processes = rig.nodes.map((node) => node.program().processId);
      const paid = await Promise.all(
        (await rig.people(4)).map(async (person) => ({ person, ...(await openCheckout({ person, resourceId })) })),
      );
      const [reader] = await rig.people(1);
      if (!reader) throw new Error('There is a reader');
      const isPrepared = () => existsSync(path.join(rig.dataDir, 'postgres.reserve'));
      await until('the portal has kept room for this', isPrepared, { withinMs: 60_000, everyMs: 200 });
      const seen = await holdFull(rig, durationMs, async () => {
        for (const { clientSecret } of paid) await confirm(rig.payments, clientSecret);
      });
      const complaints = seen.failedReads.length > 0 ? complaintsOf(rig) : [];
      const endings = countEndings(rig);
      const readsMs = await killOnFullDisk(rig, reader);
      await rig.disk?.free();
      const backMs = await until('a write is taken again', seen.canWrite, { withinMs: 120_000 });
      await runJob(rig, 'reconcile-payments', { atStart: true });
      await allHaveAccess(
        paid.map(({ person }) => ({ person, resourceId })),
        120_000,
      );
      await settle(rig, 300_000);

      const lost = await writers.stopAndCountLost(rig);
      const isSame = rig.nodes.every((node, index) => node.program().processId === processes[index]);
      const survived = isSame && rig.nodes.every((node) => node.program().isRunning());
      const doubles = await countDoubleCharges(rig);
      const rejectedRight = seen.refused > 0 && seen.failedReads.length === 0;
      return {
        tries: `full for ${seconds(durationMs)}: ${seen.reads} reads, ${seen.writes} writes, ${paid.length} payments; PostgreSQL killed once`,
        reached: `${listed(seen.failedReads)}; PostgreSQL ended ${endings} times by itself; ${seen.refused} writes answered 503, the others done; killed, reading again after ${seconds(readsMs)}; with room, writing after ${seconds(backMs)}; both nodes ${survived ? 'lived on' : 'died'}; ${lost} acknowledged writes lost; ${doubles} double charges`,
        goal: '0; only 503; ≤ 10 s; ≤ 10 s; nodes live on; 0; 0',
        isMet: rejectedRight && Math.max(readsMs, backMs) <= backWithinMs && survived && lost === 0 && doubles === 0,
        wrong: [...complaints, ...seen.odd, ...(await findWrong(rig))],
      };
    }),
};

/** Describes the failed reads: their number and the first of them. */
function listed(failed: readonly string[]): string {
  return `${failed.length} reads failed${failed.length > 0 ? ` (${failed.slice(0, 10).join(', ')})` : ''}`;
}

/** Counts each error message in the latest output of the nodes, because PostgreSQL's errors explain failed reads. */
function complaintsOf({ nodes }: Rig): string[] {
  const counts = new Map<string, number>();
  for (const node of nodes) {
    for (const [, message = ''] of node
      .program()
      .output()
      .matchAll(/"err":\{[^}]*?"message":"([^"]*)/g)) {
      counts.set(message, (counts.get(message) ?? 0) + 1);
    }
  }
  return [...counts].map(([message, count]) => `a node received ${count} times: ${message}`);
}

/**
 * Counts unexpected ends of PostgreSQL in the log of the node that runs it, because its own log is on the full disk.
 */
function countEndings({ nodes }: Rig): number {
  return nodes.reduce((sum, node) => sum + node.program().output().split('ended unexpectedly').length - 1, 0);
}

/** @returns milliseconds until people could read again, with the disk still full */
async function killOnFullDisk({ dataDir }: Rig, reader: Person): Promise<number> {
  killPostgres(dataDir);
  const canRead = async () => (await reader.call('GET', '/api/user').catch(() => null))?.status === 200;
  return until('people can read again', canRead, { withinMs: 120_000 });
}
