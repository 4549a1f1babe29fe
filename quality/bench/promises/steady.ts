import { readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { signInRequests } from '../cases.ts';
import { query } from '../database.ts';
import { keepPace } from '../load.ts';
import { memoryMiB } from '../machine.ts';
import { inTurn } from '../measure.ts';
import { type Bench, metricsToken } from '../setup.ts';
import { figure } from '../table.ts';
import { type Extent, makeMix, type Promised } from './mix.ts';

const browsing = { perSecond: 200, p95: 150, p99: 400, failedShare: 0.001, mostDelayMs: 50 };
const signIns = { perSecond: 30, p95: 500, seconds: 60 };
const warmUpMs = 5_000;

/** Measures browsing; each request is a random member's. */
export async function measureBrowsing(bench: Bench, extent: Extent): Promise<Promised[]> {
  const { perSecond, p95, p99, failedShare, mostDelayMs } = browsing;
  const pace = { port: bench.portal.port, perSecond, next: await makeMix(bench, extent) };
  await keepPace({ ...pace, durationMs: warmUpMs });
  await readLoopDelay(bench);
  const seen = await keepPace({ ...pace, durationMs: extent.minutes * 60_000 });
  const delay = await readLoopDelay(bench);
  const share = seen.failed / (seen.requests + seen.failed);
  return [
    {
      measure: `browsing, ${perSecond} requests/s for ${extent.minutes} min`,
      reached: `p95 ${figure(seen.p95)} ms, p99 ${figure(seen.p99)} ms, ${seen.failed} of ${seen.requests} failed; ${figure(memoryMiB(bench.portal.processId).now)} MiB`,
      goal: `p95 ≤ ${p95} ms, p99 ≤ ${p99} ms, < 0.1 %`,
      isMet: seen.p95 <= p95 && seen.p99 <= p99 && share < failedShare,
    },
    {
      measure: 'delay of the event loop while browsing',
      reached: `p99 ${figure(delay.p99)} ms, longest ${figure(delay.max)} ms`,
      goal: `p99 ≤ ${mostDelayMs} ms`,
      isMet: delay.p99 <= mostDelayMs,
    },
  ];
}

/**
 * Returns the delays of the portal's event loop since the last call, in milliseconds. They are on the clock, so that
 * other programs of a busy machine extend them.
 */
async function readLoopDelay({ portal }: Bench): Promise<{ p99: number; max: number }> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const reply = await fetch(`http://localhost:${portal.port}/metrics`, { headers });
  const text = await reply.text();
  const ms = (name: string) =>
    Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN) * 1000;
  return { p99: ms('p99'), max: ms('max') };
}

/** Measures sign-ins with passwords, each on a known device. */
export async function measureSignIns({ portal }: Bench, { minutes, members }: Extent): Promise<Promised[]> {
  const { perSecond, p95 } = signIns;
  const durationMs = Math.min(signIns.seconds, minutes * 60) * 1000;
  const seen = await keepPace({ port: portal.port, perSecond, durationMs, next: inTurn(signInRequests(members)) });
  return [
    {
      measure: `sign-ins, ${perSecond}/s for ${durationMs / 1000} s`,
      reached: `p95 ${figure(seen.p95)} ms, p99 ${figure(seen.p99)} ms, ${seen.failed} of ${seen.requests} failed`,
      goal: `p95 ≤ ${p95} ms, none`,
      isMet: seen.p95 <= p95 && seen.failed === 0,
    },
  ];
}

const perSecond = 5;
const mostGrowth = 0.1;
const mostConnections = 14;

/**
 * F18: loads the portal lightly for minutes instead of a day, and measures the growth of memory, the open connections
 * and the files left over.
 */
export async function measureIdle(bench: Bench, extent: Extent): Promise<Promised[]> {
  const { portal, portalUrl, dataDir } = bench;
  const next = await makeMix(bench, extent);
  await keepPace({ port: portal.port, perSecond, durationMs: 30_000, next });
  const samples: { atMs: number; mib: number }[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      samples.push({ atMs: performance.now(), mib: memoryMiB(portal.processId).now });
      await pause(1_000);
    }
  })();
  await keepPace({ port: portal.port, perSecond, durationMs: extent.minutes * 60_000, next });
  isOver = true;
  await watching;
  const [{ connections } = { connections: 0 }] = await query<{ connections: number }>(
    portalUrl,
    'select count(*)::integer as connections from pg_stat_activity where datname = current_database()',
  );
  const parts = (await readdir(dataDir, { recursive: true })).filter((name) => name.endsWith('.part')).length;
  const perHour = slopeOf(samples) * 3_600_000;
  const growth = ((samples.at(-1)?.mib ?? 0) - (samples[0]?.mib ?? 0)) / (samples[0]?.mib ?? 1);
  return [
    {
      measure: `light load, ${perSecond} requests/s for ${extent.minutes} min (instead of 24 h)`,
      reached: `memory ${(growth * 100).toFixed(1)} %, slope ${figure(perHour)} MiB an hour; ${connections} connections; ${parts} files left over`,
      goal: `≤ +10 %; ≤ ${mostConnections}; 0`,
      isMet: growth <= mostGrowth && connections <= mostConnections && parts === 0,
    },
  ];
}

/** Returns the slope of the line that fits the samples best (least squares), in MiB per millisecond. */
function slopeOf(samples: readonly { atMs: number; mib: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [at, mib] = [mean(samples.map(({ atMs }) => atMs)), mean(samples.map((one) => one.mib))];
  const above = samples.reduce((sum, one) => sum + (one.atMs - at) * (one.mib - mib), 0);
  return above / samples.reduce((sum, one) => sum + (one.atMs - at) ** 2, 0);
}
