import type Stripe from 'stripe';
import { operation } from '../context.ts';
import { invalidRequest, noSuchResource } from '../errors.ts';
import { inRange, pageOf } from '../lists.ts';

/** "An array of up to 20 strings" (https://docs.stripe.com/api/events/list). The words of the refusal are not documented. */
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

/** `charge.*` matches all types of charge events. */
function nameFits(wanted: string, type: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : wanted === type;
}
