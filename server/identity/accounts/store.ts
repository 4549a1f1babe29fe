import { type Selectable, sql } from 'kysely';
import { portalZone } from '#contract/dates.ts';
import { comparableAddress } from '#contract/email-addresses.ts';
import type { FirstStepsForm, SettingsForm } from '#contract/identity/accounts.ts';
import type { UserForm } from '#contract/identity/accounts-admin.ts';
import type { ProfileForm } from '#contract/identity/accounts-profile.ts';
import type { Register } from '#contract/identity/sign-in.ts';
import type { Tables } from '#server/migrations/tables.ts';
import { columnsOf } from '#server/platform/database/columns.ts';
import { type Db, isUniqueViolation } from '#server/platform/database/db.ts';
import { containing } from '#server/platform/database/like.ts';

export type User = Selectable<Tables['users']>;

export async function findUser(db: Db, userId: number): Promise<User | null> {
  const rows = await db.prepared<User>(
    'accounts.find_user',
    `select ${columnsOf('users')} from users where id = $1 and deleted_at is null`,
    [userId],
  );
  return rows[0] ?? null;
}

export type NewUser = Omit<Register, 'password'> & {
  passwordHash: string | null;
  role: User['role'];
  /** Whether the address is proved: by a sign-in provider, a company's connection or a mailed link. */
  isVerified?: boolean;
  /** Whether an administrator chose the password. */
  isInvited?: boolean;
};

