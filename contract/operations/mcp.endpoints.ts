import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { PageQuery } from '../text.ts';
import { AssistantCall } from './mcp-calls.ts';

/** @public The group of these calls in the API's description. */
export const about = 'What assistants asked the portal for a member';

export const listAssistantCalls = endpoint({
  method: 'GET',
  path: '/api/user/assistant-calls',
  query: PageQuery,
  response: z.array(AssistantCall),
  caller: 'member',
  scope: 'none',
  summary: 'Calls of assistants and their keys for the caller, newest first; X-Total-Count is their number',
  errors: ['request.not-found'],
});
