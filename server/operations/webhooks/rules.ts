import { type EventType, eventTypes, organisationEventTypes } from '#contract/operations/webhooks.ts';
import type { KeyKind } from '#contract/scopes.ts';

/** An event as its row has it; `data` holds only ids. */
export type RecordedEvent = {
  id: number;
  type: string;
  data: Readonly<Record<string, number>>;
  happenedAt: Date;
};

/**
 * Returns the event types that an owner may choose: those about objects that the owner can read by the API (HOOK-02).
 */
export function allowedTypes(organisationId: number | null): readonly EventType[] {
  return organisationId === null ? (Object.keys(eventTypes) as EventType[]) : organisationEventTypes;
}

/** Returns the `webhook-id` of an event, which is the same in each attempt, so that receivers can drop what they know. */
export const messageIdOf = ({ id }: Pick<RecordedEvent, 'id'>) => `evt_${id}`;

/** Returns the `webhook-timestamp` of an attempt. */
export const timestampOf = (at: Date) => Math.floor(at.getTime() / 1000);

/** Kind of the webhooks that receive an event: the portal's or an organisation's. */
export type ReceiverKind = Extract<KeyKind, 'portal' | 'organisation'>;

export const receiverKindOf = ({ organisationId }: { organisationId: number | null }): ReceiverKind =>
  organisationId === null ? 'portal' : 'organisation';

/**
 * Returns the exact body of an event's messages: no names, addresses, amounts or scores (HOOK-02). `sequence` grows
 * with each event of an object; `path` leads to its present state, by a call that a key of the receiver's kind can make.
 */
export function bodyOf({ id, type, data, happenedAt }: RecordedEvent, receiver: ReceiverKind): string {
  return JSON.stringify({
    type,
    timestamp: happenedAt.toISOString(),
    sequence: id,
    data,
    path: receiver === 'portal' ? pathForPortal(type, data) : pathForOrganisation(type, data),
  });
}

/**
 * Returns the path at which a key of the portal reads what an event is about; null when nothing is left to read, and
 * for a test event. No key reads money: purchases and subscriptions lead to their member or organisation.
 */
function pathForPortal(type: string, { memberId, organisationId, resourceId }: RecordedEvent['data']): string | null {
  const member = memberId === undefined ? null : `/api/users/${memberId}`;
  const organisation = organisationId === undefined ? null : `/api/admin/organisations/${organisationId}`;
  const [object] = type.split('.');
  switch (object) {
    case 'member':
    case 'assessment':
      return type === 'member.deleted' ? null : member;
    case 'purchase':
    case 'subscription':
      return member ?? organisation;
    case 'seat':
    case 'round':
      return organisation;
    case 'assignment':
    case 'check':
    case 'path':
    case 'certificate':
      return '/api/completions';
    case 'resource':
      return `/api/resources/${resourceId}`;
    default:
      return null;
  }
}

/** Returns the path at which a key of the organisation reads what an event is about; null for a test event. */
function pathForOrganisation(type: string, { organisationId, roundId }: RecordedEvent['data']): string | null {
  const base = `/api/organisations/${organisationId}`;
  const [object] = type.split('.');
  switch (object) {
    case 'seat':
      return `${base}/seats`;
    case 'assignment':
    case 'check':
    case 'path':
      return `${base}/assignments`;
    case 'certificate':
      return `${base}/certificates`;
    case 'round':
      return `${base}/assessment-rounds/${roundId}/results`;
    default:
      return null;
  }
}

/** Maximum concurrent calls to one receiver (HOOK-04). */
export const callsAtATime = 4;

/** Seconds between the attempts of a delivery: about 2.3 days in all (HOOK-04). */
const delays = [5, 60, 600, 3600, 6 * 3600, 24 * 3600, 24 * 3600] as const;

/** Share of a delay by which attempts are spread, so that a receiver that is back is not called by all at once. */
const jitter = 0.2;

/** Outcome of one attempt, as the log has it. */
export type Attempt = {
  deliveryId: number;
  /** Null without a response. */
  responseStatus: number | null;
  response: string | null;
  responseType: string | null;
  /** Path of the call and the time that signed it; null for a URL that is not allowed. */
  sentPath: string | null;
  signedAt: Date | null;
  /** Milliseconds; null for a URL that is not allowed, about which the log says nothing else (HOOK-06). */
  durationMs: number | null;
  error: string | null;
  /** Seconds for which the receiver asked to be left alone; null when it did not. */
  retryAfterSeconds: number | null;
};

export const isDelivered = ({ responseStatus }: Attempt) =>
  responseStatus !== null && responseStatus >= 200 && responseStatus < 300;

/**
 * Returns the seconds to the next attempt; null after the last one.
 * @param attempts attempts up to now, this one included
 * @param chance a number from 0 to 1
 */
export function nextDelay(attempts: number, { retryAfterSeconds }: Attempt, chance: number): number | null {
  const delay = delays[attempts - 1];
  if (delay === undefined) return null;
  const spread = delay * (1 - jitter + 2 * jitter * chance);
  return Math.round(Math.max(spread, retryAfterSeconds ?? 0));
}

/**
 * Default pause in seconds after each status of a receiver that is overloaded, or of a proxy whose receiver is away.
 */
const pauses: Readonly<Record<number, number>> = { 429: 60, 502: 30, 503: 60, 504: 30 };

/**
 * Returns the pause before the receiver's next event, in seconds: its Retry-After, or the default of `pauses`. 0 for
 * every other status and without a response.
 */
export function pauseOf({ responseStatus, retryAfterSeconds }: Attempt): number {
  const pause = responseStatus === null ? undefined : pauses[responseStatus];
  return pause === undefined ? 0 : (retryAfterSeconds ?? pause);
}

/** Longest pause that a receiver can ask for, in seconds. */
const longestPause = 24 * 3600;

/**
 * Returns the seconds of a Retry-After header, which has seconds or a time, up to `longestPause`; null without a valid
 * one.
 */
export function retryAfterSeconds(header: string | null, now: Date): number | null {
  // `Date.parse` reads texts such as "-5" as a year; every valid time has a colon.
  if (header === null || !/^\d{1,9}$|:/.test(header.trim())) return null;
  const seconds = /^\d{1,9}$/.test(header.trim())
    ? Number(header)
    : Math.ceil((Date.parse(header) - now.getTime()) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), longestPause);
}

const daySeconds = 24 * 3600;

/**
 * Decides after a failed attempt whether the owner is warned, or the webhook is switched off (HOOK-04).
 * @param failingSeconds time since the first of the failures
 */
export function afterFailure(failingSeconds: number, isWarned: boolean): 'warn' | 'switch-off' | null {
  if (failingSeconds >= 5 * daySeconds) return 'switch-off';
  return failingSeconds >= daySeconds && !isWarned ? 'warn' : null;
}
