import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { CurrentUser } from './accounts.ts';
import {
  CompanySignIn,
  ConnectionParams,
  ConnectionTest,
  EmergencyForm,
  FindForm,
  FindResponse,
  LinkByMail,
  LinkByPassword,
  NextPage,
  PendingSignIn,
  PrivateAddressForm,
  PrivateCodeForm,
  SlugParams,
  SlugQuery,
  StartQuery,
} from './connections.ts';
import { passkeyRejections } from './passkey-errors.ts';
import { SignedChallenge } from './passkeys.ts';
import { openingErrors } from './sign-in.endpoints.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Signing in through the identity provider of a company';

export const findConnection = endpoint({
  method: 'POST',
  path: '/api/sso/find',
  body: FindForm,
  response: FindResponse,
  caller: 'visitor',
  scope: 'none',
  summary: 'The connection that the domain of an address leads to; says nothing of accounts',
  errors: ['request.too-many'],
});

export const openCompany = endpoint({
  method: 'GET',
  path: '/auth/company/:slug',
  params: SlugParams,
  query: SlugQuery,
  caller: 'visitor',
  scope: 'none',
  summary: 'Leads a bookmark to the start of a connection',
  errors: [],
  status: 302,
});

const startErrors = [
  'connections.not-found',
  'connections.unreachable',
  'connections.login-foreign',
  'connections.target-foreign',
  'request.too-many',
] as const;

export const startConnection = endpoint({
  method: 'GET',
  path: '/api/sso/:connectionId/start',
  params: ConnectionParams,
  query: StartQuery,
  caller: 'visitor',
  scope: 'none',
  summary: 'Leads the browser to the provider of a connection; also the address for launchers',
  errors: [...startErrors],
  status: 302,
});

export const launchConnection = endpoint({
  method: 'POST',
  path: '/api/sso/:connectionId/start',
  params: ConnectionParams,
  body: StartQuery,
  caller: 'visitor',
  scope: 'none',
  summary: 'The same for launchers that send a form',
  takesForm: true,
  errors: ['connections.not-found'],
  status: 302,
});

export const finishConnection = endpoint({
  method: 'GET',
  path: '/api/sso/:connectionId/callback',
  params: ConnectionParams,
  caller: 'visitor',
  scope: 'none',
  summary: 'Where the provider of a connection leads the browser back to',
  errors: [
    'connections.not-found',
    'connections.unreachable',
    'connections.refused',
    'connections.cancelled',
    'connections.address-missing',
    'connections.address-unverified',
    'connections.address-foreign',
    'connections.tenant-foreign',
    'connections.administrator',
    'connections.membership-ended',
    'connections.not-in-directory',
    'connections.left',
    'connections.in-another',
    'connections.identity-taken',
    'connections.cannot-confirm',
    'connections.not-fresh',
    'connections.company-required',
    'accounts.invitation-only',
    'accounts.domain-closed',
    'accounts.second-factor-required',
    'accounts.wrong-credentials',
  ],
  status: 302,
});

export const getConnectionKeys = endpoint({
  method: 'GET',
  path: '/api/sso/:connectionId/jwks.json',
  params: ConnectionParams,
  response: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
  caller: 'visitor',
  scope: 'none',
  summary: 'The public key with which the portal signs in to the provider of a connection',
  errors: ['connections.not-found'],
});

export const logoutByProvider = endpoint({
  method: 'POST',
  path: '/api/sso/:connectionId/logout',
  params: ConnectionParams,
  caller: 'visitor',
  scope: 'none',
  summary: 'Back-channel logout: the provider ends the sessions that came through it',
  rawBody: {
    mediaType: 'application/x-www-form-urlencoded',
    description: 'A form with logout_token (OpenID Connect Back-Channel Logout 1.0).',
  },
  errors: ['connections.logout-refused'],
});

/** The connection is no longer offered, or its organisation does not admit the person. */
const admissionErrors = [
  'connections.not-found',
  'connections.not-in-directory',
  'connections.in-another',
  'connections.left',
  'connections.membership-ended',
] as const;

/** Errors of each proof by which a person links an account to the company. */
const linkErrors = [
  'connections.link-ended',
  ...admissionErrors,
  'connections.administrator',
  'connections.identity-taken',
  ...openingErrors,
] as const;

export const getPendingSignIn = endpoint({
  method: 'GET',
  path: '/api/sso/pending',
  response: PendingSignIn,
  caller: 'visitor',
  scope: 'none',
  summary: 'The sign-in that waits in this browser for a proof or a choice',
  errors: ['connections.link-ended', 'connections.not-found'],
});

