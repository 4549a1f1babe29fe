import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type ListenState, signals } from '../telemetry/signals.ts';
import { Client } from './client.ts';
import type { Database } from './db.ts';

type Listener = {
  channel: string;
  /**
   * Called for each notice: from this process right after its commit (and again by PostgreSQL), or from another one.
   */
  onNotice(payload: string): void;
  /** Called when notices are received from now on; earlier ones may have been missed. */
  onConnected(): Promise<void>;
  /** Called when notices of other processes are not received until `onConnected`. */
  onLost(): void;
  log(message: string): void;
  /** Interval at which the connection proves that it receives this node's notices, in milliseconds. */
  proofEveryMs?: number;
};

export type Listening = {
  /** Settles after the first attempt to connect, whatever its outcome. */
  ready: Promise<void>;
  stop(): Promise<void>;
};

const proofMs = 20_000;
const answerWithinMs = 5_000;
const retryMs = 1_000;

/**
 * Listens to a channel of PostgreSQL on a separate connection, which is replaced when it breaks or falls silent.
 * Notices of this process do not need that connection.
 */
export function listen(database: Database, listener: Listener): Listening {
  const ending = new AbortController();
  const { channel, onNotice } = listener;
  database.notices.on(channel, onNotice);
  const first = Promise.withResolvers<void>();
  const listening = (async () => {
    let isTold = false;
    const connected = () => {
      isTold = false;
      first.resolve();
    };
    while (!ending.signal.aborted) {
      const problem = await hearUntilLost(database, listener, { signal: ending.signal, connected });
      if (!isTold && !ending.signal.aborted) listener.log(`The channel ${channel} is not heard: ${problem}`);
      isTold = true;
      first.resolve();
      await pause(retryMs, ending.signal);
    }
  })();
  return {
    ready: first.promise,
    stop: async () => {
      database.notices.off(channel, onNotice);
      ending.abort();
      await listening;
    },
  };
}

/** @returns the reason why the connection was given up */
async function hearUntilLost(
  { pool, direct, notices }: Database,
  { channel, onConnected, onLost, proofEveryMs: everyMs = proofMs }: Listener,
  { signal, connected }: { signal: AbortSignal; connected: () => void },
): Promise<string> {
  const client = new Client({ ...direct, query_timeout: answerWithinMs });
  const lost = new AbortController();
  const either = AbortSignal.any([signal, lost.signal]);
  client.on('error', () => lost.abort());
  client.on('end', () => lost.abort());
  const tell = (isHeard: boolean) => signals.listenState.publish({ channel, isHeard } satisfies ListenState);
  const proof = `${channel} ${randomUUID()}`;
  client.on('notification', (notice) => {
    if (notice.channel === channel) notices.emit(channel, notice.payload ?? '');
  });
  /** Sends a notice like a write, by another connection, and waits until it arrives here. */
  const proveHearing = async () => {
    const heard = new Promise<void>((resolve) => {
      client.on('notification', function listener(notice) {
        if (notice.channel !== proof) return;
        client.off('notification', listener);
        resolve();
      });
    });
    await pool.query({ text: 'select pg_notify($1, $2)', values: [proof, ''] });
    const isHeard = await Promise.race([heard.then(() => true), pause(answerWithinMs, either).then(() => false)]);
    if (!isHeard) throw new Error('its own notifications do not come back');
  };
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}; listen ${client.escapeIdentifier(proof)}`);
    await proveHearing();
    await onConnected();
    tell(true);
    connected();
    // A connection may respond but receive no notices: cut unnoticed, or behind a pooler in transaction mode.
    while (await pause(everyMs, either)) await proveHearing();
    return 'the connection was lost';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    onLost();
    tell(false);
    await client.end().catch(() => {});
  }
}

/** Waits; false when it was aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return wait(milliseconds, true, { signal, ref: false }).catch(() => false);
}
