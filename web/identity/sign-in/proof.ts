import * as z from 'zod/mini';
import type { CurrentUser } from '#contract/identity/accounts.ts';
import { CodeForm, PasswordForm, type Proof } from '#contract/identity/sign-in-forms.ts';

/** Part of an account that decides which proofs are required. */
export type Provable = Pick<CurrentUser, 'hasPassword' | 'twoFactorEnabled'>;

/** Requires the password of an account that has one, and a code where its second factor is on. */
export function proofSchema({ hasPassword, twoFactorEnabled }: Provable) {
  return z.object({
    password: hasPassword ? PasswordForm.shape.password : z.string(),
    code: twoFactorEnabled ? CodeForm.shape.code : z.string(),
  });
}

/** Leaves out the fields that were not asked for. */
export function proofOf({ password, code }: { password: string; code: string }): Proof {
  return { ...(password && { password }), ...(code && { code }) };
}
