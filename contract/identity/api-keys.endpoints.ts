import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams } from '../text.ts';
import { ApiKey, KeyChange, KeyForm, NewApiKey } from './api-keys.ts';

/** @public The group of these calls in the API's description. */
export const about = "A member's keys for programs";

export const listOwnKeys = endpoint({
  method: 'GET',
  path: '/api/user/keys',
  response: z.array(ApiKey),
  caller: 'member',
  scope: 'none',
  summary: "The caller's keys, newest first",
  errors: [],
});

export const createOwnKey = endpoint({
  method: 'POST',
  path: '/api/user/keys',
  body: KeyForm,
  response: NewApiKey,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Makes a key of the caller; the answer alone has its secret',
  errors: ['keys.too-many', 'keys.wrong-scope', 'connections.company-required'],
  status: 201,
});

export const changeOwnKey = endpoint({
  method: 'PUT',
  path: '/api/user/keys/:id',
  params: IdParams,
  body: KeyChange,
  response: ApiKey,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: "Changes name and scopes of one of the caller's keys",
  errors: ['keys.not-found', 'keys.wrong-scope'],
});

export const revokeOwnKey = endpoint({
  method: 'DELETE',
  path: '/api/user/keys/:id',
  params: IdParams,
  response: Message,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: "Ends one of the caller's keys",
  errors: ['keys.not-found'],
});