export const cancelPendingSignIn = endpoint({
  method: 'DELETE',
  path: '/api/sso/pending',
  response: Message,
  caller: 'visitor',
  scope: 'none',
  summary: 'Gives up the sign-in that waits in this browser',
  errors: [],
});

export const linkByPassword = endpoint({
  method: 'POST',
  path: '/api/sso/pending/password',
  body: LinkByPassword,
  response: NextPage,
  caller: 'visitor',
  scope: 'none',
  summary: 'Links the account to the company by its password, and code, and signs in',
  errors: [
    ...linkErrors,
    'accounts.wrong-password',
    'accounts.code-required',
    'accounts.code-refused',
    'accounts.sign-in-locked',
  ],
});

export const linkByPasskey = endpoint({
  method: 'POST',
  path: '/api/sso/pending/passkey',
  body: SignedChallenge,
  response: NextPage,
  caller: 'visitor',
  scope: 'none',
  summary: 'Links the account to the company by one of its passkeys, and signs in',
  errors: [...linkErrors, ...passkeyRejections],
});

export const mailLink = endpoint({
  method: 'POST',
  path: '/api/sso/pending/mail',
  response: Message,
  caller: 'visitor',
  scope: 'none',
  summary: 'Emails the account a link that links it to the company; it works in this browser alone',
  errors: ['connections.link-ended', 'request.too-many'],
});

export const linkByMail = endpoint({
  method: 'POST',
  path: '/api/sso/pending/link',
  body: LinkByMail,
  response: NextPage,
  caller: 'visitor',
  scope: 'none',
  summary: 'Links the account to the company by the mailed link, and code, and signs in',
  errors: [
    ...linkErrors,
    'connections.link-other-browser',
    'accounts.code-required',
    'accounts.code-refused',
    'accounts.sign-in-locked',
  ],
});

export const switchAccount = endpoint({
  method: 'POST',
  path: '/api/sso/pending/switch',
  response: NextPage,
  caller: 'visitor',
  scope: 'none',
  summary: 'Signs the other account of this browser out and this one in',
  errors: ['connections.link-ended', 'connections.administrator', ...admissionErrors, ...openingErrors],
});

export const signInByEmergency = endpoint({
  method: 'POST',
  path: '/api/sso/emergency',
  body: EmergencyForm,
  response: CurrentUser,
  caller: 'visitor',
  scope: 'none',
  summary: 'Signs administrators and chosen owners in with password and second factor while their company is required',
  errors: [
    'accounts.wrong-credentials',
    'accounts.code-required',
    'accounts.code-refused',
    'accounts.sign-in-locked',
    'connections.company-required',
  ],
});

export const signInByEmergencyPasskey = endpoint({
  method: 'POST',
  path: '/api/sso/emergency/passkey',
  body: SignedChallenge,
  response: CurrentUser,
  caller: 'visitor',
  scope: 'none',
  summary: 'Signs administrators and chosen owners in with a passkey while their company is required',
  errors: [...passkeyRejections, 'accounts.wrong-credentials', 'connections.company-required'],
});

export const getConnectionTest = endpoint({
  method: 'GET',
  path: '/api/sso/:connectionId/test',
  params: ConnectionParams,
  response: ConnectionTest,
  caller: 'member',
  scope: 'none',
  summary: "The caller's last test sign-in through a connection",
  errors: ['connections.test-not-found'],
});

export const getCompanySignIn = endpoint({
  method: 'GET',
  path: '/api/user/company-sign-in',
  response: CompanySignIn,
  caller: 'member',
  scope: 'none',
  summary: 'The company sign-ins of the account, and its private address',
  errors: [],
});

export const setPrivateAddress = endpoint({
  method: 'PUT',
  path: '/api/user/private-address',
  body: PrivateAddressForm,
  response: Message,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Emails a code to the address that keeps the account when its company ends the only way in',
  errors: ['connections.private-unverified', 'connections.private-domain', 'request.too-many'],
});

export const confirmPrivateAddress = endpoint({
  method: 'POST',
  path: '/api/user/private-address/confirm',
  body: PrivateCodeForm,
  response: CompanySignIn,
  caller: 'member',
  scope: 'none',
  summary: 'Confirms the private address by its code',
  errors: ['connections.private-code', 'request.too-many'],
});

export const removePrivateAddress = endpoint({
  method: 'DELETE',
  path: '/api/user/private-address',
  response: Message,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Removes the private address',
  errors: [],
});

export const mailConfirmCode = endpoint({
  method: 'POST',
  path: '/api/user/confirm/mail',
  response: Message,
  caller: 'member',
  scope: 'none',
  summary: 'Emails a code for POST /api/user/confirm, to members without a second factor whose company signed them in',
  errors: ['connections.no-code-by-mail', 'request.too-many'],
});
