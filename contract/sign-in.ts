import * as z from 'zod/mini';
import { emailAddress, knownEmailAddress } from './email-shapes.ts';
import { arrivalHost, landings, longestHost } from './storefront.endpoints.ts';
import { codeText, exactText, line, optionalText, paging, requiredText } from './text.ts';

/** The shortest password ever accepted; PASSWORD_MIN may ask for more where one is set (AUTH-21). */
const passwordFloor = 6;
const passwordCeiling = 128;

const Email = emailAddress('Invalid email address');
const KnownEmail = knownEmailAddress('Invalid email address');

const passwordSentence = `Password must be at least ${passwordFloor} characters`;
const Password = exactText({
  error: passwordSentence,
  max: passwordCeiling,
  tooLong: `Password must be at most ${passwordCeiling} characters`,
}).check(z.minLength(passwordFloor, passwordSentence));

/** What an authenticator shows, or a recovery code; blanks and dashes do not matter. */
const Code = line({ error: 'Code is required', max: 40, tooLong: 'This code is wrong.' }).check(
  z.minLength(1, 'Code is required'),
);

export const Login = z.object({ email: KnownEmail, password: Password, code: z.optional(Code) });
export type Login = z.infer<typeof Login>;

export const CodeForm = z.object({ code: Code });
export type CodeForm = z.infer<typeof CodeForm>;

/** A password that is compared, never set, so its length says nothing. */
const knownPassword = (required: string) =>
  exactText({ error: required, max: passwordCeiling, tooLong: 'The current password is wrong.' }).check(
    z.minLength(1, required),
  );

export const PasswordForm = z.object({ password: knownPassword('Password is required') });

/** The same where an account may have no password: a fresh sign-in then counts (SET-19). */
export const OwnPassword = z.object({
  password: z.optional(exactText({ max: passwordCeiling, tooLong: 'The current password is wrong.' })),
});
export type OwnPassword = z.infer<typeof OwnPassword>;

/** Shows who sits there: the password, or a code when the second factor is on. */
export const Proof = z.union([PasswordForm, CodeForm], { error: 'Password is required' });
export type Proof = z.infer<typeof Proof>;

const hostSentence = 'host must be the name of a host such as example.org, "direct" or "other"';

/** The public page that a visitor opened, and the host of the site that led there (FRONT-15). */
export const Arrival = z.object({
  landing: z.enum(landings, { error: `landing must be one of ${landings.join(', ')}` }),
  host: codeText(arrivalHost, hostSentence).check(z.maxLength(longestHost, hostSentence)),
});
export type Arrival = z.infer<typeof Arrival>;

export const Register = z.object({
  email: Email,
  password: Password,
  firstName: requiredText({ field: 'First name', max: 100 }),
  lastName: requiredText({ field: 'Last name', max: 100 }),
  organization: optionalText({ field: 'Organization', max: 200 }),
  /** Counted with the registration; left out where no public page led here. */
  arrival: z.optional(Arrival),
});
export type Register = z.infer<typeof Register>;

export const ForgotPassword = z.object({ email: KnownEmail });
export type ForgotPassword = z.infer<typeof ForgotPassword>;

export const LinkToken = z.object({
  token: exactText({ error: 'This password reset link is invalid or has expired.', max: 200 }),
});
export type LinkToken = z.infer<typeof LinkToken>;

const verificationSentence = 'This verification link is invalid or has expired.';

/** The secret of a verification link. */
export const VerificationToken = z.object({
  token: exactText({ error: verificationSentence, max: 200 }),
});
export type VerificationToken = z.infer<typeof VerificationToken>;

/** An open verification link: its address, and whether this browser is signed in to the account. */
export const VerificationLink = z.object({ email: z.string(), isOwnSession: z.boolean() });
export type VerificationLink = z.infer<typeof VerificationLink>;

/** `token` sets a new password by POST /api/reset-password; null when the account keeps its password (ACCT-02). */
export const VerifiedEmail = z.object({ message: z.string(), token: z.nullable(z.string()) });
export type VerifiedEmail = z.infer<typeof VerifiedEmail>;

export const ResetPassword = z.extend(LinkToken, { password: Password });
export type ResetPassword = z.infer<typeof ResetPassword>;

/** The form behind a reset link: the new password twice (RESET-07, RESET-08). */
export const NewPassword = z.object({ password: Password, confirmPassword: Password }).check(
  z.refine((value) => value.password === value.confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
  }),
);
export type NewPassword = z.infer<typeof NewPassword>;

/** The same for a signed-in member; an account without a password sends no current one (SET-07, SET-19). */
export const ChangePassword = z
  .object({
    currentPassword: OwnPassword.shape.password,
    newPassword: Password,
    confirmPassword: exactText({ error: 'Confirm the new password', max: passwordCeiling }),
  })
  .check(
    z.refine((value) => value.newPassword === value.confirmPassword, {
      path: ['confirmPassword'],
      message: "New password and confirmation don't match.",
    }),
  );
export type ChangePassword = z.infer<typeof ChangePassword>;

/** What an authenticator needs to know; `otpauthUrl` says the same as a QR code would. */
export const SecondFactorSetup = z.object({ secret: z.string(), otpauthUrl: z.string() });
export type SecondFactorSetup = z.infer<typeof SecondFactorSetup>;

export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/** One device that is signed in; times are ISO 8601 in UTC. */
export const SignIn = z.object({
  id: z.int(),
  /** Such as "Firefox on Windows". */
  device: z.string(),
  ipAddress: z.string(),
  signedInAt: z.string(),
  lastSeenAt: z.string(),
  /** The one that asks. */
  isCurrent: z.boolean(),
});
export type SignIn = z.infer<typeof SignIn>;

/** Which part of the list is asked for (GEN-10). */
export const SignInQuery = z.object({
  ...paging(),
});
export type SignInQuery = z.infer<typeof SignInQuery>;

/** What a sign-in by the provider is for: opening a session, or proving again who holds it. */
export const ProviderQuery = z.object({
  purpose: z._default(z.enum(['sign-in', 'confirm']), 'sign-in'),
  /** Where to go afterwards; anything but a path of the portal counts as its first page. */
  returnTo: z.optional(exactText({ max: 2000 })),
});
export type ProviderQuery = z.infer<typeof ProviderQuery>;
