import * as z from 'zod/mini';
import { optionalText, requiredText } from './text.ts';

/** The shortest password ever accepted; PASSWORD_MIN may ask for more where one is set (AUTH-21). */
const passwordFloor = 6;
const passwordCeiling = 128;

const Email = z
  .string({ error: 'Invalid email address' })
  .check(z.trim(), z.maxLength(254, 'Invalid email address'), z.email('Invalid email address'));

const passwordSentence = `Password must be at least ${passwordFloor} characters`;
const Password = z
  .string({ error: passwordSentence })
  .check(
    z.minLength(passwordFloor, passwordSentence),
    z.maxLength(passwordCeiling, `Password must be at most ${passwordCeiling} characters`),
  );

export const Login = z.object({ email: Email, password: Password });
export type Login = z.infer<typeof Login>;

/** Shows who sits there: a password that is compared, never set, so its length says nothing. */
export const Proof = z.object({
  password: z
    .string({ error: 'Password is required' })
    .check(z.minLength(1, 'Password is required'), z.maxLength(passwordCeiling, 'The current password is not right.')),
});
export type Proof = z.infer<typeof Proof>;

export const Register = z.object({
  email: Email,
  password: Password,
  firstName: requiredText({ field: 'First name', max: 100 }),
  lastName: requiredText({ field: 'Last name', max: 100 }),
  organization: optionalText({ field: 'Organization', max: 200 }),
});
export type Register = z.infer<typeof Register>;

export const LinkToken = z.object({
  token: z
    .string({ error: 'This password reset link is invalid or has expired.' })
    .check(z.maxLength(200, 'This password reset link is invalid or has expired.')),
});
export type LinkToken = z.infer<typeof LinkToken>;

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

/** The signed-in user (API-08): times are ISO 8601 in UTC. */
export const CurrentUser = z.object({
  id: z.int(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  organization: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  role: z.enum(['user', 'administrator']),
  emailVerified: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  emailUpdates: z.boolean(),
  resourceAlerts: z.boolean(),
  securityAlerts: z.boolean(),
  marketingEmails: z.boolean(),
  profileVisible: z.boolean(),
  activityTracking: z.boolean(),
  dataCollection: z.boolean(),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

export const Message = z.object({ message: z.string() });
export type Message = z.infer<typeof Message>;
