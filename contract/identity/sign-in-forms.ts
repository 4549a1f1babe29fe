// Apart from `sign-in.ts`, because the sign-in screen is the first that most people load: the server checks the domains
// of addresses, the browser only finds texts that are no address at all.
import * as z from 'zod/mini';
import { arrivalHost, landings, longestHost } from '../landings.ts';
import { personNameText } from '../names.ts';
import { codeText, line, opaqueText, optionalText } from '../text.ts';
import { wrongPassword } from './password-errors.ts';

export const noEmail = 'Invalid email address';
const TypedEmail = line({ error: noEmail, max: 254 }).check(z.regex(/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, noEmail));

/**
 * Minimum length of a password that is ever accepted; PASSWORD_MIN can require more where a password is set (AUTH-21).
 */
const passwordFloor = 6;
export const passwordCeiling = 128;

const passwordSentence = `Password must be at least ${passwordFloor} characters`;
export const Password = opaqueText({
  error: passwordSentence,
  max: passwordCeiling,
  tooLong: `Password must be at most ${passwordCeiling} characters`,
}).check(z.minLength(passwordFloor, passwordSentence));

/** The code of an authenticator, or a recovery code; blanks and dashes are ignored. */
const Code = line({
  error: 'Code is required',
  max: 40,
  tooLong: 'This code is wrong.',
  notStorable: 'This code is wrong.',
}).check(z.minLength(1, 'Code is required'));

export const LoginForm = z.object({ email: TypedEmail, password: Password, code: z.optional(Code) });
export type LoginForm = z.infer<typeof LoginForm>;

export const CodeForm = z.object({ code: Code });
export type CodeForm = z.infer<typeof CodeForm>;

/** A password that is only compared and never set, so that no minimum length applies. */
const knownPassword = (required: string) =>
  opaqueText({ error: required, max: passwordCeiling, tooLong: wrongPassword }).check(z.minLength(1, required));

export const PasswordForm = z.object({ password: knownPassword('Password is required') });

/**
 * Proves the identity of the person at the browser: the password if the account has one, and a code if its second
 * factor is on. For an account with neither, a recent sign-in is enough to change the password (SET-19).
 */
export const Proof = z.object({
  password: z.optional(opaqueText({ max: passwordCeiling, tooLong: wrongPassword })),
  code: z.optional(Code),
  /**
   * The code of POST /api/user/confirm/mail, for members without a second factor in a session through a company
   * (SSO-11).
   */
  mailedCode: z.optional(Code),
});
export type Proof = z.infer<typeof Proof>;

const hostSentence = 'host must be the name of a host such as example.org, "direct" or "other"';

/** The public page that a visitor opened, and the host of the referring site (FRONT-15). */
export const Arrival = z.object({
  landing: z.enum(landings, { error: `landing must be one of ${landings.join(', ')}` }),
  host: codeText(arrivalHost, hostSentence).check(z.maxLength(longestHost, hostSentence)),
});
export type Arrival = z.infer<typeof Arrival>;

export const RegisterForm = z.object({
  email: TypedEmail,
  password: Password,
  firstName: personNameText({ field: 'First name', max: 100 }),
  lastName: personNameText({ field: 'Last name', max: 100 }),
  organization: optionalText({ field: 'Organization', max: 200 }),
  /** Counted with the registration; left out when the visitor did not come by a public page. */
  arrival: z.optional(Arrival),
});
export type RegisterForm = z.infer<typeof RegisterForm>;

export const ForgotPasswordForm = z.object({ email: TypedEmail });
export type ForgotPasswordForm = z.infer<typeof ForgotPasswordForm>;

/** The form behind a reset link: the new password twice (RESET-07, RESET-08). */
export const NewPassword = z.object({ password: Password, confirmPassword: Password }).check(
  z.refine((value) => value.password === value.confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
  }),
);
export type NewPassword = z.infer<typeof NewPassword>;
