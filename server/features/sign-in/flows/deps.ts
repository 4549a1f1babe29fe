import { fail } from '#server/platform/failure.ts';
import type { Limiter } from '#server/platform/http/limits.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import type { IsCommonPassword } from '../common-passwords.ts';
import type { SignInLimits } from '../limits.ts';

/** What the flows of this noun need beside their context. */
export type SignInDeps = {
  portal: Portal;
  limiter: Limiter;
  limits: SignInLimits;
  passwordMin: number;
  isCommonPassword: IsCommonPassword;
  sealer: Sealer;
};

/** What it takes to ask members again for their password or a code. */
export type ProofDeps = Pick<SignInDeps, 'limiter' | 'limits' | 'sealer'>;

type PasswordRules = Pick<SignInDeps, 'passwordMin' | 'isCommonPassword'>;

/** Refuses a new password that is shorter than this portal asks for (AUTH-21), or that everybody tries first. */
export function checkNewPassword(password: string, { passwordMin, isCommonPassword }: PasswordRules): void {
  if ([...password].length < passwordMin) throw fail('accounts.password-too-short', { minimum: passwordMin });
  if (isCommonPassword(password)) throw fail('accounts.common-password');
}
