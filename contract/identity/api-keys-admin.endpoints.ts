import { endpoint } from '../endpoint.ts';
import type { Message } from '../message.ts';
import type { IdParams } from '../text.ts';
import type { ApiKey, KeyChange, NewApiKey, PortalKeyForm } from './api-keys.ts';

/** @public The group of these calls in the API's description. */
export const about = "The portal's keys for programs";

export const listPortalKeys = endpoint<{ reply: ApiKey[] }>({
  method: 'GET',
  path: '/api/admin/keys',
  caller: 'administrator',
  scope: 'none',
  summary: "The portal's keys, newest first",
  errors: [],
});

export const createPortalKey = endpoint<{ body: PortalKeyForm; reply: NewApiKey }>({
  method: 'POST',
  path: '/api/admin/keys',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Makes a key of the portal; the answer alone has its secret',
  errors: ['keys.too-many', 'keys.wrong-scope'],
  status: 201,
});

export const changePortalKey = endpoint<{ params: IdParams; body: KeyChange; reply: ApiKey }>({
  method: 'PUT',
  path: '/api/admin/keys/:id',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Changes name and scopes of a key of the portal',
  errors: ['keys.not-found', 'keys.wrong-scope'],
});

export const revokePortalKey = endpoint<{ params: IdParams; reply: Message }>({
  method: 'DELETE',
  path: '/api/admin/keys/:id',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Ends a key of the portal',
  errors: ['keys.not-found'],
});
