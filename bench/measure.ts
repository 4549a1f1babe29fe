import type { Case } from './cases.ts';
import type { Result } from './goals.ts';
import { pressHard } from './load.ts';
import { familyProcessorMs, memoryMiB, processorMs } from './machine.ts';
import type { Bench } from './setup.ts';

/** One round of a case: as many requests as go through in this time. */
export async function measure(bench: Bench, one: Case, durationMs: number): Promise<Result> {
  const { port, processId } = bench[one.server];
  const next = one.isUncached ? inTurn(one.requests, bench.forgetAnswers) : inTurn(one.requests);
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
 * The requests again and again.
 * @param onHalf called twice in each turn, so that between two equal requests it has always been called with half a turn
 *   to take effect
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
