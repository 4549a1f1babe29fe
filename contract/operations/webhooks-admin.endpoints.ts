import { endpoint } from '../endpoint.ts';
import type { Message } from '../message.ts';
import type {
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

export const listPortalWebhooks = endpoint<{ reply: Webhook[] }>({
  method: 'GET',
  path: '/api/admin/webhooks',
  caller: 'administrator',
  scope: 'none',
  summary: 'The webhooks of the whole portal',
  errors: [],
});

export const addPortalWebhook = endpoint<{ body: WebhookForm; reply: WebhookWithSecret }>({
  method: 'POST',
  path: '/api/admin/webhooks',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Registers a webhook; the reply shows its secret, once',
  errors: ['webhooks.address-refused', 'webhooks.full'],
  status: 201,
});

export const changePortalWebhook = endpoint<{ params: PortalWebhookParams; body: WebhookChange; reply: Webhook }>({
  method: 'PATCH',
  path: '/api/admin/webhooks/:webhookId',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Changes a webhook, or switches it on or off',
  errors: ['webhooks.not-found', 'webhooks.address-refused'],
});

export const removePortalWebhook = endpoint<{ params: PortalWebhookParams; reply: Message }>({
  method: 'DELETE',
  path: '/api/admin/webhooks/:webhookId',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Removes a webhook with its deliveries',
  errors: ['webhooks.not-found'],
});

export const rotatePortalWebhookSecret = endpoint<{ params: PortalWebhookParams; reply: WebhookWithSecret }>({
  method: 'POST',
  path: '/api/admin/webhooks/:webhookId/secret',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Makes a new secret, and shows it once; the former one signs beside it for 24 hours',
  errors: ['webhooks.not-found'],
});

export const endPortalFormerSecret = endpoint<{ params: PortalWebhookParams; reply: Webhook }>({
  method: 'DELETE',
  path: '/api/admin/webhooks/:webhookId/secret',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Ends the former secret at once',
  errors: ['webhooks.not-found'],
});

export const sendPortalTestEvent = endpoint<{ params: PortalWebhookParams; reply: Delivery }>({
  method: 'POST',
  path: '/api/admin/webhooks/:webhookId/test',
  caller: 'administrator',
  scope: 'none',
  summary: 'Sends an event of type endpoint.test',
  errors: ['webhooks.not-found', 'webhooks.off', 'request.too-many'],
  status: 201,
});

export const listPortalDeliveries = endpoint<{ params: PortalWebhookParams; query: DeliveryQuery; reply: Delivery[] }>({
  method: 'GET',
  path: '/api/admin/webhooks/:webhookId/deliveries',
  caller: 'administrator',
  scope: 'none',
  summary: 'The deliveries of the last 90 days, newest first; X-Total-Count is their number',
  errors: ['webhooks.not-found'],
});

export const resendPortalDelivery = endpoint<{ params: PortalDeliveryParams; reply: Delivery }>({
  method: 'POST',
  path: '/api/admin/webhooks/:webhookId/deliveries/:deliveryId/resend',
  caller: 'administrator',
  scope: 'none',
  summary: 'Sends one event again',
  errors: ['webhooks.not-found', 'webhooks.delivery-not-found', 'webhooks.off', 'request.too-many'],
});

export const resendPortalDeliveries = endpoint<{ params: PortalWebhookParams; body: ResendForm; reply: Resent }>({
  method: 'POST',
  path: '/api/admin/webhooks/:webhookId/resend',
  caller: 'administrator',
  scope: 'none',
  summary: 'Sends all events since a moment again',
  errors: ['webhooks.not-found', 'webhooks.off', 'request.too-many'],
});
