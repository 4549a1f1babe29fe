import { signInRequests } from '../cases.ts';
import { keepPace } from '../load.ts';
import { memoryMiB } from '../machine.ts';
import { inTurn } from '../measure.ts';
import type { Bench } from '../setup.ts';
import { figure } from '../table.ts';
import { mixOf } from './mix.ts';
import type { Extent, Promised } from './promised.ts';

const browsing = { perSecond: 200, p95: 150, p99: 400, failedShare: 0.001 };
const signIns = { perSecond: 30, p95: 500, seconds: 60 };
const warmUpMs = 5_000;

/** Members who browse, each request of another one. */
export async function measureBrowsing(bench: Bench, extent: Extent): Promise<Promised[]> {
  const { perSecond, p95, p99, failedShare } = browsing;
  const pace = { port: bench.portal.port, perSecond, next: await mixOf(bench, extent) };
  await keepPace({ ...pace, durationMs: warmUpMs });
  const seen = await keepPace({ ...pace, durationMs: extent.minutes * 60_000 });
  const share = seen.failed / (seen.requests + seen.failed);
  return [
    {
      measure: `browsing, ${perSecond} requests/s for ${extent.minutes} min`,
      reached: `p95 ${figure(seen.p95)} ms, p99 ${figure(seen.p99)} ms, ${seen.failed} of ${seen.requests} failed; ${figure(memoryMiB(bench.portal.processId).now)} MiB`,
      goal: `p95 ≤ ${p95} ms, p99 ≤ ${p99} ms, < 0.1 %`,
      isMet: seen.p95 <= p95 && seen.p99 <= p99 && share < failedShare,
    },
  ];
}

/** Members who sign in with their password, each on a known device. */
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
