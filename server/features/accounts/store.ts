import { type Selectable, sql } from 'kysely';
import type { ProfileForm, Register, SettingsForm } from '#contract/accounts.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

export type User = Selectable<Tables['users']>;

/** The account of an address, compared without regard to case; null when there is none. */
export async function findUserByEmail(db: Db, email: string): Promise<User | null> {
  const rows = await db.prepared<User>(
    'accounts.find_user_by_email',
    'select * from users where lower(email) = lower($1) and deleted_at is null',
    [email],
  );
  return rows[0] ?? null;
}

/** The account of an id; null when it is unknown or deleted. */
export async function findUser(db: Db, userId: number): Promise<User | null> {
  const rows = await db.prepared<User>(
    'accounts.find_user',
    'select * from users where id = $1 and deleted_at is null',
    [userId],
  );
  return rows[0] ?? null;
}

type NewUser = Omit<Register, 'password'> & {
  passwordHash: string | null;
  role: User['role'];
  /** A sign-in provider has proved the address. */
  isVerified?: boolean;
  /** The password is an administrator's choice. */
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
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Marks the address of an account as proved; keeps the first time. */
export async function updateEmailVerified(db: Db, userId: number): Promise<void> {
  await db.kysely
    .updateTable('users')
    .set({ email_verified_at: sql`coalesce(email_verified_at, now())`, updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute();
}

/** Sets a new password, or none; sign-ins and links made before it are no longer good. */
export async function updatePassword(db: Db, userId: number, passwordHash: string | null): Promise<void> {
  await db.kysely
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      is_invited: false,
      credentials_changed_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .where('id', '=', userId)
    .execute();
}

/** Gives an account another role. */
export async function updateRole(db: Db, userId: number, role: User['role']): Promise<void> {
  await db.kysely.updateTable('users').set({ role, updated_at: sql`now()` }).where('id', '=', userId).execute();
}

/** Changes what is given and answers the account. */
export async function updateProfile(db: Db, userId: number, profile: ProfileForm): Promise<User> {
  return db.kysely
    .updateTable('users')
    .set({
      first_name: profile.firstName,
      last_name: profile.lastName,
      organization: profile.organization,
      updated_at: sql`now()`,
    })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes the choices that are given and answers the account. */
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
