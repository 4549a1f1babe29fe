import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams } from '../text.ts';
import { Assistant, AssistantRequest, AssistantRequestQuery } from './assistants.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Assistants that a member connects';

export const listAssistants = endpoint({
  method: 'GET',
  path: '/api/user/assistants',
  response: z.array(Assistant),
  caller: 'member',
  scope: 'none',
  summary: 'Assistants that the caller connected, newest first',
  errors: ['request.not-found'],
});

export const disconnectAssistant = endpoint({
  method: 'DELETE',
  path: '/api/user/assistants/:id',
  params: IdParams,
  response: Message,
  caller: 'member',
  scope: 'none',
  summary: 'Disconnects an assistant of the caller; its next call is refused',
  errors: ['assistants.not-found', 'request.not-found'],
});

export const readAssistantRequest = endpoint({
  method: 'GET',
  path: '/api/assistants/request',
  query: AssistantRequestQuery,
  response: AssistantRequest,
  caller: 'member',
  scope: 'none',
  summary: 'The request of an assistant that asks for access, for the page on which the caller decides about it',
  errors: [
    'assistants.unknown-client',
    'assistants.wrong-redirect',
    'assistants.document-refused',
    'assistants.document-unreachable',
    'request.not-found',
  ],
});

/** Path of the page and of its form, which is answered by a redirect to the client (OAuth 2.1, section 4.1.2). */
export const authorizePath = '/oauth/authorize';
