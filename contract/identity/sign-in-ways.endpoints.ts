// Apart from `sign-in.endpoints.ts`, because every screen loads that file.

import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams } from '../text.ts';
import { ConnectionParams } from './connections.ts';
import { openingErrors } from './sign-in.endpoints.ts';
import { ProviderAddress, WaysIn } from './sign-in-ways.ts';

/** @public The group of these calls in the API's description. */
export const about = 'The ways into an account, beside its sign-ins';

export const listWaysIn = endpoint({
  method: 'GET',
  path: '/api/user/ways-in',
  response: WaysIn,
  caller: 'member',
  scope: 'none',
  summary: 'Every way into the account beside its sign-ins: password, second factor, identities, devices, open links',
  errors: [],
});

export const connectIdentity = endpoint({
  method: 'POST',
  path: '/api/user/identities',
  response: ProviderAddress,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary:
    'Where to send the browser, so that the sign-in provider names an identity that opens the account from then on',
  errors: ['accounts.no-provider', 'accounts.provider-unreachable'],
});

export const removeIdentity = endpoint({
  method: 'DELETE',
  path: '/api/user/identities/:id',
  params: IdParams,
  response: Message,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Removes a sign-in by a provider from the account and signs every other device out',
  errors: ['accounts.identity-not-found', 'accounts.password-first', ...openingErrors],
});

export const removeCompanySignIn = endpoint({
  method: 'DELETE',
  path: '/api/user/company-sign-in/:connectionId',
  params: ConnectionParams,
  response: Message,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Removes the sign-in through a company from the account and signs every other device out',
  errors: ['connections.not-linked', 'connections.link-required', 'accounts.password-first', ...openingErrors],
});

export const forgetDevices = endpoint({
  method: 'DELETE',
  path: '/api/user/devices',
  response: Message,
  caller: 'member',
  scope: 'none',
  summary: 'Forgets the devices that the account was used on, but for this one',
  errors: [],
});

export const endLinks = endpoint({
  method: 'DELETE',
  path: '/api/user/links',
  response: Message,
  caller: 'member',
  scope: 'none',
  summary: 'Ends every open link that was mailed to the caller',
  errors: [],
});
