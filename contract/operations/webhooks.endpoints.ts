import { endpoint } from '../endpoint.ts';
import type { Message } from '../message.ts';
import type { IdParams } from '../text.ts';
import type {
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

export const listWebhooks = endpoint<{ params: IdParams; reply: Webhook[] }>({
  method: 'GET',
  path: '/api/organisations/:id/webhooks',
  caller: 'member',
  scope: 'none',
  summary: 'The webhooks of an organisation, for its owners',
  errors: ['organisations.not-found', 'organisations.not-allowed'],
});

export const addWebhook = endpoint<{ params: IdParams; body: WebhookForm; reply: WebhookWithSecret }>({
  method: 'POST',
  path: '/api/organisations/:id/webhooks',
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

export const changeWebhook = endpoint<{ params: WebhookParams; body: WebhookChange; reply: Webhook }>({
  method: 'PATCH',
  path: '/api/organisations/:id/webhooks/:webhookId',
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

export const removeWebhook = endpoint<{ params: WebhookParams; reply: Message }>({
  method: 'DELETE',
  path: '/api/organisations/:id/webhooks/:webhookId',
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Removes a webhook with its deliveries',
  errors: ['organisations.not-found', 'organisations.not-allowed', 'webhooks.not-found'],
});

export const rotateWebhookSecret = endpoint<{ params: WebhookParams; reply: WebhookWithSecret }>({
  method: 'POST',
  path: '/api/organisations/:id/webhooks/:webhookId/secret',
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Makes a new secret, and shows it once; the former one signs beside it for 24 hours',
  errors: ['organisations.not-found', 'organisations.not-allowed', 'webhooks.not-found'],
});

export const endFormerSecret = endpoint<{ params: WebhookParams; reply: Webhook }>({
  method: 'DELETE',
  path: '/api/organisations/:id/webhooks/:webhookId/secret',
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Ends the former secret at once',
  errors: ['organisations.not-found', 'organisations.not-allowed', 'webhooks.not-found'],
});

export const sendTestEvent = endpoint<{ params: WebhookParams; reply: Delivery }>({
  method: 'POST',
  path: '/api/organisations/:id/webhooks/:webhookId/test',
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

export const listDeliveries = endpoint<{ params: WebhookParams; query: DeliveryQuery; reply: Delivery[] }>({
  method: 'GET',
  path: '/api/organisations/:id/webhooks/:webhookId/deliveries',
  caller: 'member',
  scope: 'none',
  summary: 'The deliveries of the last 90 days, newest first; X-Total-Count is their number',
  errors: ['organisations.not-found', 'organisations.not-allowed', 'webhooks.not-found'],
});

export const resendDelivery = endpoint<{ params: DeliveryParams; reply: Delivery }>({
  method: 'POST',
  path: '/api/organisations/:id/webhooks/:webhookId/deliveries/:deliveryId/resend',
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

export const resendDeliveries = endpoint<{ params: WebhookParams; body: ResendForm; reply: Resent }>({
  method: 'POST',
  path: '/api/organisations/:id/webhooks/:webhookId/resend',
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
