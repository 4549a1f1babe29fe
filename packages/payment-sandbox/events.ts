import type Stripe from 'stripe';
import { type Context, operation } from './context.ts';
import { invalidRequest, noSuchResource } from './errors.ts';
import { newId } from './ids.ts';
import { inRange, pageOf } from './lists.ts';
import type { Resource } from './records.ts';
import { accountVersion } from './webhook-versions.ts';

/**
 * Records an event and one delivery for each endpoint that wants it; the dispatcher sends them once the transaction is
 * on the disk. The object is stored as it is now, because records are never changed in place.
 * @param before the object before the change, for `*.updated` events
 */
export function emit(
  context: Context,
  type: Stripe.Event.Type,
  object: Resource | Stripe.CashBalance,
  before?: Resource,
): void {
  const { store, request } = context;
  const endpoints = store.all('webhook_endpoint').filter((endpoint) => wants(endpoint, type));
  const event = store.put('event', {
    id: newId('evt'),
    object: 'event',
    api_version: accountVersion(store),
    created: context.now,
    data: { object, ...(before ? { previous_attributes: changedFields(before, object) } : {}) },
    livemode: false,
    pending_webhooks: endpoints.length,
    request: { id: request.id, idempotency_key: request.idempotencyKey },
    type,
    // Safe because the callers pair each type with its own kind of object, and the tests check every event's object.
  } as Stripe.Event);
  for (const endpoint of endpoints) {
    store.put('delivery', {
      id: newId('del'),
      event: event.id,
      endpoint: endpoint.id,
      state: 'pending',
      attempts: 0,
      nextAttemptAtMs: 0,
      lastAnswer: null,
    });
  }
}

function wants(endpoint: Stripe.WebhookEndpoint, type: string): boolean {
  return endpoint.status === 'enabled' && endpoint.enabled_events.some((name) => name === '*' || name === type);
}

/** Returns the earlier values of the fields that differ; of nested objects only the parts that differ. */
function changedFields(before: object, after: object): Record<string, unknown> {
  const earlier = new Map<string, unknown>(Object.entries(before));
  const later = new Map<string, unknown>(Object.entries(after));
  const changed: Record<string, unknown> = {};
  for (const name of new Set([...earlier.keys(), ...later.keys()])) {
    const [was, is] = [earlier.get(name), later.get(name)];
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    changed[name] = isPlainObject(was) && isPlainObject(is) ? changedFields(was, is) : (was ?? null);
  }
  return changed;
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * "An array of up to 20 strings" (https://docs.stripe.com/api/events/list). The text of the error is not documented.
 */
const mostTypes = 20;

export const eventOperations = [
  operation<Stripe.EventListParams>({
    method: 'get',
    path: '/v1/events',
    accepts: ['created', 'delivery_success', 'ending_before', 'limit', 'starting_after', 'type', 'types'],
    run: ({ store, parameters }) => {
      const { created, delivery_success: delivered, type, types } = parameters;
      if (type !== undefined && types !== undefined) {
        throw invalidRequest('You may only specify one of these parameters: type, types.', {
          code: 'parameters_exclusive',
          param: 'types',
        });
      }
      if (types !== undefined && types.length > mostTypes) {
        throw invalidRequest(`Invalid types: must contain at most ${mostTypes} event types`, { param: 'types' });
      }
      const wanted = types ?? (type === undefined ? [] : [type]);
      const events = store
        .all('event')
        .filter((event) => wanted.length === 0 || wanted.some((name) => nameFits(name, event.type)))
        .filter((event) => delivered === undefined || delivered === (event.pending_webhooks === 0))
        .filter((event) => inRange(event.created, created));
      return pageOf(events, parameters, { url: '/v1/events', kind: 'event' });
    },
  }),
  operation<Stripe.EventRetrieveParams>({
    method: 'get',
    path: '/v1/events/{id}',
    accepts: [],
    run: ({ store, id }) => {
      const event = store.find('event', id);
      if (!event) throw noSuchResource('event', id);
      return event;
    },
  }),
];

/** Whether a type matches; `charge.*` matches all types of charge events. */
function nameFits(wanted: string, type: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : wanted === type;
}
