import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import {
  Delivery,
  DeliveryQuery,
  PortalDeliveryParams,
  PortalWebhookParams,
  ResendForm,
  Resent,
  Webhook,
  WebhookChange,
  WebhookForm,
  WebhookWithSecret,
} from './webhooks.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Webhooks: addresses that receive the events of the whole portal';

export const listPortalWebhooks = endpoint({
  method: 'GET',
  path: '/api/admin/webhooks',
  response: z.array(Webhook),
  caller: 'administrator',
  scope: 'none',
  summary: 'The webhooks of the whole portal',
  errors: [],
});

export const addPortalWebhook = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks',
  body: WebhookForm,
  response: WebhookWithSecret,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Registers a webhook; the reply shows its secret, once',
  errors: ['webhooks.address-refused', 'webhooks.full'],
  status: 201,
});

export const changePortalWebhook = endpoint({
  method: 'PATCH',
  path: '/api/admin/webhooks/:webhookId',
  params: PortalWebhookParams,
  body: WebhookChange,
  response: Webhook,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Changes a webhook, or switches it on or off',
  errors: ['webhooks.not-found', 'webhooks.address-refused'],
});

export const removePortalWebhook = endpoint({
  method: 'DELETE',
  path: '/api/admin/webhooks/:webhookId',
  params: PortalWebhookParams,
  response: Message,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Removes a webhook with its deliveries',
  errors: ['webhooks.not-found'],
});

export const rotatePortalWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/:webhookId/secret',
  params: PortalWebhookParams,
  response: WebhookWithSecret,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Makes a new secret, and shows it once; the former one signs beside it for 24 hours',
  errors: ['webhooks.not-found'],
});

export const endPortalFormerSecret = endpoint({
  method: 'DELETE',
  path: '/api/admin/webhooks/:webhookId/secret',
  params: PortalWebhookParams,
  response: Webhook,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Ends the former secret at once',
  errors: ['webhooks.not-found'],
});

export const sendPortalTestEvent = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/:webhookId/test',
  params: PortalWebhookParams,
  response: Delivery,
  caller: 'administrator',
  scope: 'none',
  summary: 'Sends an event of type endpoint.test',
  errors: ['webhooks.not-found', 'webhooks.off', 'request.too-many'],
  status: 201,
});

export const listPortalDeliveries = endpoint({
  method: 'GET',
  path: '/api/admin/webhooks/:webhookId/deliveries',
  params: PortalWebhookParams,
  query: DeliveryQuery,
  response: z.array(Delivery),
  caller: 'administrator',
  scope: 'none',
  summary: 'The deliveries of the last 90 days, newest first; X-Total-Count is their number',
  errors: ['webhooks.not-found'],
});

export const resendPortalDelivery = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/:webhookId/deliveries/:deliveryId/resend',
  params: PortalDeliveryParams,
  response: Delivery,
  caller: 'administrator',
  scope: 'none',
  summary: 'Sends one event again',
  errors: ['webhooks.not-found', 'webhooks.delivery-not-found', 'webhooks.off', 'request.too-many'],
});

export const resendPortalDeliveries = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/:webhookId/resend',
  params: PortalWebhookParams,
  body: ResendForm,
  response: Resent,
  caller: 'administrator',
  scope: 'none',
  summary: 'Sends all events since a moment again',
  errors: ['webhooks.not-found', 'webhooks.off', 'request.too-many'],
});
