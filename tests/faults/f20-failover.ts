import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '#server/platform/database/db.ts';
import { type Fault, seconds } from './fault.ts';
import { findWrong } from './rig/checks.ts';
import { underLoad } from './rig/load.ts';
import { openReplicatedPostgres, type ReplicatedPostgres } from './rig/replicated-postgres.ts';
import { withRig } from './rig/rig.ts';
import { addFreeResources } from './rig/shop.ts';
import { until } from './rig/wait.ts';
import { startWriters } from './rig/writers.ts';

const backWithinMs = 30_000;
const mostFailed = 0.001;

/** What becomes of the primary. */
const ways: Record<string, (pair: ReplicatedPostgres) => Promise<void> | void> = {
  killed: (pair) => pair.killPrimary(),
  silent: (pair) => pair.primaryWay.setWeather({ kind: 'silent' }),
  demoted: (pair) => pair.demotePrimary(),
};

/** Two nodes over a primary and a standby: the primary is lost in each of these ways, and the standby promoted. */
export const f20: Fault = {
  name: 'F20',
  title: 'the primary lost, its standby promoted',
  run: async ({ amount }) => {
    const lost: Lost[] = [];
    for (const what of Object.keys(ways).slice(0, amount(3, 3, 1)))
      lost.push(await losePrimary(what, amount(100, 50, 25)));
    const slowest = Math.max(...lost.map(({ backMs }) => backMs));
    const [requests, failed, writes, gone] = (['requests', 'failed', 'writes', 'gone'] as const).map((name) =>
      lost.reduce((sum, one) => sum + one[name], 0),
    ) as [number, number, number, number];
    const back = lost.map(({ what, backMs }) => `${what}: serving again after ${seconds(backMs)}`).join(', ');
    return {
      tries: `${lost.length} primaries lost, ${writes} writes`,
      reached: `${back}; outside of that ${failed} of ${requests} requests failed; ${gone} acknowledged writes lost`,
      goal: '≤ 30 s; ≤ 0.1 %; 0',
      isMet: slowest <= backWithinMs && failed <= requests * mostFailed && gone === 0,
      wrong: lost.flatMap(({ wrong }) => wrong),
    };
  },
};

type Lost = {
  what: string;
  /** From the promotion to the first write that is acknowledged while both nodes serve. */
  backMs: number;
  /** Reads before the loss and after the return, and how many of them failed. */
  requests: number;
  failed: number;
  writes: number;
  /** Writes that were acknowledged and are not there. */
  gone: number;
  wrong: string[];
};

async function losePrimary(what: string, perSecond: number): Promise<Lost> {
  const pair = await openReplicatedPostgres();
  const database = openDatabase(pair.promotedAddresses.owner, { log: () => {}, max: 2, statementTimeoutMs: 120_000 });
  try {
    const environment = { createDatabase: async () => ({ addresses: pair.addresses, drop: async () => {} }) };
    return await withRig(environment, {}, async (rig) => {
      const free = await addFreeResources(rig.database, 2_000);
      const people = await rig.people(50);
      const writers = startWriters(await rig.people(4), free);
      const before = await underLoad(rig, people, perSecond, () => pause(3_000));
      await ways[what]?.(pair);
      await pair.promote();
      const promotedAt = performance.now();
      const isBack = () => rig.front.serving().length === rig.nodes.length && writers.haveWrittenSince(promotedAt);
      const backMs = await until('both nodes serve and write', isBack, { withinMs: 120_000 });
      const after = await underLoad(rig, people, perSecond, () => pause(10_000));
      const there = { ...rig, database };
      return {
        what,
        backMs,
        requests: before.requests + after.requests,
        failed: before.failed + after.failed,
        gone: await writers.stopAndCountLost(there),
        writes: writers.count(),
        wrong: await findWrong(there),
      };
    });
  } finally {
    await database.close();
    await pair.close();
  }
}
