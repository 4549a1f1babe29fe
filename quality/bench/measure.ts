import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Case, signedInAll, signInRequests } from './cases.ts';
import { median, type Result } from './goals.ts';
import { keepPace, pressHard, type Seen } from './load.ts';
import { familyProcessorMs, memoryMiB, processorMs } from './machine.ts';
import { startPortal } from './processes.ts';
import type { Bench } from './setup.ts';

/** Measures one round of a case: all requests that the server answers in this time. */
export async function measure(bench: Bench, one: Case, durationMs: number): Promise<Result> {
  const { port, processId } = bench[one.server];
  const next = one.isUncached ? inTurn(one.requests, bench.clearCachedAnswers) : inTurn(one.requests);
  const serverBefore = processorMs(processId);
  const databaseBefore = familyProcessorMs(bench.databaseProcessId);
  const seen = await pressHard({ port, connections: one.connections, durationMs, next });
  return {
    requestsPerSecond: seen.requests / seen.seconds,
    p50: seen.p50,
    p99: seen.p99,
    serverMs: (processorMs(processId) - serverBefore) / seen.requests,
    databaseMs: (familyProcessorMs(bench.databaseProcessId) - databaseBefore) / seen.requests,
    memoryMiB: memoryMiB(processId).now,
  };
}

/**
 * Returns the requests in turn, repeatedly.
 * @param onHalf called twice in each turn, so that it always has half a turn to take effect between two equal requests
 */
export function inTurn(requests: Buffer[], onHalf?: () => void): () => Buffer {
  const half = Math.ceil(requests.length / 2);
  let sent = 0;
  return () => {
    const position = sent % requests.length;
    if (position % half === 0) onHalf?.();
    sent += 1;
    return requests[position] as Buffer;
  };
}

const signInsPerSecond = 30;
const othersPerSecond = 300;

/** Measures the latencies of sign-ins and of other calls at the same time, each at a steady rate. */
export async function measureMixed(
  { port, members }: { port: number; members: number },
  durationMs: number,
): Promise<{ signIns: Seen; others: Seen }> {
  const others = signedInAll(['/api/resources?pageSize=12', '/api/user', '/api/user/resource-access?resourceId=1']);
  const [signIns, seen] = await Promise.all([
    keepPace({ port, durationMs, perSecond: signInsPerSecond, next: inTurn(signInRequests(members)) }),
    keepPace({ port, durationMs, perSecond: othersPerSecond, next: inTurn(others) }),
  ]);
  return { signIns, others: seen };
}

/**
 * Seconds of the web app's build, and until the portal of `npm start` can serve: on an empty folder, and later
 * (median).
 */
export type Starts = { build: number; first: number; later: number };

/** Starts the whole demo on an empty folder, then three more times; the build of the web app is measured separately. */
export async function measureStarts(): Promise<Starts> {
  const buildStartedAt = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build-web.mjs'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const build = performance.now() - buildStartedAt;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-bench-start-'));
  const start = async () => {
    const portal = await startPortal({ DATA_DIR: dataDir });
    await portal.stop();
    return portal.startedAfterMs / 1000;
  };
  try {
    const first = await start();
    const later = [await start(), await start(), await start()];
    return { build: build / 1000, first, later: median(later) };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
