import { useQueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '#contract/identity/accounts.ts';
import * as endpoints from '#contract/identity/sign-in.endpoints.ts';
import type { ForgotPassword, Login } from '#contract/identity/sign-in.ts';
import type { CodeForm } from '#contract/identity/sign-in-forms.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { ApiError } from '#web/platform/errors.ts';
import { becomeUser } from '../accounts/api.ts';

/** Signs in; the requested page then replaces the form. */
export function useSignIn() {
  return useEntry((body: Login) => call(endpoints.login, { body }), 'Login failed');
}

/** Sends the code of the second factor, which a sign-in by the provider requires too. */
export function useFinishByCode() {
  return useEntry((body: CodeForm) => call(endpoints.finishByCode, { body }), 'Login failed');
}

/** Asks for a reset link; the answer is the same for every address (RESET-04). */
export function useForgotPassword() {
  return useAction({
    send: (body: ForgotPassword) => call(endpoints.forgotPassword, { body }),
    failed: 'Error',
    isQuoted: true,
  });
}

/** Whether the password was right and the sign-in now needs its code (SET-12). */
export function isCodeRequired(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'accounts.code-required';
}

/**
 * Whether the server rejected the sign-in because this email address must sign in through its company; a notice links
 * there (SSO-10).
 */
function isCompanyRequired(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'connections.company-required';
}

/** Errors that a notice shows, together with the next step. */
const noticed = ['accounts.sign-in-locked', 'connections.company-required'];

/**
 * Returns the field at which the error of a sign-in belongs, `root` for the whole form; null when it is
 * shown otherwise.
 */
export function placeOfFailure(error: unknown): 'password' | 'code' | 'root' | null {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'accounts.code-required' || noticed.includes(code ?? '')) return null;
  if (code === 'accounts.code-refused') return 'code';
  const isPassword = code === 'accounts.wrong-credentials' || code === 'accounts.wrong-password';
  return isPassword ? 'password' : 'root';
}

/** Makes a call that signs in; the caller's page then belongs to the user. */
export function useEntry<Body>(enter: (body: Body) => Promise<CurrentUser>, failureTitle: string) {
  const client = useQueryClient();
  return useAction({
    send: enter,
    failed: (error) => (isCodeRequired(error) || isCompanyRequired(error) ? null : failureTitle),
    isQuoted: true,
    onDone: (user) => becomeUser(client, user),
  });
}
