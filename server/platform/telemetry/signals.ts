import { channel } from 'node:diagnostics_channel';
import { elapsedMs } from '../clock.ts';
import { inSpan } from './spans.ts';

export type OutsideService = 'stripe' | 's3' | 'smtp' | 'identity';

/** A call of an outside service; `failed` when it did not respond, or not correctly. */
export type OutsideCall = { service: OutsideService; outcome: 'answered' | 'failed'; seconds: number };

/** A read of a cached value; `hit` when it was there. */
export type CacheRead = { outcome: 'hit' | 'miss' };

/** Whether the notices of a channel of PostgreSQL are received. */
export type ListenState = { channel: string; isHeard: boolean };

/** A statement of PostgreSQL, by its name. */
export type Statement = { name: string; outcome: 'answered' | 'failed'; seconds: number };

/** An attempt of a job. */
export type JobTry = { task: string; lane: string; outcome: 'done' | 'failed'; seconds: number };

/** Whether the disk had room for a file. */
export type DiskRoom = { hasRoom: boolean };

/** Measurements that the process publishes. Without a subscriber, such as the metrics, they cost nothing. */
export const signals = {
  outsideCall: channel('portal:outside-call'),
  statement: channel('portal:statement'),
  jobTry: channel('portal:job-try'),
  cacheRead: channel('portal:cache-read'),
  listenState: channel('portal:listen-state'),
  diskRoom: channel('portal:disk-room'),
};

/**
 * Signals the duration of a call of an outside service, and whether it failed.
 * @param isAnswer whether an error is a proper response nevertheless, such as a declined card
 */
export async function timeOutside<Answer>(
  service: OutsideService,
  call: () => Promise<Answer>,
  isAnswer: (error: unknown) => boolean = () => false,
): Promise<Answer> {
  const beganMs = elapsedMs();
  const end = (outcome: OutsideCall['outcome']) =>
    signals.outsideCall.publish({ service, outcome, seconds: (elapsedMs() - beganMs) / 1000 } satisfies OutsideCall);
  try {
    const answer = await inSpan({ name: service, kind: 'call', attributes: { 'peer.service': service } }, call);
    end('answered');
    return answer;
  } catch (error) {
    end(isAnswer(error) ? 'answered' : 'failed');
    throw error;
  }
}

/** Signals the duration of a statement. Without subscribers and traces, it costs two checks. */
export async function timeStatement<Answer>(name: string, ask: () => Promise<Answer>): Promise<Answer> {
  const work = {
    name,
    kind: 'call',
    attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name },
  } as const;
  if (!signals.statement.hasSubscribers) return inSpan(work, ask);
  const beganMs = elapsedMs();
  const end = (outcome: Statement['outcome']) =>
    signals.statement.publish({ name, outcome, seconds: (elapsedMs() - beganMs) / 1000 } satisfies Statement);
  try {
    const answer = await inSpan(work, ask);
    end('answered');
    return answer;
  } catch (error) {
    end('failed');
    throw error;
  }
}
