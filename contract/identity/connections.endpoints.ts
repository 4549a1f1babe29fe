import { endpoint } from '../endpoint.ts';
import type { Message } from '../message.ts';
import type { CurrentUser } from './accounts.ts';
import type {
  CompanySignIn,
  ConnectionParams,
  ConnectionTest,
  EmergencyForm,
  FindForm,
  FindReply,
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
import { passkeyRefusals } from './passkey-errors.ts';
import type { SignedChallenge } from './passkeys.ts';
import { openingErrors } from './sign-in.endpoints.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Signing in through the identity provider of a company';

export const findConnection = endpoint<{ body: FindForm; reply: FindReply }>({
  method: 'POST',
  path: '/api/sso/find',
  caller: 'visitor',
  scope: 'none',
  summary: 'The connection that the domain of an address leads to; says nothing of accounts',
  errors: ['request.too-many'],
});

export const openCompany = endpoint<{ params: SlugParams; query: SlugQuery }>({
  method: 'GET',
  path: '/auth/company/:slug',
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

export const startConnection = endpoint<{ params: ConnectionParams; query: StartQuery }>({
  method: 'GET',
  path: '/api/sso/:connectionId/start',
  caller: 'visitor',
  scope: 'none',
  summary: 'Leads the browser to the provider of a connection; also the address for launchers',
  errors: [...startErrors],
  status: 302,
});

export const launchConnection = endpoint<{ params: ConnectionParams; body: StartQuery }>({
  method: 'POST',
  path: '/api/sso/:connectionId/start',
  caller: 'visitor',
  scope: 'none',
  summary: 'The same for launchers that send a form',
  takesForm: true,
  errors: ['connections.not-found'],
  status: 302,
});

export const finishConnection = endpoint<{ params: ConnectionParams }>({
  method: 'GET',
  path: '/api/sso/:connectionId/callback',
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

export const getConnectionKeys = endpoint<{ params: ConnectionParams; reply: { keys: Record<string, unknown>[] } }>({
  method: 'GET',
  path: '/api/sso/:connectionId/jwks.json',
  caller: 'visitor',
  scope: 'none',
  summary: 'The public key with which the portal signs in to the provider of a connection',
  errors: ['connections.not-found'],
});

export const logoutByProvider = endpoint<{ params: ConnectionParams }>({
  method: 'POST',
  path: '/api/sso/:connectionId/logout',
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

export const getPendingSignIn = endpoint<{ reply: PendingSignIn }>({
  method: 'GET',
  path: '/api/sso/pending',
  caller: 'visitor',
  scope: 'none',
  summary: 'The sign-in that waits in this browser for a proof or a choice',
  errors: ['connections.link-ended', 'connections.not-found'],
});

export const cancelPendingSignIn = endpoint<{ reply: Message }>({
  method: 'DELETE',
  path: '/api/sso/pending',
  caller: 'visitor',
  scope: 'none',
  summary: 'Gives up the sign-in that waits in this browser',
  errors: [],
});

export const linkByPassword = endpoint<{ body: LinkByPassword; reply: NextPage }>({
  method: 'POST',
  path: '/api/sso/pending/password',
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

export const linkByPasskey = endpoint<{ body: SignedChallenge; reply: NextPage }>({
  method: 'POST',
  path: '/api/sso/pending/passkey',
  caller: 'visitor',
  scope: 'none',
  summary: 'Links the account to the company by one of its passkeys, and signs in',
  errors: [...linkErrors, ...passkeyRefusals],
});

export const mailLink = endpoint<{ reply: Message }>({
  method: 'POST',
  path: '/api/sso/pending/mail',
  caller: 'visitor',
  scope: 'none',
  summary: 'Emails the account a link that links it to the company; it works in this browser alone',
  errors: ['connections.link-ended', 'request.too-many'],
});

export const linkByMail = endpoint<{ body: LinkByMail; reply: NextPage }>({
  method: 'POST',
  path: '/api/sso/pending/link',
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

export const switchAccount = endpoint<{ reply: NextPage }>({
  method: 'POST',
  path: '/api/sso/pending/switch',
  caller: 'visitor',
  scope: 'none',
  summary: 'Signs the other account of this browser out and this one in',
  errors: ['connections.link-ended', 'connections.administrator', ...admissionErrors, ...openingErrors],
});

export const signInByEmergency = endpoint<{ body: EmergencyForm; reply: CurrentUser }>({
  method: 'POST',
  path: '/api/sso/emergency',
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

export const signInByEmergencyPasskey = endpoint<{ body: SignedChallenge; reply: CurrentUser }>({
  method: 'POST',
  path: '/api/sso/emergency/passkey',
  caller: 'visitor',
  scope: 'none',
  summary: 'Signs administrators and chosen owners in with a passkey while their company is required',
  errors: [...passkeyRefusals, 'accounts.wrong-credentials', 'connections.company-required'],
});

export const getConnectionTest = endpoint<{ params: ConnectionParams; reply: ConnectionTest }>({
  method: 'GET',
  path: '/api/sso/:connectionId/test',
  caller: 'member',
  scope: 'none',
  summary: "The caller's last test sign-in through a connection",
  errors: ['connections.test-not-found'],
});

export const getCompanySignIn = endpoint<{ reply: CompanySignIn }>({
  method: 'GET',
  path: '/api/user/company-sign-in',
  caller: 'member',
  scope: 'none',
  summary: 'The company sign-ins of the account, and its private address',
  errors: [],
});

export const setPrivateAddress = endpoint<{ body: PrivateAddressForm; reply: Message }>({
  method: 'PUT',
  path: '/api/user/private-address',
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Emails a code to the address that keeps the account when its company ends the only way in',
  errors: ['connections.private-unverified', 'connections.private-domain', 'request.too-many'],
});

export const confirmPrivateAddress = endpoint<{ body: PrivateCodeForm; reply: CompanySignIn }>({
  method: 'POST',
  path: '/api/user/private-address/confirm',
  caller: 'member',
  scope: 'none',
  summary: 'Confirms the private address by its code',
  errors: ['connections.private-code', 'request.too-many'],
});

export const removePrivateAddress = endpoint<{ reply: Message }>({
  method: 'DELETE',
  path: '/api/user/private-address',
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Removes the private address',
  errors: [],
});

export const mailConfirmCode = endpoint<{ reply: Message }>({
  method: 'POST',
  path: '/api/user/confirm/mail',
  caller: 'member',
  scope: 'none',
  summary: 'Emails a code for POST /api/user/confirm, to members without a second factor whose company signed them in',
  errors: ['connections.no-code-by-mail', 'request.too-many'],
});
