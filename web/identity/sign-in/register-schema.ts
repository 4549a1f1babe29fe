import * as z from 'zod/mini';
import { RegisterForm } from '#contract/identity/sign-in-forms.ts';
import { passwordRule } from './display.ts';

/**
 * Builds the schema of a new password with this portal's minimum. The contract knows only the lowest one; this is
 * checked first, so that the error names a single number.
 */
export function longEnough(minimum: number) {
  return z.string().check(z.minLength(minimum, passwordRule(minimum)));
}

/** The contract's registration with this portal's password minimum. */
export function registerSchema(passwordMin: number) {
  return z.extend(RegisterForm, { password: z.pipe(longEnough(passwordMin), RegisterForm.shape.password) });
}
