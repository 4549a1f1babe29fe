import { channel } from 'node:diagnostics_channel';
import { elapsedMs } from '../clock.ts';

export type OutsideService = 'stripe' | 's3' | 'smtp' | 'identity';

/** A call of an outside service; `failed` when it did not answer, or not as it must. */
export type OutsideCall = { service: OutsideService; outcome: 'answered' | 'failed'; seconds: number };

/** A reading of a kept answer: `hit` when it was there. */
export type CacheRead = { outcome: 'hit' | 'miss' };

/** Whether a channel of PostgreSQL is heard. */
export type ListenState = { channel: string; isHeard: boolean };

/** What the process notices about itself. Without a listener, such as the metrics, it costs nothing. */
export const signals = {
  outsideCall: channel('portal:outside-call'),
  cacheRead: channel('portal:cache-read'),
  listenState: channel('portal:listen-state'),
};

/**
 * Signals how long a call of an outside service took and whether it failed.
 * @param isAnswer whether an error is a proper answer all the same, such as a declined card
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
    const answer = await call();
    end('answered');
    return answer;
  } catch (error) {
    end(isAnswer(error) ? 'answered' : 'failed');
    throw error;
  }
}
