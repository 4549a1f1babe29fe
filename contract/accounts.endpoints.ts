import type { CurrentUser, LinkToken, Login, Message, Proof, Register, ResetPassword } from './accounts.ts';
import { endpoint } from './endpoint.ts';

export const login = endpoint<{ body: Login; reply: CurrentUser }>({
  method: 'POST',
  path: '/api/login',
  caller: 'visitor',
  summary: 'Signs in with email and password',
  errors: ['accounts.wrong-credentials'],
});

export const register = endpoint<{ body: Register; reply: CurrentUser }>({
  method: 'POST',
  path: '/api/register',
  caller: 'visitor',
  summary: 'Opens an account and signs in',
  errors: ['accounts.email-taken', 'accounts.password-too-short'],
  status: 201,
});

export const logout = endpoint<{ reply: Message }>({
  method: 'POST',
  path: '/api/logout',
  caller: 'member',
  summary: 'Ends the session',
  errors: [],
});

export const confirmSignIn = endpoint<{ body: Proof; reply: Message }>({
  method: 'POST',
  path: '/api/user/confirm',
  caller: 'member',
  summary: 'Proves again who is signed in, for calls that need a fresh sign-in',
  errors: ['accounts.wrong-password'],
});

export const getCurrentUser = endpoint<{ reply: CurrentUser }>({
  method: 'GET',
  path: '/api/user',
  caller: 'member',
  summary: 'The signed-in user',
  errors: [],
});

export const verifyEmail = endpoint<{ query: LinkToken }>({
  method: 'GET',
  path: '/api/verify-email',
  caller: 'visitor',
  summary: 'Opened from the verification mail; marks the address as verified and leads to the portal',
  errors: ['accounts.verification-invalid'],
  status: 302,
});

export const validateResetToken = endpoint<{ body: LinkToken; reply: Message }>({
  method: 'POST',
  path: '/api/validate-reset-token',
  caller: 'visitor',
  summary: 'Tells whether a set-password link still works; does not use it up',
  errors: ['accounts.link-invalid'],
});

export const resetPassword = endpoint<{ body: ResetPassword; reply: Message }>({
  method: 'POST',
  path: '/api/reset-password',
  caller: 'visitor',
  summary: 'Sets a new password by a link, ends every session and every other link of the account',
  errors: ['accounts.link-invalid', 'accounts.password-too-short'],
});
