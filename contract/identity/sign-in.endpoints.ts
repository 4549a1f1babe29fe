import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams, PageQuery } from '../text.ts';
import { CurrentUser } from './accounts.ts';
import {
  ChangePassword,
  ForgotPassword,
  LinkToken,
  Login,
  ProviderQuery,
  RecoveryCodes,
  Register,
  ResetPassword,
  SecondFactorSetup,
  SignedOut,
  SignIn,
  VerificationLink,
  VerificationToken,
  VerifiedEmail,
} from './sign-in.ts';
import { CodeForm, Proof } from './sign-in-forms.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Registering, signing in and out, passwords, second factors and devices';

/**
 * Errors of calls that open a session for an existing account: it changed in the meantime, or its company has a
 * required way.
 */
export const openingErrors = ['accounts.wrong-credentials', 'connections.company-required'] as const;

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  body: Login,
  response: CurrentUser,
  caller: 'visitor',
  scope: 'none',
  summary: 'Signs in with email and password',
  errors: [...openingErrors, 'accounts.code-required', 'accounts.code-refused', 'accounts.sign-in-locked'],
});

export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  body: Register,
  response: CurrentUser,
  caller: 'visitor',
  scope: 'none',
  summary: 'Opens an account and signs in',
  errors: [
    'accounts.email-taken',
    'accounts.password-too-short',
    'accounts.common-password',
    'accounts.invitation-only',
    'accounts.domain-closed',
    'connections.company-required',
  ],
  status: 201,
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  response: SignedOut,
  caller: 'member',
  scope: 'none',
  summary: 'Ends the session',
  errors: [],
});

export const confirmSignIn = endpoint({
  method: 'POST',
  path: '/api/user/confirm',
  body: Proof,
  response: Message,
  caller: 'member',
  scope: 'none',
  summary: 'Proves again who is signed in, for calls that need a fresh sign-in',
  errors: [
    'accounts.wrong-password',
    'accounts.wrong-code',
    'accounts.second-factor-required',
    'connections.company-required',
  ],
});

export const openVerificationLink = endpoint({
  method: 'GET',
  path: '/api/verify-email',
  query: VerificationToken,
  caller: 'visitor',
  scope: 'none',
  summary: 'Leads links of earlier versions to the page with the button; verifies nothing',
  errors: [],
  status: 302,
});

export const checkVerificationLink = endpoint({
  method: 'POST',
  path: '/api/verify-email/check',
  body: VerificationToken,
  response: VerificationLink,
  caller: 'visitor',
  scope: 'none',
  summary: 'Checks whether a verification link still works and whose session asks, without using it',
  errors: ['accounts.verification-invalid', 'accounts.email-verified'],
});

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/verify-email',
  body: VerificationToken,
  response: VerifiedEmail,
  caller: 'visitor',
  scope: 'none',
  summary:
    'Verifies the address; without a session of the account ends every way into it and answers a token for a new password',
  errors: ['accounts.verification-invalid'],
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/forgot-password',
  body: ForgotPassword,
  response: Message,
  caller: 'visitor',
  scope: 'none',
  summary: 'Sends a link that sets a new password, if the address has an account; the answer does not tell',
  errors: ['connections.company-required'],
});

export const validateResetToken = endpoint({
  method: 'POST',
  path: '/api/validate-reset-token',
  body: LinkToken,
  response: Message,
  caller: 'visitor',
  scope: 'none',
  summary: 'Checks whether a set-password link is still valid, without using it',
  errors: ['accounts.link-invalid', 'accounts.invitation-expired', 'accounts.invitation-used'],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/reset-password',
  body: ResetPassword,
  response: Message,
  caller: 'visitor',
  scope: 'none',
  summary:
    'Sets a new password by a link; ends every other way into the account but its second factor and what is kept',
  errors: [
    'accounts.link-invalid',
    'accounts.invitation-expired',
    'accounts.invitation-used',
    'accounts.password-too-short',
    'accounts.common-password',
    'accounts.email-taken',
    'connections.company-required',
  ],
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/user/change-password',
  body: ChangePassword,
  response: Message,
  caller: 'member',
  scope: 'none',
  summary:
    'Sets a new password, ends every other way in but the second factor and what is kept; without a password so far, a fresh sign-in counts',
  errors: [
    'accounts.wrong-password',
    'accounts.wrong-code',
    'accounts.second-factor-required',
    'accounts.password-too-short',
    'accounts.common-password',
    'accounts.confirm-sign-in',
    ...openingErrors,
  ],
});

