import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams } from '../text.ts';
import {
  Delivery,
  DeliveryParams,
  DeliveryQuery,
  ResendForm,
  Resent,
  Webhook,
  WebhookChange,
  WebhookForm,
  WebhookParams,
  WebhookWithSecret,
} from './webhooks.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Webhooks: addresses of an organisation that receive its events';

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/webhooks',
  params: IdParams,
  response: z.array(Webhook),
  caller: 'member',
  scope: 'none',
  summary: 'The webhooks of an organisation, for its owners',
  errors: ['organisations.not-found', 'organisations.not-allowed'],
});

export const addWebhook = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/webhooks',
  params: IdParams,
  body: WebhookForm,
  response: WebhookWithSecret,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Registers a webhook; the reply shows its secret, once',
  errors: [
    'organisations.not-found',
    'organisations.not-allowed',
    'webhooks.address-refused',
    'webhooks.full',
    'webhooks.types-refused',
  ],
  status: 201,
});

export const changeWebhook = endpoint({
  method: 'PATCH',
  path: '/api/organisations/:id/webhooks/:webhookId',
  params: WebhookParams,
  body: WebhookChange,
  response: Webhook,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Changes a webhook, or switches it on or off',
  errors: [
    'organisations.not-found',
    'organisations.not-allowed',
    'webhooks.not-found',
    'webhooks.address-refused',
    'webhooks.types-refused',
  ],
});

export const removeWebhook = endpoint({
  method: 'DELETE',
  path: '/api/organisations/:id/webhooks/:webhookId',
  params: WebhookParams,
  response: Message,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Removes a webhook with its deliveries',
  errors: ['organisations.not-found', 'organisations.not-allowed', 'webhooks.not-found'],
});

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/webhooks/:webhookId/secret',
  params: WebhookParams,
  response: WebhookWithSecret,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Makes a new secret, and shows it once; the former one signs beside it for 24 hours',
  errors: ['organisations.not-found', 'organisations.not-allowed', 'webhooks.not-found'],
});

export const endFormerSecret = endpoint({
  method: 'DELETE',
  path: '/api/organisations/:id/webhooks/:webhookId/secret',
  params: WebhookParams,
  response: Webhook,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Ends the former secret at once',
  errors: ['organisations.not-found', 'organisations.not-allowed', 'webhooks.not-found'],
});

export const sendTestEvent = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/webhooks/:webhookId/test',
  params: WebhookParams,
  response: Delivery,
  caller: 'member',
  scope: 'none',
  summary: 'Sends an event of type endpoint.test',
  errors: [
    'organisations.not-found',
    'organisations.not-allowed',
    'webhooks.not-found',
    'webhooks.off',
    'request.too-many',
  ],
  status: 201,
});

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/webhooks/:webhookId/deliveries',
  params: WebhookParams,
  query: DeliveryQuery,
  response: z.array(Delivery),
  caller: 'member',
  scope: 'none',
  summary: 'The deliveries of the last 90 days, newest first; X-Total-Count is their number',
  errors: ['organisations.not-found', 'organisations.not-allowed', 'webhooks.not-found'],
});

export const resendDelivery = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/webhooks/:webhookId/deliveries/:deliveryId/resend',
  params: DeliveryParams,
  response: Delivery,
  caller: 'member',
  scope: 'none',
  summary: 'Sends one event again',
  errors: [
    'organisations.not-found',
    'organisations.not-allowed',
    'webhooks.not-found',
    'webhooks.delivery-not-found',
    'webhooks.off',
    'request.too-many',
  ],
});

export const resendDeliveries = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/webhooks/:webhookId/resend',
  params: WebhookParams,
  body: ResendForm,
  response: Resent,
  caller: 'member',
  scope: 'none',
  summary: 'Sends all events since a moment again',
  errors: [
    'organisations.not-found',
    'organisations.not-allowed',
    'webhooks.not-found',
    'webhooks.off',
    'request.too-many',
  ],
});
