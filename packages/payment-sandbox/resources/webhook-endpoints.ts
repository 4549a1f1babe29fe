import type Stripe from 'stripe';
import { type Call, operation } from '../context.ts';
import { exampleOf } from '../document.ts';
import { invalidRequest, noSuchResource } from '../errors.ts';
import { newId, newWebhookSecret } from '../ids.ts';
import { pageOf } from '../lists.ts';
import { mergeMetadata, textOf } from '../parameters.ts';

export const webhookEndpointOperations = [
  operation<Stripe.WebhookEndpointCreateParams>({
    method: 'post',
    path: '/v1/webhook_endpoints',
    accepts: ['api_version', 'description', 'enabled_events', 'metadata', 'url'],
    run: createEndpoint,
  }),
  operation<Stripe.WebhookEndpointListParams>({
    method: 'get',
    path: '/v1/webhook_endpoints',
    accepts: ['ending_before', 'limit', 'starting_after'],
    run: ({ store, parameters }) =>
      pageOf(store.all('webhook_endpoint'), parameters, { url: '/v1/webhook_endpoints', kind: 'webhook_endpoint' }),
  }),
  operation<Stripe.WebhookEndpointRetrieveParams>({
    method: 'get',
    path: '/v1/webhook_endpoints/{id}',
    accepts: [],
    run: existing,
  }),
  operation<Stripe.WebhookEndpointUpdateParams>({
    method: 'post',
    path: '/v1/webhook_endpoints/{id}',
    accepts: ['description', 'disabled', 'enabled_events', 'metadata', 'url'],
    run: updateEndpoint,
  }),
  operation<Stripe.WebhookEndpointDeleteParams>({
    method: 'delete',
    path: '/v1/webhook_endpoints/{id}',
    accepts: [],
    run: deleteEndpoint,
  }),
];

function existing({ store, id }: Call<unknown>): Stripe.WebhookEndpoint {
  const endpoint = store.find('webhook_endpoint', id);
  if (!endpoint) throw noSuchResource('webhook_endpoint', id);
  return endpoint;
}

/** Creates an endpoint. Only this call returns its secret. */
function createEndpoint(call: Call<Stripe.WebhookEndpointCreateParams>): Stripe.WebhookEndpoint {
  const { store, now, parameters } = call;
  const endpoint = store.put('webhook_endpoint', {
    ...exampleOf('webhook_endpoint'),
    id: newId('we'),
    api_version: parameters.api_version ?? null,
    created: now,
    description: parameters.description || null,
    enabled_events: parameters.enabled_events,
    metadata: mergeMetadata({}, parameters.metadata),
    url: webAddress(parameters.url),
  });
  const { secret } = store.put('endpoint_secret', { id: endpoint.id, secret: newWebhookSecret() });
  return { ...endpoint, secret };
}

function updateEndpoint(call: Call<Stripe.WebhookEndpointUpdateParams>): Stripe.WebhookEndpoint {
  const { store, parameters } = call;
  const endpoint = existing(call);
  const status = parameters.disabled ? 'disabled' : 'enabled';
  return store.put('webhook_endpoint', {
    ...endpoint,
    description: textOf(parameters.description, endpoint.description),
    enabled_events: parameters.enabled_events ?? endpoint.enabled_events,
    metadata: mergeMetadata(endpoint.metadata, parameters.metadata),
    status: parameters.disabled === undefined ? endpoint.status : status,
    url: parameters.url === undefined ? endpoint.url : webAddress(parameters.url),
  });
}

/** Deletes an endpoint with its outstanding deliveries, which are never sent. */
function deleteEndpoint(call: Call<Stripe.WebhookEndpointDeleteParams>): Stripe.DeletedWebhookEndpoint {
  const { store, id } = call;
  existing(call);
  for (const delivery of store.all('delivery')) {
    if (delivery.endpoint === id) store.remove('delivery', delivery.id);
  }
  store.remove('webhook_endpoint', id);
  store.remove('endpoint_secret', id);
  return { id, object: 'webhook_endpoint', deleted: true };
}

function webAddress(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw invalidRequest('Invalid URL: An explicit scheme (such as https) must be provided.', {
    code: 'url_invalid',
    param: 'url',
  });
}
