import { type Selectable, sql } from 'kysely';
import type { Joining } from '#contract/organisations/organisations-domains.ts';
import { domainOf } from '#server/identity/accounts/columns.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

/** A domain of an organisation. */
export type DomainRow = Pick<
  Selectable<Tables['organisation_domains']>,
  | 'id'
  | 'organisation_id'
  | 'domain'
  | 'dns_secret'
  | 'proven_at'
  | 'dns_proven_at'
  | 'dns_checked_at'
  | 'dns_failing_since'
> & { joining: Joining };

const columns = [
  'id',
  'organisation_id',
  'domain',
  'dns_secret',
  'proven_at',
  'dns_proven_at',
  'dns_checked_at',
  'dns_failing_since',
  'joining',
] as const;

export function listDomains(db: Db, organisationId: number): Promise<DomainRow[]> {
  return db.kysely
    .selectFrom('organisation_domains')
    .select(columns)
    .where('organisation_id', '=', organisationId)
    .orderBy('domain')
    .$castTo<DomainRow>()
    .execute();
}

/** Lists the domains that are proven by their DNS record. */
export function listProvenDomains(db: Db, organisationId: number): Promise<{ id: number; domain: string }[]> {
  return db.prepared<{ id: number; domain: string }>(
    'organisations.list_proven_domains',
    `select id, domain from organisation_domains
     where organisation_id = $1 and proven_at is not null and dns_proven_at is not null order by domain`,
    [organisationId],
  );
}

export async function findDomain(db: Db, organisationId: number, id: number): Promise<DomainRow | null> {
  const row = await db.kysely
    .selectFrom('organisation_domains')
    .select(columns)
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .$castTo<DomainRow>()
    .executeTakeFirst();
  return row ?? null;
}

/** Adds a domain that is not proven yet. @returns null when the organisation has it already */
export async function insertDomain(
  db: Db,
  { organisationId, domain, secret }: { organisationId: number; domain: string; secret: string },
): Promise<DomainRow | null> {
  const row = await db.kysely
    .insertInto('organisation_domains')
    .values({ organisation_id: organisationId, domain, dns_secret: secret })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'domain']).doNothing())
    .returning(columns)
    .$castTo<DomainRow>()
    .executeTakeFirst();
  return row ?? null;
}

/** Stores the code of a new mail, which works for a day; an earlier code ends. */
export async function updateCode(db: Db, id: number, codeHash: Buffer): Promise<void> {
  await db.kysely
    .updateTable('organisation_domains')
    .set({ code_hash: codeHash, code_expires_at: sql`now() + interval '1 day'` })
    .where('id', '=', id)
    .execute();
}

/** Whether this is the code of the last mail, less than a day old. */
export async function hasCode(db: Db, id: number, codeHash: Buffer): Promise<boolean> {
  const rows = await db.prepared(
    'organisations.has_domain_code',
    'select id from organisation_domains where id = $1 and code_hash = $2 and code_expires_at > now()',
    [id, codeHash],
  );
  return rows.length > 0;
}

/** Marks a domain as proven, and ends its mailed code. @returns false when another organisation has proven it */
export async function updateProven(db: Db, { id, domain }: Pick<DomainRow, 'id' | 'domain'>): Promise<boolean> {
  // Of two organisations that prove the same domain at once, the second one sees the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`organisations:${domain}`}, 0))`.execute(db.kysely);
  const rows = await db.prepared(
    'organisations.update_proven',
    `update organisation_domains set proven_at = coalesce(proven_at, now()), code_hash = null, code_expires_at = null
     where id = $1 and not exists (
       select from organisation_domains other where other.domain = $2 and other.id <> $1 and other.proven_at is not null)
     returning id`,
    [id, domain],
  );
  return rows.length > 0;
}

/** Records that the DNS record of a domain was there, which proves the domain from then on. */
export async function updateDnsProven(db: Db, id: number): Promise<void> {
  await db.kysely
    .updateTable('organisation_domains')
    .set({
      dns_proven_at: sql`coalesce(dns_proven_at, now())`,
      dns_checked_at: sql`now()`,
      dns_failing_since: null,
    })
    .where('id', '=', id)
    .execute();
}

