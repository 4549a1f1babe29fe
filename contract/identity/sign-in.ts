import * as z from 'zod/mini';
import { emailAddress, knownEmailAddress } from '../email-shapes.ts';
import { opaqueText } from '../text.ts';
import {
  ForgotPasswordForm,
  LoginForm,
  noEmail,
  Password,
  Proof,
  passwordCeiling,
  RegisterForm,
} from './sign-in-forms.ts';
import { Keep } from './sign-in-ways.ts';

export const Login = z.extend(LoginForm, { email: knownEmailAddress(noEmail) });
export type Login = z.infer<typeof Login>;

export const Register = z.extend(RegisterForm, { email: emailAddress(noEmail) });
export type Register = z.infer<typeof Register>;

export const ForgotPassword = z.extend(ForgotPasswordForm, { email: knownEmailAddress(noEmail) });
export type ForgotPassword = z.infer<typeof ForgotPassword>;

export const LinkToken = z.object({
  token: opaqueText({ error: 'This password reset link is invalid or has expired.', max: 200 }),
});
export type LinkToken = z.infer<typeof LinkToken>;

const verificationSentence = 'This verification link is invalid or has expired.';

/** The secret of a verification link. */
export const VerificationToken = z.object({
  token: opaqueText({ error: verificationSentence, max: 200 }),
});
export type VerificationToken = z.infer<typeof VerificationToken>;

/** A valid verification link: its email address, and whether this browser is signed in to the account. */
export const VerificationLink = z.object({ email: z.string(), isOwnSession: z.boolean() });
export type VerificationLink = z.infer<typeof VerificationLink>;

/**
 * `token` sets a new password by POST /api/reset-password; null when the account keeps its password, or must sign in
 * through a connection (ACCT-02).
 */
export const VerifiedEmail = z.object({ message: z.string(), token: z.nullable(z.string()) });
export type VerifiedEmail = z.infer<typeof VerifiedEmail>;

export const ResetPassword = z.extend(LinkToken, { password: Password, keep: Keep });
export type ResetPassword = z.infer<typeof ResetPassword>;

/**
 * The password change of a signed-in member. An account without a password sends no current one; only an account whose
 * second factor is on sends a code (SET-07, SET-19).
 */
export const ChangePassword = z
  .object({
    currentPassword: Proof.shape.password,
    newPassword: Password,
    confirmPassword: opaqueText({
      error: 'Confirm the new password',
      max: passwordCeiling,
      tooLong: `Password must be at most ${passwordCeiling} characters`,
    }),
    code: Proof.shape.code,
    keep: Keep,
  })
  .check(
    z.refine((value) => value.newPassword === value.confirmPassword, {
      path: ['confirmPassword'],
      message: "New password and confirmation don't match.",
    }),
  );
export type ChangePassword = z.infer<typeof ChangePassword>;

/** The secret of a new second factor; `otpauthUrl` is the text of the QR code that contains it. */
export const SecondFactorSetup = z.object({ secret: z.string(), otpauthUrl: z.string() });
export type SecondFactorSetup = z.infer<typeof SecondFactorSetup>;

export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/** One device that is signed in; times are ISO 8601 in UTC. */
export const SignIn = z.object({
  id: z.int(),
  /** Browser and system, such as "Firefox on Windows". */
  device: z.string(),
  ipAddress: z.string(),
  signedInAt: z.string(),
  lastSeenAt: z.string(),
  /** Whether it is the sign-in of this call. */
  isCurrent: z.boolean(),
});
export type SignIn = z.infer<typeof SignIn>;

/** Purpose of a sign-in by the provider: opening a session, or confirming the identity of its holder. */
export const ProviderQuery = z.object({
  purpose: z._default(z.enum(['sign-in', 'confirm']), 'sign-in'),
  /** Path to open afterwards; anything but a path of the portal is replaced by its first page. */
  returnTo: z.optional(opaqueText({ max: 16_384 })),
});
export type ProviderQuery = z.infer<typeof ProviderQuery>;

/**
 * `providerAddress` is the URL of the provider's page that ends its own session, too; null for a sign-in through no
 * connection, and for a provider without such a page (SSO-12).
 */
export const SignedOut = z.object({ message: z.string(), providerAddress: z.nullable(z.string()) });
export type SignedOut = z.infer<typeof SignedOut>;
