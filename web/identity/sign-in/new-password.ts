import * as z from 'zod/mini';
import { CodeForm, NewPassword, RegisterForm } from '#contract/identity/sign-in-forms.ts';
import { keptWaysIn } from '#contract/identity/sign-in-ways.ts';
import { passwordRule } from './display.ts';
import type { Provable } from './proof.ts';

// The contract knows only the lowest minimum. The portal's own is checked first, so that the error names a single
// number.
function longEnough(minimum: number) {
  return z.string().check(z.minLength(minimum, passwordRule(minimum)));
}

/** The contract's registration with this portal's password minimum. */
export function registerShape(passwordMin: number) {
  return z.extend(RegisterForm, { password: z.pipe(longEnough(passwordMin), RegisterForm.shape.password) });
}

/** The contract's new password, given twice, with this portal's password minimum. */
export function newPasswordShape(passwordMin: number) {
  return z.pipe(
    z.looseObject({ password: longEnough(passwordMin), confirmPassword: z.string(), ...choices }),
    z.safeExtend(NewPassword, choices),
  );
}

/** The ways of the checkboxes of `KeepChoices` that are checked. */
const choices = { keep: z.array(z.enum(keptWaysIn)) };

type PasswordChange = Provable & { passwordMin: number };

/** The password change of a signed-in member; the form checks that both new passwords agree (SET-08). */
export function changePasswordShape({ passwordMin, hasPassword, twoFactorEnabled }: PasswordChange) {
  return z.object({
    currentPassword: z.string().check(z.minLength(hasPassword ? 1 : 0, 'Current password is required')),
    newPassword: longEnough(passwordMin),
    confirmPassword: z.string(),
    code: twoFactorEnabled ? CodeForm.shape.code : z.string(),
    ...choices,
  });
}
