import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, connect, type Said } from '../connection.ts';
import { keepPace } from '../load.ts';
import { memoryMiB } from '../machine.ts';
import type { Bench } from '../setup.ts';
import { figure } from '../table.ts';
import { type Extent, makeMix, type Promised } from './mix.ts';

const threeTimes = 600;
const usual = 200;
const mostMs = 1_000;
const againWithinMs = 10_000;
const normalMs = 150;

type Outcome = { served: number[]; refused: number; unexplained: number; other: number };

/**
 * Loads the portal with three times the goal at a steady rate, and then with as many requests as 400 connections can
 * send, more than the portal can handle. The portal must reject the excess with a Retry-After, and answer the rest in
 * time.
 */
export async function measureOverload(bench: Bench, extent: Extent): Promise<Promised[]> {
  const next = await makeMix(bench, extent);
  const durationMs = Math.min(2, extent.minutes) * 60_000;
  const { port, processId } = bench.portal;
  const steady = await press({ port, next, durationMs, connections: 400, perSecond: threeTimes });
  const steadyAgainMs = await untilNormal(port, next);
  const flat = await press({
    port,
    next,
    durationMs: durationMs / 4,
    connections: 400,
    perSecond: Number.POSITIVE_INFINITY,
  });
  const flatAgainMs = await untilNormal(port, next);
  const memory = figure(memoryMiB(processId).peak);
  return [
    judge(`overload: ${threeTimes} requests/s for ${durationMs / 1000} s`, steady, steadyAgainMs, memory),
    judge(`overload: 400 connections for ${durationMs / 4000} s, as fast as they can`, flat, flatAgainMs, memory),
  ];
}

function judge(
  measure: string,
  { served, refused, unexplained, other }: Outcome,
  againMs: number,
  memory: string,
): Promised {
  const sorted = Float64Array.from(served).sort();
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  return {
    measure,
    reached: `${served.length} served, p99 ${figure(p99)} ms; ${refused} refused with Retry-After, ${unexplained + other} otherwise; normal after ${figure(againMs / 1000)} s; at most ${memory} MiB`,
    goal: `p99 < 1 s; 503 with Retry-After; ≤ 10 s`,
    isMet: p99 < mostMs && unexplained + other === 0 && againMs <= againWithinMs,
  };
}

type Press = { port: number; next: () => Buffer; durationMs: number; connections: number; perSecond: number };

/** Sends at most `perSecond` requests, each on a free connection; a request without a free connection is not sent. */
async function press({ port, next, durationMs, connections, perSecond }: Press): Promise<Outcome> {
  const outcome: Outcome = { served: [], refused: 0, unexplained: 0, other: 0 };
  const startedAt = performance.now();
  let sent = 0;
  const mayAsk = () => sent < ((performance.now() - startedAt) / 1000) * perSecond;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      let connection: Connection | null = null;
      while (performance.now() - startedAt < durationMs) {
        if (!mayAsk()) {
          await pause(5);
          continue;
        }
        sent += 1;
        const askedAt = performance.now();
        try {
          connection ??= await connect(port);
          note(outcome, await connection.ask(next()), performance.now() - askedAt);
        } catch {
          outcome.other += 1;
          connection?.close();
          connection = null;
        }
      }
      connection?.close();
    }),
  );
  return outcome;
}

function note(outcome: Outcome, { status, retryAfter }: Said, ms: number): void {
  if (status < 300) outcome.served.push(ms);
  else if (status === 503 && retryAfter !== null) outcome.refused += 1;
  else if (status === 503) outcome.unexplained += 1;
  else outcome.other += 1;
}

/** @returns milliseconds until a second of the normal load was served in the normal time; above 60,000 if it was not */
async function untilNormal(port: number, next: () => Buffer): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const seen = await keepPace({ port, perSecond: usual, durationMs: 1_000, next });
    const tookMs = performance.now() - startedAt;
    if ((seen.failed === 0 && seen.p95 <= normalMs) || tookMs > 60_000) return tookMs;
  }
}
