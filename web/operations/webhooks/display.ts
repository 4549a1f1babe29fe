import {
  allEventTypes,
  type Delivery,
  type DeliveryStatus,
  type EventType,
  eventTypes,
  organisationEventTypes,
  type Webhook,
} from '#contract/operations/webhooks.ts';
import { shortDate } from '#web/dates.ts';

/** Returns the types that an owner may choose, each with a sentence about it. */
export function typeChoices(isOfPortal: boolean): { type: EventType; says: string }[] {
  const types = isOfPortal ? allEventTypes : organisationEventTypes;
  return types.map((type) => ({ type, says: eventTypes[type].says }));
}

/** Returns the first two types, and the number of the others. */
export function typesText(types: readonly string[]): string {
  const [first = '', second, ...more] = types;
  if (second === undefined) return first;
  return more.length === 0 ? `${first}, ${second}` : `${first}, ${second} and ${more.length} more`;
}

/** Returns the description of a webhook and the day on which its secret was replaced; empty without either. */
export function aboutText({ description, secretRotatedAt }: Webhook): string {
  if (!secretRotatedAt) return description ?? '';
  const day = shortDate(secretRotatedAt);
  return description === null ? `Secret replaced ${day}` : `${description} · secret replaced ${day}`;
}

export type State = { tone: 'success' | 'warning' | 'destructive' | 'neutral'; text: string };

/** Returns the state of a webhook in a few words, with its colour. */
export function stateOf({ isOn, offReason, failingSince, waiting, lastDeliveredAt }: Webhook): State {
  if (!isOn) {
    const texts = {
      'switched-off': 'Off',
      gone: 'Off: program gone',
      failing: 'Off: failed 5 days',
      restored: 'Off: portal restored',
    };
    return { tone: offReason === 'switched-off' ? 'neutral' : 'destructive', text: texts[offReason ?? 'switched-off'] };
  }
  if (failingSince !== null) return { tone: 'destructive', text: waiting > 0 ? `${waiting} failing` : 'Failing' };
  if (waiting > 0) return { tone: 'warning', text: `${waiting} on their way` };
  return lastDeliveredAt === null
    ? { tone: 'neutral', text: 'Nothing sent yet' }
    : { tone: 'success', text: 'All delivered' };
}

/** Names of the states by which deliveries are filtered. */
export const statusNames: Readonly<Record<DeliveryStatus, string>> = {
  waiting: 'On their way',
  delivered: 'Delivered',
  failed: 'Given up',
  skipped: 'Skipped',
};

/** Maximum number of attempts of a delivery (HOOK-04). */
const mostAttempts = 8;

/** Returns the state of a delivery in a few words, with its colour. */
export function outcomeOf({ status, responseStatus, error, attempts }: Delivery): State {
  const answer = responseStatus === null ? (error === null ? null : 'No response') : String(responseStatus);
  if (status === 'delivered') return { tone: 'success', text: answer ?? 'Delivered' };
  if (status === 'skipped') return { tone: 'neutral', text: 'Skipped' };
  if (status === 'failed') return { tone: 'destructive', text: `${answer ?? 'Failed'}, given up` };
  return attempts === 0
    ? { tone: 'neutral', text: 'On its way' }
    : { tone: 'destructive', text: `${answer ?? 'Failed'}, will be tried again` };
}

/**
 * Returns a sentence with the number of the last attempt and the time of the next.
 * @param nextAt the time in words; null without a next attempt
 */
export function attemptsText({ status, attempts }: Delivery, nextAt: string | null): string {
  if (status === 'skipped') return 'It was not sent, because the webhook or its right to the event had ended.';
  if (attempts === 0) return 'It was not tried yet.';
  const done = `Attempt ${attempts} of ${mostAttempts}.`;
  return nextAt === null ? done : `${done} The next attempt is at ${nextAt}.`;
}

export const durationText = (ms: number | null) => {
  if (ms === null) return '–';
  return ms < 1000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`;
};

export const attemptsCount = (attempts: number) => (attempts === 1 ? '1 attempt' : `${attempts} attempts`);

/**
 * Returns the request of the last attempt as the log shows it. Without its signature, which is not kept, because a
 * reader of the log could send the message again with it.
 */
export function requestText({ sentPath, sentTimestamp, messageId, request }: Delivery): string {
  const lines = [
    ...(sentPath ? [`POST ${sentPath}`] : []),
    `webhook-id: ${messageId}`,
    ...(sentTimestamp ? [`webhook-timestamp: ${sentTimestamp}`] : []),
  ];
  return `${lines.join('\n')}\n\n${JSON.stringify(JSON.parse(request), null, 2)}`;
}

/** Returns the response to the last attempt as the log shows it, or why there is none. */
export function responseText({ responseStatus, responseType, response, error }: Delivery): string {
  if (responseStatus === null) return error ?? 'None yet';
  const type = responseType ? `\ncontent-type: ${responseType}` : '';
  return `HTTP ${responseStatus}${type}\n\n${response ?? ''}`;
}
