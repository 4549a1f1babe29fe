import type { Changes, ChangesQuery } from '#contract/changes.ts';
import { csvOfList, mostCsvRows } from '#contract/csv.ts';
import type {
  BulkUpdate,
  ChangedMember,
  CreateUser,
  Role,
  User,
  UserCsvQuery,
  UserForm,
  UserQuery,
} from '#contract/identity/accounts-admin.ts';
import { endPortalKeys } from '#server/identity/api-keys/actions.ts';
import { audit, namesOfGiven } from '#server/platform/audit.ts';
import { rejectConflict } from '#server/platform/conflict.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { listChanges } from '#server/platform/database/changes.ts';
import { fail } from '#server/platform/failure.ts';
import { enqueueRemoval, type Removal } from '#server/platform/files/removals.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import { type Account, giveRole } from './actions.ts';
import { listChanged, type MemberRow } from './change-store.ts';
import { userCsv } from './csv-rules.ts';
import { isOtherAddress, isVouchedFor, leavesAdministrator } from './rules.ts';
import * as store from './store.ts';

/** Page size when the query names none. */
const longestList = 1000;

/** Returns a page of all members, deleted ones included, in the order of their change (APIKEY-06). */
export function listMembers({ db }: Context, query: ChangesQuery): Promise<Changes<ChangedMember>> {
  return listChanges(db, query, (page) => listChanged(db, page), showMember);
}

function showMember(row: MemberRow): ChangedMember {
  const unlessDeleted = <Value>(value: Value) => (row.deleted_at === null ? value : null);
  return {
    id: row.id,
    email: unlessDeleted(row.email),
    firstName: unlessDeleted(row.first_name),
    lastName: unlessDeleted(row.last_name),
    organization: unlessDeleted(row.organization),
    role: row.role,
    emailVerified: row.email_verified_at !== null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.changed_at,
    deletedAt: row.deleted_at?.toISOString() ?? null,
  };
}

/** Returns a page of the accounts, newest first, and the number of all that match (API-48). */
export async function listUsers(ctx: Context, query: UserQuery): Promise<{ users: User[]; total: number }> {
  const { search, organization, page = 1, pageSize = longestList } = query;
  const sought = { search, organization, role: query.role || null };
  const rows = await store.listUsers(ctx.db, { ...sought, limit: pageSize, offset: (page - 1) * pageSize });
  return { users: rows.map(showUser), total: await store.countUsers(ctx.db, sought) };
}

/** Returns at most `mostCsvRows` users as CSV, newest first, and records the download in the audit log (ADM-15). */
export async function exportUsers(ctx: Context, { columns, ...query }: UserCsvQuery): Promise<Iterable<string>> {
  const { users } = await listUsers(ctx, { ...query, pageSize: mostCsvRows });
  const after = { rows: users.length, columns, narrowedBy: namesOfGiven(query) };
  await audit(ctx, { action: 'download', object: 'user', objectId: 'list', after });
  return csvOfList(users, userCsv, columns);
}

/** @throws accounts.not-found */
export async function getUser(ctx: Context, id: number): Promise<User> {
  const user = await store.findUser(ctx.db, id);
  if (!user) throw fail('accounts.not-found');
  return showUser(user);
}

/** Adds an account with a password that an administrator chose. @throws accounts.email-taken */
export async function addUser(ctx: MemberContext, form: CreateUser, passwordHash: string): Promise<Account> {
  const user = await store.insertUser(ctx.db, { ...form, passwordHash, isInvited: true });
  if (!user) throw fail('accounts.email-taken');
  await audit(ctx, { action: 'create', object: 'user', objectId: user.id, memberId: user.id, after: factsOf(user) });
  return user;
}

/**
 * Changes name, organization and address. The caller must end or renew links and send mails when the address changes. A
 * new address needs a fresh sign-in (ACCT-03).
 * @throws accounts.not-found, accounts.confirm-sign-in, accounts.conflict, accounts.email-taken
 */
