import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '#server/platform/database/db.ts';
import { type Fault, type Outcome, seconds } from './fault.ts';
import { findWrong } from './rig/checks.ts';
import { underLoad } from './rig/load.ts';
import { openReplicatedPostgres, type ReplicatedPostgres } from './rig/replicated-postgres.ts';
import { type Rig, withRig } from './rig/rig.ts';
import { addFreeResources } from './rig/shop.ts';
import { until } from './rig/wait.ts';
import { startWriters } from './rig/writers.ts';

const backWithinMs = 30_000;
const mostFailed = 0.001;

/** Ways in which the primary is lost. */
const ways = {
  killed: (pair: ReplicatedPostgres) => pair.killPrimary(),
  silent: (pair: ReplicatedPostgres) => pair.silencePrimary(),
  demoted: (pair: ReplicatedPostgres) => pair.demotePrimary(),
};

/** Two nodes: the primary is lost in each of these ways, in a short run in the first, and the standby is promoted. */
export const f20: Fault = {
  name: 'F20',
  title: 'the primary lost, its standby promoted',
  run: async ({ amount }) => {
    const perSecond = amount(100, 50, 25);
    const lost: Lost[] = [];
    const chosen = (['killed', 'silent', 'demoted'] as const).slice(0, amount(3, 3, 1));
    for (const what of chosen) lost.push(await losePrimary(what, { perSecond }));
    return { ...summarise(lost), goal: '≤ 30 s; ≤ 0.1 %; 0' };
  },
};

/** Summarises the losses. */
export function summarise(lost: readonly Lost[]): Omit<Outcome, 'goal'> {
  const slowest = Math.max(...lost.map(({ backMs }) => backMs));
  const sumOf = (name: 'requests' | 'failed' | 'writes' | 'gone') => lost.reduce((sum, one) => sum + one[name], 0);
  const [requests, failed, gone] = [sumOf('requests'), sumOf('failed'), sumOf('gone')];
  const back = lost.map(({ what, backMs }) => `${what}: serving again after ${seconds(backMs)}`).join(', ');
  return {
    tries: `${lost.length} primaries lost, ${sumOf('writes')} writes`,
    reached: `${back}; outside of that ${failed} of ${requests} requests failed; ${gone} acknowledged writes lost`,
    isMet: slowest <= backWithinMs && failed <= requests * mostFailed && gone === 0,
    wrong: lost.flatMap(({ wrong }) => wrong),
  };
}

type Lost = {
  what: string;
  /** Milliseconds from the promotion to the first acknowledged write while all nodes serve. */
  backMs: number;
  /** Reads before the loss and after the return: the number answered, and the number that failed. */
  requests: number;
  failed: number;
  writes: number;
  /** Acknowledged writes that are missing. */
  gone: number;
  wrong: string[];
};

type Losing = {
  perSecond: number;
  /** The program of a PgBouncer that runs beside each PostgreSQL; null for none. */
  pooler?: string | null;
  /** Number of serving nodes. */
  nodes?: number;
  /** Whether a separate worker runs the jobs. */
  hasWorker?: boolean;
  /** Work under load before the primary is lost. */
  before?: (rig: Rig) => Promise<void>;
};

/** Runs an installation over a primary and a standby, loses the primary in one way, and promotes the standby. */
export async function losePrimary(
  what: keyof typeof ways,
  { perSecond, pooler = null, nodes = 2, hasWorker = false, before: prepare = () => pause(3_000) }: Losing,
): Promise<Lost> {
  const pair = await openReplicatedPostgres(pooler);
  const database = openDatabase(pair.promotedAddresses.owner, { log: () => {}, max: 2, statementTimeoutMs: 120_000 });
  try {
    const environment = { createDatabase: async () => ({ addresses: pair.addresses, drop: async () => {} }) };
    const variables = { ROLE: hasWorker ? 'web' : 'all' };
    return await withRig(environment, { nodes, variables }, async (rig) => {
      if (hasWorker) await (await rig.addNode({ ROLE: 'worker' })).start();
      const free = await addFreeResources(rig.database, 4_000);
      const people = await rig.people(50);
      const writers = startWriters(await rig.people(4), free);
      const before = await underLoad(rig, people, perSecond, () => prepare(rig));
      await ways[what](pair);
      await pair.promote();
      const promotedAt = performance.now();
      const isBack = () => rig.front.serving().length === nodes && writers.haveWrittenSince(promotedAt);
      const backMs = await until('all nodes serve and write', isBack, { withinMs: 120_000 });
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
