import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { ApiKey, KeyChange, KeyForm, KeyOfOrganisation, NewApiKey } from '../identity/api-keys.ts';
import { Message } from '../message.ts';
import { IdParams } from '../text.ts';

/** @public The group of these calls in the API's description. */
export const about = "An organisation's keys for programs";

const ofOwners = ['organisations.not-found', 'organisations.not-allowed'] as const;

export const listOrganisationKeys = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/keys',
  params: IdParams,
  response: z.array(ApiKey),
  caller: 'member',
  scope: 'none',
  summary: "An organisation's keys for its owners, newest first",
  errors: [...ofOwners],
});

export const createOrganisationKey = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/keys',
  params: IdParams,
  body: KeyForm,
  response: NewApiKey,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Makes a key of an organisation; the answer alone has its secret',
  errors: [...ofOwners, 'keys.too-many', 'keys.wrong-scope', 'connections.company-required'],
  status: 201,
});

export const changeOrganisationKey = endpoint({
  method: 'PUT',
  path: '/api/organisations/:id/keys/:keyId',
  params: KeyOfOrganisation,
  body: KeyChange,
  response: ApiKey,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Changes name and scopes of a key of an organisation',
  errors: [...ofOwners, 'keys.not-found', 'keys.wrong-scope'],
});

export const takeKeyOver = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/keys/:keyId/take-over',
  params: KeyOfOrganisation,
  response: ApiKey,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Takes a key over whose person is no owner any more; it acts for the caller from then on',
  errors: [...ofOwners, 'keys.not-found'],
});

export const revokeOrganisationKey = endpoint({
  method: 'DELETE',
  path: '/api/organisations/:id/keys/:keyId',
  params: KeyOfOrganisation,
  response: Message,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Ends a key of an organisation',
  errors: [...ofOwners, 'keys.not-found'],
});
