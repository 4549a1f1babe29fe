import { useQueryClient } from '@tanstack/react-query';
import type { ErrorCode } from '#contract/errors.ts';
import { wrongPassword } from '#contract/identity/password-errors.ts';
import { login } from '#contract/identity/sign-in.endpoints.ts';
import type { Login } from '#contract/identity/sign-in.ts';
import { ApiError } from '#web/platform/errors.ts';
import { useEntry } from './api.ts';
import { replacingSession } from './replace-session-api.ts';

/** Signs in again as the member of the page, so that only the password can be wrong. */
export function useSignInAgain() {
  const client = useQueryClient();
  return useEntry(async (body: Login) => {
    try {
      return await replacingSession(client, login, { body });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'accounts.wrong-credentials') throw error;
      const text = JSON.stringify({ code: 'accounts.wrong-password' satisfies ErrorCode, message: wrongPassword });
      throw new ApiError({ status: error.status, text, isSignedOut: false });
    }
  }, 'Login failed');
}