/** Days without its DNS record after which the proof of a domain ends (SSO-10). */
const failingDays = 7;

/**
 * Records that the DNS record of a domain was not there. For a domain that only a mail has proven, nothing is missing.
 * @returns whether the record has been missing too long
 */
export async function updateDnsMissing(db: Db, id: number): Promise<boolean> {
  const rows = await db.prepared<{ isOver: boolean | null }>(
    'organisations.update_dns_missing',
    `update organisation_domains set dns_checked_at = now(),
       dns_failing_since = case when dns_proven_at is not null then coalesce(dns_failing_since, now()) end
     where id = $1 returning dns_failing_since < now() - make_interval(days => $2) as "isOver"`,
    [id, failingDays],
  );
  return rows[0]?.isOver ?? false;
}

/**
 * Ends the proof of a domain by its DNS record. The domain stays proven for joining only when a mail proved it before
 * the record did; a record that is the first proof sets both times in one transaction.
 * @returns how people with the domain may join from now on
 */
export async function updateDnsLost(db: Db, id: number): Promise<Joining> {
  const [row] = await db.prepared<{ joining: Joining }>(
    'organisations.update_dns_lost',
    `update organisation_domains set dns_proven_at = null, dns_failing_since = null,
       proven_at = case when proven_at < dns_proven_at then proven_at end,
       joining = case when proven_at < dns_proven_at then joining else 'off' end
     where id = $1 returning joining`,
    [id],
  );
  return row?.joining ?? 'off';
}

/** Ends every proof of a domain, and joining through it. */
export async function endProof(db: Db, id: number): Promise<void> {
  await db.kysely
    .updateTable('organisation_domains')
    .set({ proven_at: null, dns_proven_at: null, dns_failing_since: null, joining: 'off' })
    .where('id', '=', id)
    .execute();
}

/** Lists the proven domains of all organisations, the one that was read longest ago first. */
export function listProven(db: Db): Promise<DomainRow[]> {
  return db.kysely
    .selectFrom('organisation_domains')
    .select(columns)
    .where('proven_at', 'is not', null)
    .orderBy('dns_checked_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .$castTo<DomainRow>()
    .execute();
}

/** Finds the row of another organisation that has proven the same domain. */
export async function findProvenElsewhere(
  db: Db,
  { id, domain }: Pick<DomainRow, 'id' | 'domain'>,
): Promise<DomainRow | null> {
  const row = await db.kysely
    .selectFrom('organisation_domains')
    .select(columns)
    .where('domain', '=', domain)
    .where('id', '!=', id)
    .where('proven_at', 'is not', null)
    .$castTo<DomainRow>()
    .executeTakeFirst();
  return row ?? null;
}

export async function updateJoining(db: Db, id: number, joining: Joining): Promise<void> {
  await db.kysely.updateTable('organisation_domains').set({ joining }).where('id', '=', id).execute();
}

export async function deleteDomain(db: Db, id: number): Promise<void> {
  await db.kysely.deleteFrom('organisation_domains').where('id', '=', id).execute();
}

/** The organisation that a person can join by the domain of a verified address. */
export type OfferRow = {
  organisationId: number;
  name: string;
  domain: string;
  joining: 'ask' | 'automatically';
  hasAsked: boolean;
};

/**
 * Finds the organisation that a person can join; null without a verified address in a proven domain whose people may
 * join or ask, for a person who is in an organisation, and for one who left this organisation, was removed from it or
 * was declined (ORG-04).
 */
export async function findOffer(db: Db, userId: number): Promise<OfferRow | null> {
  const rows = await db.prepared<OfferRow>(
    'organisations.find_offer',
    `select o.id as "organisationId", o.name, d.domain, d.joining,
       exists (select from organisation_requests r where r.user_id = u.id and r.organisation_id = o.id) as "hasAsked"
     from users u join organisation_domains d on d.domain = ${domainOf('u.email')}
       join organisations o on o.id = d.organisation_id
     where u.id = $1 and u.email_verified_at is not null and d.proven_at is not null and d.joining <> 'off'
       and o.closed_at is null
       and not exists (select from organisation_people p where p.user_id = u.id)
       and absent_since(o.id, u.id, u.address_key) is null`,
    [userId],
  );
  return rows[0] ?? null;
}

/**
 * Records that a person asks to join, in place of a request to another organisation.
 * @returns false when it is recorded already
 */
export async function insertRequest(db: Db, organisationId: number, userId: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db.kysely
    .insertInto('organisation_requests')
    .values({ user_id: userId, organisation_id: organisationId })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ organisation_id: organisationId, asked_at: sql`now()` })
        .where('organisation_requests.organisation_id', '!=', organisationId),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export type RequestRow = { userId: number; firstName: string; lastName: string; email: string; askedAt: Date };

