import { setTimeout as wait } from 'node:timers/promises';
import { type Connection, connect } from './connection.ts';

/** Result of a load; latencies of successful requests, in milliseconds. */
export type Seen = { requests: number; failed: number; seconds: number; p50: number; p95: number; p99: number };

type Load = {
  port: number;
  /** Number of concurrent requests. */
  connections: number;
  durationMs: number;
  /** Returns the bytes of the next request. */
  next: () => Buffer;
};

/** Sends one request after the other on each connection, so that the server is fully loaded. */
export async function pressHard({ port, connections, durationMs, next }: Load): Promise<Seen> {
  const latencies: number[] = [];
  const opened = await Promise.all(Array.from({ length: connections }, () => connect(port)));
  const startedAt = performance.now();
  const until = startedAt + durationMs;
  await Promise.all(
    opened.map(async (connection) => {
      for (let sentAt = startedAt; sentAt < until; ) {
        await connection.call(next());
        const answeredAt = performance.now();
        latencies.push(answeredAt - sentAt);
        sentAt = answeredAt;
      }
    }),
  );
  return summarise(latencies, startedAt, opened);
}

/**
 * A request that was rejected or whose connection broke: the request, the reason, and its due time after the beginning.
 */
export type Failed = { request: Buffer; reason: string; dueMs: number };

type Pace = Omit<Load, 'connections'> & { perSecond: number; onFailed?: (failed: Failed) => void };

/**
 * Sends requests at a steady rate, however slow the responses are; a latency counts from the due time of its request.
 * Counts rejected and broken requests.
 */
export async function keepPace({ port, perSecond, durationMs, next, onFailed }: Pace): Promise<Seen> {
  const latencies: number[] = [];
  const idle: Connection[] = [];
  let failed = 0;
  const call = async (dueAt: number) => {
    let connection = idle.pop();
    while (connection && !connection.isOpen()) connection = idle.pop();
    connection ??= await connect(port);
    const request = next();
    try {
      await connection.call(request);
      latencies.push(performance.now() - dueAt);
      idle.push(connection);
    } catch (error) {
      failed += 1;
      onFailed?.({ request, reason: error instanceof Error ? error.message : String(error), dueMs: dueAt - startedAt });
      connection.close();
    }
  };
  const startedAt = performance.now();
  const calls: Promise<void>[] = [];
  for (let sent = 0; sent < (perSecond * durationMs) / 1000; sent += 1) {
    const dueAt = startedAt + (sent * 1000) / perSecond;
    while (performance.now() < dueAt) await wait(1);
    calls.push(call(dueAt));
  }
  await Promise.all(calls);
  return { ...summarise(latencies, startedAt, idle), failed };
}

function summarise(latencies: number[], startedAt: number, opened: Connection[]): Seen {
  const seconds = (performance.now() - startedAt) / 1000;
  for (const connection of opened) connection.close();
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { requests: sorted.length, failed: 0, seconds, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
