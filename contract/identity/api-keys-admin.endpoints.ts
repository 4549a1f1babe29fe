import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams } from '../text.ts';
import { ApiKey, KeyChange, NewApiKey, PortalKeyForm } from './api-keys.ts';

/** @public The group of these calls in the API's description. */
export const about = "The portal's keys for programs";

export const listPortalKeys = endpoint({
  method: 'GET',
  path: '/api/admin/keys',
  response: z.array(ApiKey),
  caller: 'administrator',
  scope: 'none',
  summary: "The portal's keys, newest first",
  errors: [],
});

export const createPortalKey = endpoint({
  method: 'POST',
  path: '/api/admin/keys',
  body: PortalKeyForm,
  response: NewApiKey,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Makes a key of the portal; the answer alone has its secret',
  errors: ['keys.too-many', 'keys.wrong-scope'],
  status: 201,
});

export const changePortalKey = endpoint({
  method: 'PUT',
  path: '/api/admin/keys/:id',
  params: IdParams,
  body: KeyChange,
  response: ApiKey,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Changes name and scopes of a key of the portal',
  errors: ['keys.not-found', 'keys.wrong-scope'],
});

export const revokePortalKey = endpoint({
  method: 'DELETE',
  path: '/api/admin/keys/:id',
  params: IdParams,
  response: Message,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Ends a key of the portal',
  errors: ['keys.not-found'],
});