export const resendVerification = endpoint({
  method: 'POST',
  path: '/api/user/verification-mail',
  response: Message,
  caller: 'member',
  scope: 'none',
  summary: 'Emails the caller another link to verify the email address (AUTH-22)',
  errors: ['accounts.email-verified'],
});

export const setUpSecondFactor = endpoint({
  method: 'POST',
  path: '/api/user/two-factor/setup',
  response: SecondFactorSetup,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'A new secret for an authenticator; nothing is asked for until it has been confirmed by a code',
  errors: ['accounts.two-factor-on'],
});

export const enableSecondFactor = endpoint({
  method: 'POST',
  path: '/api/user/two-factor/enable',
  body: CodeForm,
  response: RecoveryCodes,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Switches the second factor on by a code and answers ten recovery codes, shown this once',
  errors: ['accounts.wrong-code', 'accounts.two-factor-on', 'accounts.two-factor-not-set-up', ...openingErrors],
});

export const disableSecondFactor = endpoint({
  method: 'POST',
  path: '/api/user/two-factor/disable',
  body: Proof,
  response: Message,
  caller: 'member',
  scope: 'none',
  summary: 'Switches the second factor off by a code, and the password where there is one',
  errors: [
    'connections.emergency-last',
    'accounts.wrong-password',
    'accounts.wrong-code',
    'accounts.second-factor-required',
    'accounts.confirm-sign-in',
    ...openingErrors,
  ],
});

export const listSignIns = endpoint({
  method: 'GET',
  path: '/api/user/sign-ins',
  query: PageQuery,
  response: z.array(SignIn),
  caller: 'member',
  scope: 'none',
  summary: 'The devices that are signed in, the last used first',
  errors: [],
});

export const endSignIn = endpoint({
  method: 'DELETE',
  path: '/api/user/sign-ins/:id',
  params: IdParams,
  response: Message,
  caller: 'member',
  scope: 'none',
  summary: 'Signs one device out',
  errors: ['accounts.sign-in-not-found'],
});

export const endSignIns = endpoint({
  method: 'DELETE',
  path: '/api/user/sign-ins',
  response: Message,
  caller: 'member',
  scope: 'none',
  summary: 'Signs every device out, this one too',
  errors: [],
});

export const beginProviderSignIn = endpoint({
  method: 'GET',
  path: '/api/auth/google',
  query: ProviderQuery,
  caller: 'visitor',
  scope: 'none',
  summary: 'Leads the browser to the sign-in provider',
  errors: ['accounts.no-provider', 'accounts.provider-unreachable'],
  status: 302,
});

export const finishProviderSignIn = endpoint({
  method: 'GET',
  path: '/api/auth/google/callback',
  caller: 'visitor',
  scope: 'none',
  summary: 'Where the sign-in provider leads the browser back to',
  errors: [
    'accounts.no-provider',
    'accounts.provider-unreachable',
    'accounts.provider-refused',
    'accounts.provider-unverified',
    'accounts.provider-not-connected',
    'accounts.provider-taken',
    'accounts.provider-cannot-confirm',
    'accounts.second-factor-required',
    'accounts.sign-in-required',
    'accounts.confirm-sign-in',
    'accounts.invitation-only',
    'accounts.domain-closed',
    ...openingErrors,
  ],
  status: 302,
});

export const finishByCode = endpoint({
  method: 'POST',
  path: '/api/auth/google/code',
  body: CodeForm,
  response: CurrentUser,
  caller: 'visitor',
  scope: 'none',
  summary: 'The code of the second factor, after the sign-in provider has led back',
  errors: [
    'accounts.sign-in-step-ended',
    'accounts.code-refused',
    'accounts.sign-in-locked',
    'accounts.code-required',
    ...openingErrors,
    'connections.link-ended',
    'connections.administrator',
  ],
});
