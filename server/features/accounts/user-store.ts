import { sql } from 'kysely';
import type { UserForm } from '#contract/accounts-admin.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { User } from './store.ts';

type Sought = { search: string; organization: string; role: User['role'] | null };
type Slice = { limit: number; offset: number };

/** Accounts that fit, newest first. */
export async function listUsers(db: Db, { limit, offset, ...sought }: Sought & Slice): Promise<User[]> {
  return found(db, sought)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many accounts fit. */
export async function countUsers(db: Db, sought: Sought): Promise<number> {
  const row = await found(db, sought)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

const likeForm = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

function found(db: Db, { search, organization, role }: Sought) {
  let users = db.kysely.selectFrom('users').where('deleted_at', 'is', null);
  if (search !== '') users = users.where(sql<boolean>`search_text like search_form(${likeForm(search)})`);
  if (organization !== '') {
    // The first condition has the index; what it finds may hold the words in another place.
    const form = likeForm(organization);
    users = users
      .where(sql<boolean>`search_text like search_form(${form})`)
      .where(sql<boolean>`search_form(organization) like search_form(${form})`);
  }
  return role === null ? users : users.where('role', '=', role);
}

export type UserCounts = { total: number; administrators: number; users: number; recent: number };

/** How many accounts there are; `recent` came in the last 30 days by the database's clock. */
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

/** Accounts of these ids, locked in the order of their ids until the transaction ends; deleted ones are left out. */
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

/**
 * Lets one transaction at a time take administrators away, and answers who they are. Taken before the rows of the
 * accounts themselves, so that nobody waits for each other.
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

/** Writes what an administrator changed of an account; null when another account has the address. */
export async function updateUser(db: Db, user: User, form: UserForm): Promise<User | null> {
  const isOtherAddress = form.email.toLowerCase() !== user.email.toLowerCase();
  const row = await db.kysely
    .updateTable('users')
    .set({
      first_name: form.firstName,
      last_name: form.lastName,
      email: form.email,
      ...(form.organization !== undefined && { organization: form.organization }),
      ...(isOtherAddress && { email_verified_at: null }),
      updated_at: sql`now()`,
    })
    .where('id', '=', user.id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users as other')
            .select('other.id')
            .where(sql<boolean>`lower(other.email) = lower(${form.email})`)
            .where('other.id', '<>', user.id),
        ),
      ),
    )
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}
