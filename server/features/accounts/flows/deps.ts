import { fail } from '#server/platform/failure.ts';
import type { Limiter } from '#server/platform/http/limits.ts';
import type { Sealer } from '#server/platform/sealing.ts';
import type { Portal } from '../actions.ts';
import type { AccountLimits } from '../limits.ts';

/** What the flows of this noun need beside their context. */
export type AccountDeps = {
  portal: Portal;
  limiter: Limiter;
  limits: AccountLimits;
  passwordMin: number;
  sealer: Sealer;
};

/** Refuses a new password shorter than this portal asks for (AUTH-21). */
export function checkLength(password: string, minimum: number): void {
  if ([...password].length < minimum) throw fail('accounts.password-too-short', { minimum });
}
