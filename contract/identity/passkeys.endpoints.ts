import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams } from '../text.ts';
import { CurrentUser } from './accounts.ts';
import { passkeyRejections } from './passkey-errors.ts';
import {
  CreationOptions,
  NewPasskey,
  Passkey,
  PasskeyForm,
  Passkeys,
  RequestOptions,
  SignedChallenge,
} from './passkeys.ts';
import { openingErrors } from './sign-in.endpoints.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Passkeys: adding and removing them, signing in and confirming by one';

export const beginPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/login/passkey/options',
  response: RequestOptions,
  caller: 'visitor',
  scope: 'none',
  summary: 'A challenge for a passkey of any account; good once, for five minutes, in this browser',
  errors: ['accounts.passkeys-off'],
});

export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/api/login/passkey',
  body: SignedChallenge,
  response: CurrentUser,
  caller: 'visitor',
  scope: 'none',
  summary: 'Signs in with a passkey, which counts as password and second factor',
  errors: [...passkeyRejections, ...openingErrors],
});

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/user/passkeys',
  response: Passkeys,
  caller: 'member',
  scope: 'none',
  summary: "The caller's passkeys, the oldest first",
  errors: [],
});

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/user/passkeys/options',
  response: CreationOptions,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'What the browser makes a passkey from; good once, for five minutes',
  errors: ['accounts.passkeys-off', 'accounts.too-many-passkeys'],
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/user/passkeys',
  body: NewPasskey,
  response: Passkey,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Adds the passkey that the browser has made, named after browser and system, and emails the caller',
  errors: ['accounts.passkeys-off', 'accounts.passkey-refused', 'accounts.passkey-taken', 'accounts.too-many-passkeys'],
  status: 201,
});

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/api/user/passkeys/:id',
  params: IdParams,
  body: PasskeyForm,
  response: Passkey,
  caller: 'member',
  scope: 'none',
  summary: 'Renames a passkey',
  errors: ['accounts.passkey-not-found'],
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/user/passkeys/:id',
  params: IdParams,
  response: Message,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Removes a passkey, emails the caller and signs every other device out',
  errors: ['accounts.passkey-not-found', 'accounts.password-first', 'connections.emergency-last', ...openingErrors],
});

export const beginPasskeyProof = endpoint({
  method: 'POST',
  path: '/api/user/confirm/passkey/options',
  response: RequestOptions,
  caller: 'member',
  scope: 'none',
  summary: "A challenge for one of the caller's passkeys; good once, for five minutes, in this browser",
  errors: ['accounts.passkeys-off', 'accounts.no-passkey'],
});

export const confirmByPasskey = endpoint({
  method: 'POST',
  path: '/api/user/confirm/passkey',
  body: SignedChallenge,
  response: Message,
  caller: 'member',
  scope: 'none',
  summary: 'Proves again who is signed in by a passkey, which counts as password and second factor',
  errors: passkeyRejections,
});
