import * as z from 'zod/mini';
import { changesOf } from '../changes.ts';
import { emailAddress } from '../email-shapes.ts';
import { personNameText } from '../names.ts';
import { soughtPerson } from '../people-search.ts';
import {
  bodyId,
  Id,
  nullableText,
  opaqueText,
  optionalText,
  paging,
  repeated,
  requiredText,
  SeenAt,
  soughtText,
} from '../text.ts';

const emailSentence = 'Please enter a valid email';
const Email = emailAddress(emailSentence);

const passwordSentence = 'Password must be at least 6 characters';

export const Role = z.enum(['user', 'administrator'], { error: 'Role must be user or administrator' });
export type Role = z.infer<typeof Role>;

const names = {
  firstName: personNameText({ field: 'First name', max: 100 }),
  lastName: personNameText({ field: 'Last name', max: 100 }),
  email: Email,
};

/**
 * A new account. A typed password may have to be longer than 6 characters, because PASSWORD_MIN can ask for more
 * (ADM-USER-05).
 */
export const CreateUser = z.object({
  ...names,
  organization: optionalText({ field: 'Organization', max: 200 }),
  password: opaqueText({
    error: passwordSentence,
    max: 128,
    tooLong: 'Password must be at most 128 characters',
  }).check(z.minLength(6, passwordSentence)),
  role: z._default(Role, 'user'),
});
export type CreateUser = z.infer<typeof CreateUser>;

/**
 * Fields of an account that an administrator may change (ADM-USER-06); an organization that is left out stays.
 * `updatedAt` is that of the account when the form was opened: the save is refused when the account was changed since.
 * Left out, it is not compared.
 */
export const UserForm = z.object({
  ...names,
  organization: z.optional(nullableText({ field: 'Organization', max: 200 })),
  updatedAt: SeenAt,
});
export type UserForm = z.infer<typeof UserForm>;

/** The form of an account: the role is saved by a call of its own (API-51). */
export const UserEdit = z.extend(UserForm, { role: Role });

export const RoleForm = z.object({ role: Role });
export type RoleForm = z.infer<typeof RoleForm>;

const UserId = bodyId('userIds must be whole numbers');

/** Several accounts at once; of them only the role can be changed (API-52). */
export const BulkUpdate = z.object({
  userIds: z
    .array(UserId, { error: 'userIds must be a list' })
    .check(z.minLength(1, 'Choose at least one user'), z.maxLength(200, 'At most 200 users can be changed at once')),
  updates: z.strictObject({ role: Role }, { error: 'updates may hold a role and nothing else' }),
});
export type BulkUpdate = z.infer<typeof BulkUpdate>;

/** Filters and page of the list (GEN-10). */
export const UserQuery = z.object({
  /** Parts of name, address and organization. */
  search: soughtPerson,
  /** A part of the organization. */
  organization: soughtText,
  role: z.optional(z.union([Role, z.literal('')])),
  ...paging(),
});
export type UserQuery = z.infer<typeof UserQuery>;

/** The columns of the list, beside the name, that can be chosen. */
export const userColumns = ['email', 'organization', 'role', 'verified', 'joined'] as const;
export type UserColumn = (typeof userColumns)[number];

/** The list as a CSV file: its search and filters, and the chosen columns. */
export const UserCsvQuery = z.extend(z.omit(UserQuery, { page: true, pageSize: true }), {
  columns: repeated(z.enum(userColumns, { error: 'This column is not known' })),
});
export type UserCsvQuery = z.infer<typeof UserCsvQuery>;

/** An account as administrators see it; times are ISO 8601 in UTC (API-48). */
export const User = z.object({
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  organization: z.nullable(z.string()),
  role: Role,
  emailVerified: z.boolean(),
  twoFactorEnabled: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type User = z.infer<typeof User>;

/** `recent` registered in the last 30 days (API-49). */
export const UserStats = z.object({ total: z.int(), administrators: z.int(), users: z.int(), recent: z.int() });
export type UserStats = z.infer<typeof UserStats>;

/** A note of administrators about a member; members get it with their data. */
export const NoteForm = z.object({ text: requiredText({ field: 'Note', max: 2000, lines: true }) });
export type NoteForm = z.infer<typeof NoteForm>;

export const MemberNote = z.object({ id: z.int(), text: z.string(), author: z.string(), createdAt: z.string() });
export type MemberNote = z.infer<typeof MemberNote>;

export const NoteParams = z.object({ id: Id, noteId: Id });
export type NoteParams = z.infer<typeof NoteParams>;

/**
 * A member for other systems; times are ISO 8601 in UTC. Email, names and organization are null for a deleted account.
 */
export const ChangedMember = z.object({
  id: z.int(),
  email: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  organization: z.nullable(z.string()),
  role: Role,
  emailVerified: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: z.nullable(z.string()),
});
export type ChangedMember = z.infer<typeof ChangedMember>;

export const ChangedMembers = changesOf(ChangedMember);
export type ChangedMembers = z.infer<typeof ChangedMembers>;
