import * as z from 'zod/mini';
import { Id, line, nullableText, optionalText, paging, trueOrFalse } from '../text.ts';

/**
 * Types of events that webhooks receive (HOOK-02). Webhooks of organisations receive those with `isForOrganisations`, as
 * far as their owners can read the same by the API.
 */
export const eventTypes = {
  'member.registered': { isForOrganisations: false, says: 'A person opened an account' },
  'member.deleted': { isForOrganisations: false, says: 'An account was deleted' },
  'purchase.completed': { isForOrganisations: false, says: 'A purchase was paid' },
  'purchase.refunded': { isForOrganisations: false, says: 'A payment was refunded, in part or as a whole' },
  'subscription.started': { isForOrganisations: false, says: 'A subscription or a trial began' },
  'subscription.changed': { isForOrganisations: false, says: 'A subscription changed its plan, seats or state' },
  'subscription.ended': { isForOrganisations: false, says: 'A subscription ended' },
  'seat.assigned': { isForOrganisations: true, says: 'A person was given a seat' },
  'seat.returned': { isForOrganisations: true, says: 'A seat returned to the organisation' },
  'assignment.completed': { isForOrganisations: true, says: 'A person completed assigned learning' },
  'check.passed': { isForOrganisations: true, says: 'A person passed a knowledge check' },
  'path.completed': { isForOrganisations: true, says: 'A person completed a learning path' },
  'certificate.issued': { isForOrganisations: true, says: 'A certificate was issued' },
  'certificate.revoked': { isForOrganisations: true, says: 'A certificate was revoked' },
  'certificate.superseded': { isForOrganisations: true, says: 'A newer certificate or badge replaced another' },
  'assessment.completed': { isForOrganisations: false, says: 'A member completed the readiness assessment' },
  'round.closed': { isForOrganisations: true, says: 'An assessment round closed' },
  'resource.published': { isForOrganisations: false, says: 'A resource appeared in the catalogue' },
  'resource.withdrawn': { isForOrganisations: false, says: 'A resource left the catalogue' },
} as const satisfies Record<string, { isForOrganisations: boolean; says: string }>;

export type EventType = keyof typeof eventTypes;

export const allEventTypes = Object.keys(eventTypes) as EventType[];

export const organisationEventTypes = allEventTypes.filter((type) => eventTypes[type].isForOrganisations);

/** Type of the event that "Send test event" makes; every webhook receives its own. */
export const testEventType = 'endpoint.test';

/** Maximum number of webhooks of the portal, and of each organisation. */
export const maxWebhooks = 20;

const address = line({ error: 'Enter the address of your program', max: 2000 }).check(
  z.minLength(1, { error: 'Enter the address of your program', abort: true }),
  z.refine(isReceiver, 'Enter an address that begins with https://, without a user name or a fragment'),
);

function isReceiver(typed: string): boolean {
  const url = URL.parse(typed);
  // Plain http is accepted here for receivers on the portal's own machine; the server decides whether it calls them.
  return (
    url !== null &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname))) &&
    url.username === '' &&
    url.password === '' &&
    url.hash === ''
  );
}

const isThisMachine = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

const types = z
  .array(z.enum(allEventTypes as [EventType, ...EventType[]], { error: 'Choose events of the list' }), {
    error: 'Choose the events',
  })
  .check(z.minLength(1, 'Choose at least one event'), z.maxLength(allEventTypes.length, 'Choose each event once'));

const description = optionalText({ field: 'Description', max: 200 });

/** A webhook to register. */
export const WebhookForm = z.object({ url: address, description, types });
export type WebhookForm = z.infer<typeof WebhookForm>;

/** Changes of a webhook; fields that are left out stay as they are. */
export const WebhookChange = z.object({
  url: z.optional(address),
  description: z.optional(nullableText({ field: 'Description', max: 200 })),
  types: z.optional(types),
  isOn: z.optional(trueOrFalse('isOn')),
});
export type WebhookChange = z.infer<typeof WebhookChange>;

