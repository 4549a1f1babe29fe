import { type Selectable, sql } from 'kysely';
import type { OrganisationRole } from '#contract/organisations/organisations.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import { containing } from '#server/platform/database/like.ts';

/** Membership of a person. */
export type Place = { organisationId: number; userId: number; role: OrganisationRole };

/** A person of an organisation with name and address. */
export type PersonRow = Pick<Selectable<Tables['users']>, 'id' | 'first_name' | 'last_name' | 'email'> & {
  role: OrganisationRole;
  joined_at: Date;
};

export async function insertOrganisation(
  db: Db,
  name: string,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<number> {
  const { id } = await db.kysely
    .insertInto('organisations')
    .values({ name, confirmed_at: isConfirmed ? sql`now()` : null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Whether an administrator confirmed an organisation, or one of its domains is proven (ORG-11). */
export async function isKnown(db: Db, id: number): Promise<boolean> {
  const rows = await db.prepared(
    'organisations.is_known',
    `select id from organisations o where id = $1 and (confirmed_at is not null or ${hasProvenDomain})`,
    [id],
  );
  return rows.length > 0;
}

/**
 * Whether an invoice to this domain is allowed: an administrator confirmed the organisation, or the domain is proven
 * for it.
 */
export async function mayBill(db: Db, id: number, domain: string): Promise<boolean> {
  const rows = await db.prepared(
    'organisations.may_bill',
    `select id from organisations o where id = $1 and (confirmed_at is not null or exists (
       select from organisation_domains d where d.organisation_id = o.id and d.proven_at is not null and d.domain = $2))`,
    [id, domain],
  );
  return rows.length > 0;
}

const hasProvenDomain = `exists (
  select from organisation_domains d where d.organisation_id = o.id and d.proven_at is not null)`;

type OwnOrganisation = { id: number; name: string; role: OrganisationRole; isKnown: boolean; people: number };

/** Finds the open organisation of a person, with its number of people. */
export async function findOrganisationOf(db: Db, userId: number): Promise<OwnOrganisation | null> {
  const rows = await db.prepared<OwnOrganisation>(
    'organisations.find_of_person',
    `select o.id, o.name, me.role, (confirmed_at is not null or ${hasProvenDomain}) as "isKnown",
       (select count(*)::integer from organisation_people other where other.organisation_id = o.id) as people
     from organisation_people me join organisations o on o.id = me.organisation_id where me.user_id = $1`,
    [userId],
  );
  return rows[0] ?? null;
}

/**
 * Locks an organisation that is not closed until the transaction ends, so that changes of its people happen one after
 * the other.
 */
export async function lockOrganisation(db: Db, id: number): Promise<{ name: string } | null> {
  const row = await db.kysely
    .selectFrom('organisations')
    .select('name')
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Gives an organisation another name, and takes its confirmation back. The caller must have locked it.
 * @returns whether it was confirmed
 */
export async function renameOrganisation(db: Db, id: number, name: string): Promise<boolean> {
  const rows = await db.prepared<{ was: boolean }>(
    'organisations.rename',
    `update organisations o set name = $2, confirmed_at = null
     from (select id, confirmed_at is not null as was from organisations where id = $1) former
     where o.id = former.id returning former.was`,
    [id, name],
  );
  return rows[0]?.was ?? false;
}

/**
 * Whether a name equals that of another open, confirmed organisation or of the portal, whatever the case, accents and
 * blanks.
 */
export async function isNameTaken(
  db: Db,
  { id, name, productName }: { id: number | null; name: string; productName: string },
): Promise<boolean> {
  const folded = (text: string) => `replace(search_form(normalize(${text}, nfkc)), ' ', '')`;
  const rows = await db.prepared(
    'organisations.is_name_taken',
    `select where ${folded('$2::text')} = ${folded('$3::text')} or exists (
       select from organisations o where o.id is distinct from $1::integer and o.closed_at is null
         and o.confirmed_at is not null and ${folded('o.name')} = ${folded('$2::text')})`,
    [id, name, productName],
  );
  return rows.length > 0;
}

/** Finds the membership of a person, in any organisation. */
export async function findMembership(db: Db, userId: number): Promise<Place | null> {
  const rows = await db.prepared<Place>(
    'organisations.find_place',
    `select organisation_id as "organisationId", user_id as "userId", role from organisation_people where user_id = $1`,
    [userId],
  );
  return rows[0] ?? null;
}

/**
 * Adds a person to an organisation, and deletes the person's request to join and invitations to this organisation.
 * @returns false when the person is in one already
 */
export async function insertMembership(db: Db, { organisationId, userId, role }: Place): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db.kysely
    .insertInto('organisation_people')
    .values({ organisation_id: organisationId, user_id: userId, role })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .executeTakeFirst();
  await deleteRequest(db, userId);
  const isInserted = (numInsertedOrUpdatedRows ?? 0n) > 0n;
  if (isInserted) await deleteInvitationsTo(db, organisationId, userId);
  return isInserted;
}

export async function deleteRequest(db: Db, userId: number): Promise<void> {
  await db.kysely.deleteFrom('organisation_requests').where('user_id', '=', userId).execute();
}

/**
 * Records that a person is outside from now on: no domain of the organisation and no earlier invitation lets this
 * person in again (ORG-03, ORG-04), nor another account with the address.
 */
export async function insertAbsence(db: Db, organisationId: number, userId: number, hasLeft = false): Promise<void> {
  await db.kysely
    .insertInto('organisation_absences')
    .values({ organisation_id: organisationId, user_id: userId, has_left: hasLeft })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'organisation_id']).doUpdateSet({ since: sql`now()`, has_left: hasLeft }),
    )
    .execute();
  await deleteInvitationsTo(db, organisationId, userId);
}

/** An account, and the identity with which its person signs in at the provider. */
type Comer = { userId: number; issuer: string; subject: string };

/**
 * Finds since when a person is outside an organisation, and whether the person left it; null without an absence. An
 * absence of another account with the person's address or identity counts too.
 */
export async function findAbsence(
  db: Db,
  organisationId: number,
  { userId, issuer, subject }: Comer,
): Promise<{ hasLeft: boolean; since: Date } | null> {
  const rows = await db.prepared<{ hasLeft: boolean; since: Date }>(
    'organisations.find_absence',
    `select a.has_left as "hasLeft", a.since from users u join organisation_absences a on a.organisation_id = $1
       and (a.user_id = u.id or u.address_key = any (a.address_keys) or identity_key($3, $4) = any (a.identity_keys))
     where u.id = $2 order by a.since desc limit 1`,
    [organisationId, userId, issuer, subject],
  );
  return rows[0] ?? null;
}

async function deleteInvitationsTo(db: Db, organisationId: number, userId: number): Promise<void> {
  await db.prepared(
    'organisations.delete_invitations_to',
    `delete from organisation_invitations i using users u
     where u.id = $2 and i.organisation_id = $1 and i.address_key = u.address_key`,
    [organisationId, userId],
  );
}

export async function updateRole(db: Db, userId: number, role: OrganisationRole): Promise<void> {
  await db.kysely.updateTable('organisation_people').set({ role }).where('user_id', '=', userId).execute();
}

export async function deleteMembership(
  db: Db,
  { organisationId, userId }: Pick<Place, 'organisationId' | 'userId'>,
): Promise<void> {
  await db.kysely
    .deleteFrom('organisation_people')
    .where('user_id', '=', userId)
    .where('organisation_id', '=', organisationId)
    .execute();
}

export async function countPeople(db: Db, organisationId: number): Promise<{ people: number; owners: number }> {
  const rows = await db.prepared<{ people: number; owners: number }>(
    'organisations.count_people',
    `select count(*)::integer as people, (count(*) filter (where role = 'owner'))::integer as owners
     from organisation_people where organisation_id = $1`,
    [organisationId],
  );
  return rows[0] ?? { people: 0, owners: 0 };
}

/** Closes an organisation: deletes its people, invitations, domains, requests, absences and directory. */
export async function closeOrganisation(db: Db, id: number): Promise<void> {
  const ofDirectory = ['directory_tokens', 'directory_people', 'offboardings'] as const;
  const tables = ['invitations', 'domains', 'requests', 'absences', ...ofDirectory] as const;
  for (const table of tables) {
    await db.kysely.deleteFrom(`organisation_${table}`).where('organisation_id', '=', id).execute();
  }
  await db.kysely.deleteFrom('organisation_people').where('organisation_id', '=', id).execute();
  await db.kysely.updateTable('organisations').set({ closed_at: sql`now()` }).where('id', '=', id).execute();
}

type Sought = {
  organisationId: number;
  search: string;
  role: OrganisationRole | null;
  /** Leaves out people with a live seat of this resource, or of the plan. */
  withoutSeat: number | 'plan' | null;
};

export function listPeople(
  db: Db,
  { limit, offset, ...sought }: Sought & { limit: number; offset: number },
): Promise<PersonRow[]> {
  return people(db, sought)
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.email', 'p.role', 'p.joined_at'])
    .orderBy(sql`lower(u.first_name || ' ' || u.last_name)`)
    .orderBy('u.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function listOwners(db: Db, organisationId: number): Promise<PersonRow[]> {
  return people(db, { organisationId, ...everybody, role: 'owner' })
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.email', 'p.role', 'p.joined_at'])
    .orderBy(sql`lower(u.first_name || ' ' || u.last_name)`)
    .orderBy('u.id')
    .execute();
}

export async function countFound(db: Db, sought: Sought): Promise<number> {
  const { total } = await people(db, sought)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export async function findPerson(db: Db, organisationId: number, userId: number): Promise<PersonRow | null> {
  const row = await people(db, { organisationId, ...everybody })
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.email', 'p.role', 'p.joined_at'])
    .where('p.user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Finds the address of an account in the organisation that has one of these comparable addresses. */
export async function findAddressIn(
  db: Db,
  organisationId: number,
  addresses: readonly string[],
): Promise<string | null> {
  const row = await people(db, { organisationId, ...everybody })
    .select('u.email')
    .where(sql<boolean>`u.address_key = any(${addresses})`)
    .orderBy('u.id')
    .executeTakeFirst();
  return row?.email ?? null;
}

export async function listPeopleIds(db: Db, organisationId: number): Promise<number[]> {
  const rows = await db.prepared<{ id: number }>(
    'organisations.list_people_ids',
    'select user_id as id from organisation_people where organisation_id = $1 order by 1',
    [organisationId],
  );
  return rows.map(({ id }) => id);
}

/** Returns the ids of an organisation's people by these comparable addresses. */
export async function listIdsByAddress(
  db: Db,
  organisationId: number,
  addresses: readonly string[],
): Promise<Map<string, number>> {
  const rows = await people(db, { organisationId, ...everybody })
    .select(['u.id', 'u.address_key as address'])
    .where(sql<boolean>`u.address_key = any(${addresses})`)
    .$castTo<{ id: number; address: string }>()
    .execute();
  return new Map(rows.map(({ id, address }) => [address, id]));
}

const everybody = { search: '', role: null, withoutSeat: null };

function people(db: Db, { organisationId, search, role, withoutSeat }: Sought) {
  const query = db.kysely
    .selectFrom('organisation_people as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .where('p.organisation_id', '=', organisationId)
    .$castTo<PersonRow>();
  const ofRole = role === null ? query : query.where('p.role', '=', role);
  const resourceId = withoutSeat === 'plan' ? null : withoutSeat;
  const without =
    withoutSeat === null
      ? ofRole
      : ofRole.where(
          sql<boolean>`not exists (select from seats s join seat_lots l on l.id = s.lot_id
            where s.user_id = u.id and s.returned_at is null and l.organisation_id = ${organisationId}
              and l.resource_id is not distinct from ${resourceId}::integer and (l.ends_at is null or l.ends_at > now()))`,
        );
  const text = sql<string>`u.first_name || ' ' || u.last_name || ' ' || u.email`;
  return search === '' ? without : without.where(sql<boolean>`${text} ilike ${containing(search)}`);
}
