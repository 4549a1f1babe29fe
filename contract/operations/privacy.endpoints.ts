import { endpoint } from '../endpoint.ts';
import { LinkToken } from '../identity/sign-in.ts';
import { Proof } from '../identity/sign-in-forms.ts';
import { Message } from '../message.ts';
import { IdParams } from '../text.ts';

/** @public The group of these calls in the API's description. */
export const about = "The archive with the caller's own data, and deleting accounts";

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/user',
  body: Proof,
  response: Message,
  caller: 'member',
  scope: 'none',
  summary: "Deletes the caller's account; its password is asked for, or a fresh sign-in where there is none",
  errors: [
    'accounts.wrong-password',
    'accounts.wrong-code',
    'accounts.second-factor-required',
    'accounts.confirm-sign-in',
    'accounts.last-administrator',
    'organisations.owner-account',
  ],
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/users/:id',
  params: IdParams,
  response: Message,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Deletes an account: sign-ins and subscription end, personal data is blanked, payment records stay',
  errors: ['accounts.not-found', 'accounts.last-administrator', 'privacy.own-account', 'organisations.owner-account'],
});

export const requestExport = endpoint({
  method: 'POST',
  path: '/api/user/data-export',
  response: Message,
  caller: 'member',
  scope: 'none',
  summary:
    "Has a copy of the caller's data made and a link to it emailed; while one is being made, it stays at that one",
  errors: [],
});

export const downloadExport = endpoint({
  method: 'GET',
  path: '/api/user/data-export',
  query: LinkToken,
  caller: 'member',
  scope: 'none',
  summary: "The archive with the caller's data, by the secret of the emailed link",
  responseTypes: ['application/zip'],
  errors: ['privacy.export-expired', 'files.unavailable'],
});
