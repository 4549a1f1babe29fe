import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Filter } from 'scim2-parse-filter';
import { comparableAddress } from '#contract/email-addresses.ts';
import type { DirectoryState } from '#contract/organisations/directory.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import { filterSql } from './filter-store.ts';
import type { DirectoryProfile } from './user-rules.ts';

export type Outcome = 'made' | 'existed' | 'invited';

/** The record of a person in the directory. */
export type RecordRow = Pick<
  Selectable<Tables['organisation_directory_people']>,
  | 'id'
  | 'organisation_id'
  | 'user_id'
  | 'user_name'
  | 'external_id'
  | 'email'
  | 'is_active'
  | 'version'
  | 'created_at'
  | 'changed_at'
> & { profile: DirectoryProfile; outcome: Outcome | null };

const columns = [
  'id',
  'organisation_id',
  'user_id',
  'user_name',
  'external_id',
  'email',
  'profile',
  'is_active',
  'outcome',
  'version',
  'created_at',
  'changed_at',
] as const;

export type Written = {
  userName: string;
  externalId: string | null;
  email: string;
  profile: DirectoryProfile;
  isActive: boolean;
};

const valuesOf = ({ userName, externalId, email, profile, isActive }: Written) => ({
  user_name: userName,
  external_id: externalId,
  email,
  profile: JSON.stringify(profile),
  is_active: isActive,
});

/** Adds a record. @returns null when another record of the organisation has its userName or its address */
export async function insertRecord(db: Db, organisationId: number, written: Written): Promise<RecordRow | null> {
  const row = await db.kysely
    .insertInto('organisation_directory_people')
    .values({ organisation_id: organisationId, ...valuesOf(written) })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .$castTo<RecordRow>()
    .executeTakeFirst();
  return row ?? null;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Finds a record by a text that may be its id. */
export async function findRecord(db: Db, organisationId: number, id: string): Promise<RecordRow | null> {
  if (!uuid.test(id)) return null;
  const row = await records(db, organisationId).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/**
 * Whether another record of the organisation has the userName or the address. The caller must have locked the
 * organisation.
 */
export async function isTaken(db: Db, { organisation_id, id }: RecordRow, written: Written): Promise<boolean> {
  const rows = await db.prepared(
    'directory.is_taken',
    `select id from organisation_directory_people where organisation_id = $1 and id <> $2
       and (user_name_key = lower($3 collate "C") or address_key = $4) limit 1`,
    [organisation_id, id, written.userName, comparableAddress(written.email)],
  );
  return rows.length > 0;
}

/** Writes a changed record under the next version. */
export function updateRecord(db: Db, id: string, written: Written, outcome: Outcome | null): Promise<RecordRow> {
  return db.kysely
    .updateTable('organisation_directory_people')
    .set({ ...valuesOf(written), outcome, version: sql`version + 1`, changed_at: sql`now()` })
    .where('id', '=', id)
    .returning(columns)
    .$castTo<RecordRow>()
    .executeTakeFirstOrThrow();
}

/** Records the outcome of adding the person, without another version. */
export function updateOutcome(db: Db, id: string, outcome: Outcome): Promise<RecordRow> {
  return db.kysely
    .updateTable('organisation_directory_people')
    .set({ outcome })
    .where('id', '=', id)
    .returning(columns)
    .$castTo<RecordRow>()
    .executeTakeFirstOrThrow();
}

/** Links a record to an account that has no other record in this organisation. */
export async function linkRecord(db: Db, id: string, userId: number): Promise<void> {
  await db.prepared(
    'directory.link_record',
    `update organisation_directory_people d set user_id = $2 where id = $1 and not exists (
       select from organisation_directory_people other
       where other.organisation_id = d.organisation_id and other.user_id = $2)`,
    [id, userId],
  );
}

export async function deleteRecord(db: Db, id: string): Promise<void> {
  await db.kysely.deleteFrom('organisation_directory_people').where('id', '=', id).execute();
}

type Part = { filter: Filter | null; offset: number; limit: number };

/** Lists a page of the records in the order in which they were added, and the number of all that match. */
export async function listRecords(
  db: Db,
  organisationId: number,
  { filter, offset, limit }: Part,
): Promise<{ records: RecordRow[]; total: number }> {
  const found = filter === null ? records(db, organisationId) : records(db, organisationId).where(filterSql(filter));
  const { total } = await found
    .clearSelect()
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const page = limit === 0 ? [] : await found.orderBy('created_at').orderBy('id').limit(limit).offset(offset).execute();
  return { records: page, total };
}

function records(db: Db, organisationId: number) {
  return db.kysely
    .selectFrom('organisation_directory_people')
    .select(columns)
    .where('organisation_id', '=', organisationId)
    .$castTo<RecordRow>();
}

/** Lists the records of an organisation with this externalId, at most two. */
export function listByExternalId(db: Db, organisationId: number, externalId: string): Promise<RecordRow[]> {
  return records(db, organisationId).where('external_id', '=', externalId).limit(2).execute();
}

/** Finds the record of an account, which has one at most in an organisation. */
export async function findByAccount(db: Db, organisationId: number, userId: number): Promise<RecordRow | null> {
  const row = await records(db, organisationId).where('user_id', '=', userId).executeTakeFirst();
  return row ?? null;
}

export async function findByAddress(db: Db, organisationId: number, address: string): Promise<RecordRow | null> {
  const row = await records(db, organisationId).where('address_key', '=', address).executeTakeFirst();
  return row ?? null;
}

const state = sql<DirectoryState>`case when not d.is_active then 'inactive'
  when exists (select from organisation_people p where p.user_id = d.user_id and p.organisation_id = d.organisation_id)
    then 'in'
  when exists (select from organisation_invitations i left join users u on u.id = d.user_id
    where i.organisation_id = d.organisation_id and i.expires_at > now()
      and i.address_key in (d.address_key, u.address_key)) then 'invited'
  else 'outside' end`;

/** Lists a page of the people of a directory with their real state, by userName. */
export async function listStates(
  db: Db,
  organisationId: number,
  { sought, limit, offset }: { sought: DirectoryState | null; limit: number; offset: number },
): Promise<{ people: (RecordRow & { state: DirectoryState })[]; total: number }> {
  const all = db.kysely
    .selectFrom('organisation_directory_people as d')
    .where('organisation_id', '=', organisationId)
    .where(sql<SqlBool>`(${sought}::text is null or ${state} = ${sought}::text)`);
  const { total } = await all.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const people = await all
    .select(columns)
    .select(state.as('state'))
    .orderBy('user_name_key')
    .limit(limit)
    .offset(offset)
    .$castTo<RecordRow & { state: DirectoryState }>()
    .execute();
  return { people, total };
}

export async function countStates(db: Db, organisationId: number): Promise<Record<DirectoryState, number>> {
  const rows = await db.kysely
    .selectFrom('organisation_directory_people as d')
    .select(state.as('state'))
    .select((select) => select.fn.countAll<number>().as('people'))
    .where('organisation_id', '=', organisationId)
    .groupBy(sql`1`)
    .execute();
  const counts: Record<DirectoryState, number> = { in: 0, invited: 0, outside: 0, inactive: 0 };
  for (const row of rows) counts[row.state] = row.people;
  return counts;
}
