import { setTimeout as pause } from 'node:timers/promises';
import { losePrimary, summarise } from '../faults/f20-failover.ts';
import type { Fault } from '../faults/fault.ts';
import type { Rig } from '../faults/rig/rig.ts';
import { until } from '../faults/rig/wait.ts';
import { findPgBouncer } from './pgbouncer.ts';

/**
 * Three nodes and a worker behind a proxy, over a primary and its standby with a PgBouncer beside each: a node is
 * killed and restarts, then the primary is killed or falls silent, and the standby is promoted.
 */
export const n02: Fault = {
  name: 'N02',
  title: 'three nodes and a worker through PgBouncer: a node killed, the primary lost',
  run: async ({ amount }) => {
    const common = { perSecond: amount(150, 50), pooler: await findPgBouncer(), nodes: 3, hasWorker: true };
    const lost = [];
    for (const what of ['killed', 'silent'] as const)
      lost.push(await losePrimary(what, { ...common, before: killNode }));
    return { ...summarise(lost), goal: '≤ 30 s; ≤ 0.1 %, a killed node included; 0' };
  },
};

async function killNode(rig: Rig): Promise<void> {
  const [node] = rig.nodes;
  if (!node) throw new Error('There are nodes');
  await pause(5_000);
  await node.program().kill();
  await pause(5_000);
  await node.start();
  await until('it serves again', () => rig.front.serving().includes(node.port), { withinMs: 30_000 });
}
