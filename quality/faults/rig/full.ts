import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { requestOf } from '#quality/bench/connection.ts';
import { type Failed, keepPace } from '#quality/bench/load.ts';
import { seconds } from '../fault.ts';
import type { Person } from './people.ts';
import type { Rig } from './rig.ts';

/** Results of reads and writes during a full disk. */
export type SeenFull = {
  reads: number;
  /** The failed reads, with reason and time. */
  failedReads: string[];
  writes: number;
  refused: number;
  odd: Set<string>;
  /** Whether a write that needs room succeeds. */
  canWrite(): Promise<boolean>;
};

/** Milliseconds for which the disk is refilled, as by a program that does not stop. */
const fillingMs = 5_000;

/** Fills the disk for `durationMs`, while members read and an administrator writes data that needs room. */
export async function holdFull(rig: Rig, durationMs: number, duringFault: () => Promise<void>): Promise<SeenFull> {
  const readers = await rig.people(50);
  // Visits are recorded once a minute, so these are due while the disk is full.
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
  // Safe cast, because the index is below the length.
  const next = () => requests[sent++ % requests.length] as Buffer;
  const onFailed = (failed: Failed) => void seen.failedReads.push(describe(failed));
  const reading = keepPace({ port: rig.front.port, perSecond: 20, durationMs, next, onFailed });
  await duringFault();
  const { requests: answered, failed } = await reading;
  await Promise.all([filling, writing]);
  return { ...seen, reads: answered + failed };
}

/** Describes the path, the reason and the time. */
function describe({ request, reason, dueMs }: Failed): string {
  const [, address] = request.toString('latin1', 0, 200).split(' ');
  return `${address}: ${reason} at ${seconds(dueMs)}`;
}

/** Adds a resource with a text that cannot be compressed. */
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
