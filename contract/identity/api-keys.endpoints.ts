import { endpoint } from '../endpoint.ts';
import type { Message } from '../message.ts';
import type { IdParams } from '../text.ts';
import type { ApiKey, KeyChange, KeyForm, NewApiKey } from './api-keys.ts';

/** @public The group of these calls in the API's description. */
export const about = "A member's keys for programs";

export const listOwnKeys = endpoint<{ reply: ApiKey[] }>({
  method: 'GET',
  path: '/api/user/keys',
  caller: 'member',
  scope: 'none',
  summary: "The caller's keys, newest first",
  errors: [],
});

export const createOwnKey = endpoint<{ body: KeyForm; reply: NewApiKey }>({
  method: 'POST',
  path: '/api/user/keys',
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Makes a key of the caller; the answer alone has its secret',
  errors: ['keys.too-many', 'keys.wrong-scope', 'connections.company-required'],
  status: 201,
});

export const changeOwnKey = endpoint<{ params: IdParams; body: KeyChange; reply: ApiKey }>({
  method: 'PUT',
  path: '/api/user/keys/:id',
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: "Changes name and scopes of one of the caller's keys",
  errors: ['keys.not-found', 'keys.wrong-scope'],
});

export const revokeOwnKey = endpoint<{ params: IdParams; reply: Message }>({
  method: 'DELETE',
  path: '/api/user/keys/:id',
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: "Ends one of the caller's keys",
  errors: ['keys.not-found'],
});