export async function updateUser(
  ctx: MemberContext,
  id: number,
  form: UserForm,
): Promise<{ before: Account; after: Account }> {
  const [before] = await store.lockUsers(ctx.db, [id]);
  if (!before) throw fail('accounts.not-found');
  if (isOtherAddress(before.email, form.email) && !ctx.actor.isFresh) throw fail('accounts.confirm-sign-in');
  rejectConflict({ seenAt: form.updatedAt, savedAt: before.updated_at }, 'accounts.conflict');
  const after = await store.updateUser(ctx.db, before, form);
  if (!after) throw fail('accounts.email-taken');
  const facts = { before: factsOf(before), after: factsOf(after) };
  await audit(ctx, { action: 'update', object: 'user', objectId: id, memberId: id, ...facts });
  return { before, after };
}

/**
 * Gives a role to all of these accounts, or to none of them (API-52). An unverified account whose member chose a
 * password, came through a sign-in provider or has a passkey may belong to another person than the owner of its
 * address, so it cannot become an administrator (ACCT-01). The portal's keys of a former administrator end.
 * @param isDemo no account is rejected for its address, because everybody can read the mailbox of a demo
 * @returns the removed administrators, for the list outside the database
 * @throws accounts.not-found, accounts.not-verified, accounts.last-administrator
 */
export async function setRoles(
  ctx: MemberContext,
  { userIds, updates: { role } }: BulkUpdate,
  isDemo: boolean,
): Promise<Removal[]> {
  const ids = [...new Set(userIds)];
  const administrators = await store.lockAdministrators(ctx.db);
  const rows = await store.lockUsers(ctx.db, ids);
  if (rows.length < ids.length) throw fail('accounts.not-found');
  const connected = await store.listConnected(ctx.db, ids);
  const isRejected = (user: Account) => user.role !== role && !isVouchedFor(user, connected.includes(user.id));
  if (role === 'administrator' && !isDemo && rows.some(isRejected)) throw fail('accounts.not-verified');
  if (role !== 'administrator' && !leavesAdministrator(administrators, ids)) throw fail('accounts.last-administrator');
  const removed: Removal[] = [];
  for (const user of rows.filter((one) => one.role !== role)) removed.push(...(await changeRole(ctx, user, role)));
  return removed;
}

/** Takes the role again from an administrator whom a restored database brought back, even from the last one. */
export async function removeAdministrator(ctx: Context, id: number): Promise<void> {
  await store.lockAdministrators(ctx.db);
  const [user] = await store.lockUsers(ctx.db, [id]);
  if (user?.role === 'administrator') await changeRole(ctx, user, 'user');
}

async function changeRole(ctx: Context, user: Account, role: Role): Promise<Removal[]> {
  const at = await giveRole(ctx, user.id, role);
  const deed = { action: 'set-role', object: 'user', objectId: user.id, memberId: user.id } as const;
  await audit(ctx, { ...deed, before: user.role, after: role });
  if (role === 'administrator') return [];
  await endPortalKeys(ctx, user.id);
  await enqueue(ctx.db, 'warn-of-former-owner', { organisationId: null }, { key: 'warn-of-former-owner' });
  const removal: Removal = { userId: user.id, change: 'administrator-removed', at };
  await enqueueRemoval(ctx.db, removal);
  return [removal];
}

/** Locks accounts in the order of their ids. The caller must have locked no organisation and no connection before. */
export async function lockAccounts(ctx: Context, ids: readonly number[]): Promise<void> {
  await store.lockUsers(ctx.db, ids);
}

/**
 * Locks an account that will be deleted, so that no other transaction can remove an administrator at the same time.
 * @param mayBeLast whether the last administrator may be deleted
 * @throws accounts.not-found, accounts.last-administrator
 */
export async function lockForDeletion(ctx: Context, id: number, mayBeLast: boolean): Promise<User> {
  const administrators = await store.lockAdministrators(ctx.db);
  const [user] = await store.lockUsers(ctx.db, [id]);
  if (!user) throw fail('accounts.not-found');
  if (!mayBeLast && user.role === 'administrator' && !leavesAdministrator(administrators, [id])) {
    throw fail('accounts.last-administrator');
  }
  return showUser(user);
}

/** Returns the fields of an account for the audit log. */
function factsOf({ first_name, last_name, email, organization, role }: Account) {
  return { firstName: first_name, lastName: last_name, email, organization, role };
}

export function showUser(user: Account): User {
  return {
    id: user.id,
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    organization: user.organization,
    role: user.role,
    emailVerified: user.email_verified_at !== null,
    twoFactorEnabled: user.two_factor_enabled_at !== null,
    createdAt: user.created_at.toISOString(),
    updatedAt: user.updated_at.toISOString(),
  };
}
