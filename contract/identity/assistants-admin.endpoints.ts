import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams } from '../text.ts';
import { AssistantClient } from './assistants-admin.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Assistants that members connected';

export const listAssistantClients = endpoint({
  method: 'GET',
  path: '/api/admin/assistants',
  response: z.array(AssistantClient),
  caller: 'administrator',
  scope: 'none',
  summary: 'Assistants that members connected, with the number of members, the last used first',
  errors: ['request.not-found'],
});

export const disconnectAssistantClient = endpoint({
  method: 'DELETE',
  path: '/api/admin/assistants/:id',
  params: IdParams,
  response: Message,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Disconnects an assistant for all members; its next call is refused',
  errors: ['assistants.not-found', 'request.not-found'],
});