/**
 * Requests to an organisation ($1) of people whose verified address is still in a proven domain whose people may join
 * or ask.
 */
const openRequests = `from organisation_requests r join users u on u.id = r.user_id and u.email_verified_at is not null
    join organisation_domains d on d.organisation_id = r.organisation_id and d.proven_at is not null
      and d.joining <> 'off' and d.domain = ${domainOf('u.email')}
  where r.organisation_id = $1`;

export function listRequests(
  db: Db,
  organisationId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<RequestRow[]> {
  return db.prepared(
    'organisations.list_requests',
    `select u.id as "userId", u.first_name as "firstName", u.last_name as "lastName", u.email, r.asked_at as "askedAt"
     ${openRequests} order by r.asked_at, u.id limit $2 offset $3`,
    [organisationId, limit, offset],
  );
}

export async function countRequests(db: Db, organisationId: number): Promise<number> {
  const rows = await db.prepared<{ total: number }>(
    'organisations.count_requests',
    `select count(*)::integer as total ${openRequests}`,
    [organisationId],
  );
  return rows[0]?.total ?? 0;
}

/**
 * Finds an open request; null when it is gone, or when the person's address is no longer in a domain whose people may
 * join or ask.
 */
export async function findRequest(db: Db, organisationId: number, userId: number): Promise<RequestRow | null> {
  const rows = await db.prepared<RequestRow>(
    'organisations.find_request',
    `select u.id as "userId", u.first_name as "firstName", u.last_name as "lastName", u.email, r.asked_at as "askedAt"
     ${openRequests} and r.user_id = $2`,
    [organisationId, userId],
  );
  return rows[0] ?? null;
}

/** Lists the organisations that people of a proven domain join automatically. */
export async function listAutomatic(db: Db): Promise<number[]> {
  const rows = await db.prepared<{ id: number }>(
    'organisations.list_automatic',
    `select distinct organisation_id as id from organisation_domains
     where joining = 'automatically' and proven_at is not null order by 1`,
    [],
  );
  return rows.map(({ id }) => id);
}

/**
 * Adds people to an organisation as learners, at most `limit`: those in no organisation who have a verified address at
 * one of its proven domains that people join automatically, except former people of it. Deletes their requests to join
 * and the organisation's invitations to them.
 * @returns the added people
 */
export function insertPeopleOfDomains(
  db: Db,
  organisationId: number,
  limit: number,
): Promise<{ id: number; email: string; firstName: string }[]> {
  return db.prepared(
    'organisations.insert_people_of_domains',
    `with found as (
       select u.id, u.email, u.address_key, u.first_name from organisation_domains d
         join users u on ${domainOf('u.email')} = d.domain and u.email_verified_at is not null
       where d.organisation_id = $1 and d.joining = 'automatically' and d.proven_at is not null
         and not exists (select from organisation_people p where p.user_id = u.id)
         and absent_since($1, u.id, u.address_key) is null
       order by u.id limit $2),
     joined as (
       insert into organisation_people (user_id, organisation_id, role) select id, $1, 'learner' from found
       on conflict (user_id) do nothing returning user_id),
     asked as (delete from organisation_requests where user_id in (select user_id from joined)),
     invited as (delete from organisation_invitations where organisation_id = $1
       and address_key in (select f.address_key from found f join joined j on j.user_id = f.id))
     select f.id, f.email, f.first_name as "firstName" from found f join joined j on j.user_id = f.id`,
    [organisationId, limit],
  );
}
