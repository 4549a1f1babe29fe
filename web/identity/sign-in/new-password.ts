import * as z from 'zod/mini';
import { CodeForm, NewPassword } from '#contract/identity/sign-in-forms.ts';
import { Keep } from '#contract/identity/sign-in-ways.ts';
import type { Provable } from './proof.ts';
import { longEnough } from './register-schema.ts';

/** The contract's new password, given twice, with this portal's password minimum. */
export function newPasswordShape(passwordMin: number) {
  return z.pipe(
    z.looseObject({ password: longEnough(passwordMin), confirmPassword: z.string(), keep: Keep }),
    z.safeExtend(NewPassword, { keep: Keep }),
  );
}

type PasswordChange = Provable & { passwordMin: number };

/** The password change of a signed-in member; the form checks that both new passwords agree (SET-08). */
export function changePasswordShape({ passwordMin, hasPassword, twoFactorEnabled }: PasswordChange) {
  return z.object({
    currentPassword: z.string().check(z.minLength(hasPassword ? 1 : 0, 'Current password is required')),
    newPassword: longEnough(passwordMin),
    confirmPassword: z.string(),
    code: twoFactorEnabled ? CodeForm.shape.code : z.string(),
    keep: Keep,
  });
}
