import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { requestOf } from '../../bench/connection.ts';
import { type Failed, keepPace } from '../../bench/load.ts';
import { seconds } from '../fault.ts';
import type { Person } from './people.ts';
import type { Rig } from './rig.ts';

/** What people saw of a full disk. */
export type SeenFull = {
  reads: number;
  /** Which reads failed, how and when. */
  failedReads: string[];
  writes: number;
  refused: number;
  odd: Set<string>;
  /** Whether a write that needs room is done. */
  canWrite(): Promise<boolean>;
};

/** So long the disk is filled again and again, as by a program that does not stop. */
const fillingMs = 5_000;

/** Fills the disk, which stays full for so long, beside readers, and administrators who write what needs room. */
export async function holdFull(rig: Rig, durationMs: number, duringFault: () => Promise<void>): Promise<SeenFull> {
  const readers = await rig.people(50);
  // A visit is noted once a minute, so these are due to be noted while nothing can be.
  await rig.database.pool.query(
    `update sign_in_sessions set last_seen_at = now() - interval '1 hour' where user_id = any($1)`,
    [readers.map(({ userId }) => userId)],
  );
  const [administrator] = await rig.people(1, 'administrator');
  if (!administrator) throw new Error('There is an administrator');
  const seen: SeenFull = {
    reads: 0,
    failedReads: [],
    writes: 0,
    refused: 0,
    odd: new Set(),
    canWrite: async () => (await writeLong(administrator)).status === 201,
  };
  await rig.disk?.fill();
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt > durationMs;
  const filling = (async () => {
    while (performance.now() - startedAt < fillingMs) {
      await rig.disk?.fill();
      await pause(500);
    }
  })();
  const writing = (async () => {
    while (!isOver()) {
      note(seen, await writeLong(administrator));
      await pause(100);
    }
  })();
  const paths = ['/api/user', '/api/resources?pageSize=12', '/api/resources/1/access', '/api/resources?search=report'];
  const requests = readers.flatMap(({ secret }) => paths.map((path) => requestOf({ path, secret })));
  let sent = 0;
  // Safe: the index is below the length.
  const next = () => requests[sent++ % requests.length] as Buffer;
  const onFailed = (failed: Failed) => void seen.failedReads.push(describe(failed));
  const reading = keepPace({ port: rig.front.port, perSecond: 20, durationMs, next, onFailed });
  await duringFault();
  const { requests: answered, failed } = await reading;
  await Promise.all([filling, writing]);
  return { ...seen, reads: answered + failed };
}

/** The address, the answer and the time. */
function describe({ request, reason, dueMs }: Failed): string {
  const [, address] = request.toString('latin1', 0, 200).split(' ');
  return `${address}: ${reason} at ${seconds(dueMs)}`;
}

/** A resource with a text that cannot be made shorter. */
function writeLong(administrator: Person) {
  return administrator.call('POST', '/api/admin/resources', {
    title: 'Hiring with care',
    description: randomBytes(10_000).toString('base64'),
    type: 'report',
    accessType: 'free',
  });
}

function note(seen: SeenFull, { status, body }: Awaited<ReturnType<typeof writeLong>>): void {
  seen.writes += 1;
  if (status === 201) return;
  const isPlain = typeof body.message === 'string' && body.message.length < 200;
  if (status === 503 && isPlain) seen.refused += 1;
  else seen.odd.add(`a write: ${status} ${JSON.stringify(body)}`);
}
