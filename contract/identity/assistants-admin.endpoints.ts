import { endpoint } from '../endpoint.ts';
import type { Message } from '../message.ts';
import type { IdParams } from '../text.ts';
import type { AssistantClient } from './assistants-admin.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Assistants that members connected';

export const listAssistantClients = endpoint<{ reply: AssistantClient[] }>({
  method: 'GET',
  path: '/api/admin/assistants',
  caller: 'administrator',
  scope: 'none',
  summary: 'Assistants that members connected, with the number of members, the last used first',
  errors: ['request.not-found'],
});

export const disconnectAssistantClient = endpoint<{ params: IdParams; reply: Message }>({
  method: 'DELETE',
  path: '/api/admin/assistants/:id',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Disconnects an assistant for all members; its next call is refused',
  errors: ['assistants.not-found', 'request.not-found'],
});