/**
 * The reason why a webhook is off: its owner switched it off, a response was 410, five days had no success (HOOK-04), or
 * the portal was restored from a backup.
 */
const OffReason = z.enum(['switched-off', 'gone', 'failing', 'restored']);
export type OffReason = z.infer<typeof OffReason>;

/** A URL that receives events; times are ISO 8601 in UTC. */
export const Webhook = z.object({
  id: z.int(),
  url: z.string(),
  description: z.nullable(z.string()),
  types: z.array(z.string()),
  isOn: z.boolean(),
  /** Null while the webhook is on. */
  offReason: z.nullable(OffReason),
  createdAt: z.string(),
  /** First failed attempt of the current series, which 5 days without a failure end; null after a success. */
  failingSince: z.nullable(z.string()),
  /** Deliveries that will be tried, now or later. */
  waiting: z.int(),
  lastDeliveredAt: z.nullable(z.string()),
  /** Until then messages carry a second signature, by the secret before the last change; null without one. */
  twoSignaturesUntil: z.nullable(z.string()),
  /** Null while the first secret signs, and for changes before this was recorded. */
  secretRotatedAt: z.nullable(z.string()),
});
export type Webhook = z.infer<typeof Webhook>;

/** A webhook with its signing secret, which is shown once. */
export const WebhookWithSecret = z.object({ webhook: Webhook, secret: z.string() });
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

export const DeliveryStatus = z.enum(['waiting', 'delivered', 'failed', 'skipped']);
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

/** One event on its way to one webhook, with its last attempt; times are ISO 8601 in UTC. */
export const Delivery = z.object({
  id: z.int(),
  eventType: z.string(),
  /** The `webhook-id` of its messages, the same in each attempt. */
  messageId: z.string(),
  status: DeliveryStatus,
  attempts: z.int(),
  createdAt: z.string(),
  lastAttemptAt: z.nullable(z.string()),
  nextAttemptAt: z.nullable(z.string()),
  /** HTTP status of the response to the last attempt; null without one. */
  responseStatus: z.nullable(z.int()),
  /** Duration of the last attempt in milliseconds; null before the first, and when the URL was not allowed. */
  durationMs: z.nullable(z.int()),
  /** Error of the last attempt; null before the first, and when there was a response. */
  error: z.nullable(z.string()),
  /** First kilobyte of the last response. */
  response: z.nullable(z.string()),
  /** Content-Type of the last response. */
  responseType: z.nullable(z.string()),
  /** Path and query of the last attempt, which was a POST; null as `durationMs` is. */
  sentPath: z.nullable(z.string()),
  /** The `webhook-timestamp` of the last attempt; null as `durationMs` is. */
  sentTimestamp: z.nullable(z.int()),
  /** The body that is sent. */
  request: z.string(),
});
export type Delivery = z.infer<typeof Delivery>;

export const DeliveryQuery = z.object({
  ...paging(),
  status: z.optional(z.enum(DeliveryStatus.options, { error: 'Choose one of the states' })),
});
export type DeliveryQuery = z.infer<typeof DeliveryQuery>;

/** All events since a moment are sent again, at most those of the last 90 days. */
export const ResendForm = z.object({ since: z.iso.datetime({ error: 'since must be a time' }) });
export type ResendForm = z.infer<typeof ResendForm>;

export const Resent = z.object({ deliveries: z.int() });
export type Resent = z.infer<typeof Resent>;

export const PortalWebhookParams = z.object({ webhookId: Id });
export type PortalWebhookParams = z.infer<typeof PortalWebhookParams>;

export const PortalDeliveryParams = z.object({ webhookId: Id, deliveryId: Id });
export type PortalDeliveryParams = z.infer<typeof PortalDeliveryParams>;

export const WebhookParams = z.object({ id: Id, webhookId: Id });
export type WebhookParams = z.infer<typeof WebhookParams>;

export const DeliveryParams = z.object({ id: Id, webhookId: Id, deliveryId: Id });
export type DeliveryParams = z.infer<typeof DeliveryParams>;