/** Adds an account; null when the address is taken already. */
export async function insertUser(db: Db, user: NewUser): Promise<User | null> {
  const row = await db.kysely
    .insertInto('users')
    .values({
      email: user.email,
      password_hash: user.passwordHash,
      first_name: user.firstName,
      last_name: user.lastName,
      organization: user.organization,
      role: user.role,
      email_verified_at: user.isVerified ? sql<Date>`now()` : null,
      is_invited: user.isInvited ?? false,
      arrival_landing: user.arrival?.landing ?? null,
      arrival_host: user.arrival?.host ?? null,
    })
    // Ignores conflicts of every index, because the index of the previous version is there as well.
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Gives an account another role. @returns the time, by the database's clock */
export async function updateRole(db: Db, userId: number, role: User['role']): Promise<Date> {
  const { updated_at } = await db.kysely
    .updateTable('users')
    .set({ role, updated_at: sql`now()` })
    .where('id', '=', userId)
    .returning('updated_at')
    .executeTakeFirstOrThrow();
  return updated_at;
}

/** Changes the fields that are given. @returns the account */
export async function updateProfile(db: Db, userId: number, profile: ProfileForm): Promise<User> {
  const { timeZone, ...shown } = profile;
  // A browser sends the zone automatically, which must not outdate an administrator's open form.
  const isShown = Object.values(shown).some((value) => value !== undefined);
  return db.kysely
    .updateTable('users')
    .set({
      first_name: profile.firstName,
      last_name: profile.lastName,
      organization: profile.organization,
      role_affiliation: profile.roleAffiliation,
      goal: profile.goal,
      time_zone: timeZone,
      ...((isShown || timeZone === undefined) && { updated_at: sql`now()` }),
    })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes the given fields of the dismissed parts of the dashboard. @returns the account */
export async function updateFirstSteps(db: Db, userId: number, form: FirstStepsForm): Promise<User> {
  return db.kysely
    .updateTable('users')
    .set({
      skips_role_question: form.skipsRoleQuestion,
      hides_first_steps: form.hidesFirstSteps,
      updated_at: sql`now()`,
    })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Sets the URL of an account's picture, null for none. @returns the account */
export async function updatePicture(db: Db, userId: number, address: string | null): Promise<User> {
  return db.kysely
    .updateTable('users')
    .set({ profile_image_url: address, updated_at: sql`now()` })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes the settings that are given. @returns the account */
export async function updateSettings(db: Db, userId: number, settings: SettingsForm): Promise<User> {
  return db.kysely
    .updateTable('users')
    .set({
      email_updates: settings.emailUpdates,
      resource_alerts: settings.resourceAlerts,
      security_alerts: settings.securityAlerts,
      marketing_emails: settings.marketingEmails,
      profile_visible: settings.profileVisible,
      activity_tracking: settings.activityTracking,
      data_collection: settings.dataCollection,
      updated_at: sql`now()`,
    })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

type Sought = { search: string; organization: string; role: User['role'] | null };
type Slice = { limit: number; offset: number };

export async function listUsers(db: Db, { limit, offset, ...sought }: Sought & Slice): Promise<User[]> {
  return found(db, sought)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countUsers(db: Db, sought: Sought): Promise<number> {
  const row = await found(db, sought)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

function found(db: Db, { search, organization, role }: Sought) {
  let users = db.kysely.selectFrom('users').where('deleted_at', 'is', null);
  if (search !== '') users = users.where(sql<boolean>`search_text like search_form(${containing(search)})`);
  if (organization !== '') {
    // The first condition uses the index, but also matches accounts with the words in another field.
    const form = containing(organization);
    users = users
      .where(sql<boolean>`search_text like search_form(${form})`)
      .where(sql<boolean>`search_form(organization) like search_form(${form})`);
  }
  return role === null ? users : users.where('role', '=', role);
}

export type UserCounts = { total: number; administrators: number; users: number; recent: number };

/** Counts the accounts; `recent` were created in the last 30 days by the database's clock. */
export async function countByRole(db: Db): Promise<UserCounts> {
  return db.kysely
    .selectFrom('users')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('role', '=', 'administrator').as('administrators'),
      fn.countAll<number>().filterWhere('role', '=', 'user').as('users'),
      fn.countAll<number>().filterWhere('created_at', '>', sql<Date>`now() - interval '30 days'`).as('recent'),
    ])
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
}

/**
 * Returns the accounts of these ids, locked in the order of the ids until the transaction ends; deleted ones are left
 * out.
 */
export async function lockUsers(db: Db, ids: readonly number[]): Promise<User[]> {
  return db.kysely
    .selectFrom('users')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Returns the ids of those of the given accounts that have a sign-in provider or a passkey. */
export async function listConnected(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db.kysely
    .selectFrom('identities')
    .select('user_id')
    .where('user_id', 'in', [...ids])
    .union((passkeys) =>
      passkeys
        .selectFrom('passkeys')
        .select('user_id')
        .where('user_id', 'in', [...ids]),
    )
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** A reader of the portal's mails; the time zone is the portal's for those without one. */
export type Reader = { userId: number; email: string; firstName: string; timeZone: string };

export function findAdministrators(db: Db): Promise<Reader[]> {
  return db.kysely
    .selectFrom('users')
    .select(['id as userId', 'email', 'first_name as firstName'])
    .select(({ fn, val }) => fn.coalesce('time_zone', val(portalZone)).as('timeZone'))
    .where('role', '=', 'administrator')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

/**
 * Locks the set of administrators for this transaction and returns their ids. The caller must take this lock before the
 * rows of accounts, so that transactions cannot deadlock.
 */
export async function lockAdministrators(db: Db): Promise<number[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('accounts:administrators', 0))`.execute(db.kysely);
  const rows = await db.kysely
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'administrator')
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Saves an administrator's changes of an account; a new address is unverified. Returns null when another account has
 * the address, which aborts the transaction.
 */
export async function updateUser(db: Db, user: User, form: UserForm): Promise<User | null> {
  return db.kysely
    .updateTable('users')
    .set({
      first_name: form.firstName,
      last_name: form.lastName,
      email: form.email,
      ...(form.organization !== undefined && { organization: form.organization }),
      ...(comparableAddress(form.email) !== comparableAddress(user.email) && {
        email_verified_at: null,
        was_verified: sql<boolean>`was_verified or email_verified_at is not null`,
      }),
      updated_at: sql`now()`,
    })
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) return null;
      throw error;
    });
}

export type MailSetting = 'security_alerts' | 'resource_alerts' | 'email_updates' | 'marketing_emails';

/** Whether the account with this email address has the setting switched on; false without an account. */
export async function hasSetting(db: Db, email: string, setting: MailSetting): Promise<boolean> {
  const [row] = await db.prepared<{ is_on: boolean }>(
    `accounts.has_setting.${setting}`,
    `select ${setting} as is_on from users where address_key = $1 and deleted_at is null`,
    [comparableAddress(email)],
  );
  return row?.is_on ?? false;
}
