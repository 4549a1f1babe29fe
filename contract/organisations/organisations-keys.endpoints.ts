import { endpoint } from '../endpoint.ts';
import type { ApiKey, KeyChange, KeyForm, KeyOfOrganisation, NewApiKey } from '../identity/api-keys.ts';
import type { Message } from '../message.ts';
import type { IdParams } from '../text.ts';

/** @public The group of these calls in the API's description. */
export const about = "An organisation's keys for programs";

const ofOwners = ['organisations.not-found', 'organisations.not-allowed'] as const;

export const listOrganisationKeys = endpoint<{ params: IdParams; reply: ApiKey[] }>({
  method: 'GET',
  path: '/api/organisations/:id/keys',
  caller: 'member',
  scope: 'none',
  summary: "An organisation's keys for its owners, newest first",
  errors: [...ofOwners],
});

export const createOrganisationKey = endpoint<{ params: IdParams; body: KeyForm; reply: NewApiKey }>({
  method: 'POST',
  path: '/api/organisations/:id/keys',
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Makes a key of an organisation; the answer alone has its secret',
  errors: [...ofOwners, 'keys.too-many', 'keys.wrong-scope', 'connections.company-required'],
  status: 201,
});

export const changeOrganisationKey = endpoint<{ params: KeyOfOrganisation; body: KeyChange; reply: ApiKey }>({
  method: 'PUT',
  path: '/api/organisations/:id/keys/:keyId',
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Changes name and scopes of a key of an organisation',
  errors: [...ofOwners, 'keys.not-found', 'keys.wrong-scope'],
});

export const takeKeyOver = endpoint<{ params: KeyOfOrganisation; reply: ApiKey }>({
  method: 'POST',
  path: '/api/organisations/:id/keys/:keyId/take-over',
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Takes a key over whose person is no owner any more; it acts for the caller from then on',
  errors: [...ofOwners, 'keys.not-found'],
});

export const revokeOrganisationKey = endpoint<{ params: KeyOfOrganisation; reply: Message }>({
  method: 'DELETE',
  path: '/api/organisations/:id/keys/:keyId',
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Ends a key of an organisation',
  errors: [...ofOwners, 'keys.not-found'],
});
