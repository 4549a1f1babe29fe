import { type Insertable, sql } from 'kysely';
import type { CheckContent } from '#contract/learning/checks-content.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

export async function isSeeded(db: Db): Promise<boolean> {
  const row = await db.kysely.selectFrom('installation').select('demo_seeded_at').executeTakeFirstOrThrow();
  return row.demo_seeded_at !== null;
}

/** Claims the seeding for one node, once; false when it was claimed before. Other nodes wait for the transaction. */
export async function takeSeeding(db: Db): Promise<boolean> {
  const row = await db.kysely
    .updateTable('installation')
    .set({ demo_seeded_at: sql`now()` })
    .where('demo_seeded_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

type DemoUserRow = Omit<Insertable<Tables['users']>, 'created_at'> & { joinedDaysAgo: number };

/** Adds an account with a verified address that is some days old; an existing one remains unchanged. */
export async function insertDemoUser(db: Db, { joinedDaysAgo, ...user }: DemoUserRow): Promise<void> {
  await db.kysely
    .insertInto('users')
    .values({ ...user, created_at: daysAgo(joinedDaysAgo), email_verified_at: sql`now()` })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Adds online products under the ids that the requirements name, and advances the sequence past them. */
export async function insertProducts(db: Db, products: Insertable<Tables['online_products']>[]): Promise<void> {
  await db.kysely
    .insertInto('online_products')
    .values(products)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Advanced one by one, because the serving role may not set the sequence.
  await sql`select nextval(pg_get_serial_sequence('online_products', 'id'))
    from generate_series(1, (select max(id) from online_products))`.execute(db.kysely);
}

type DemoRow = Omit<Insertable<Tables['resources']>, 'created_at'> & { createdDaysAgo: number };

/** Adds a resource that is some days old. */
export async function insertDemoResource(db: Db, { createdDaysAgo, ...row }: DemoRow): Promise<number> {
  const createdAt = daysAgo(createdDaysAgo);
  const added = await db.kysely
    .insertInto('resources')
    .values({ ...row, created_at: createdAt, updated_at: createdAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return added.id;
}

type DemoCheckRow = { resourceId: number; content: CheckContent; publisher: string };

/** Adds a published knowledge check. */
export async function insertDemoCheck(db: Db, { resourceId, content, publisher }: DemoCheckRow): Promise<void> {
  const text = JSON.stringify(content);
  await db.kysely.insertInto('knowledge_checks').values({ resource_id: resourceId, draft: text }).execute();
  await sql`insert into knowledge_check_versions (resource_id, version, content, published_by)
    select ${resourceId}, 1, ${text}::jsonb, id from users where email = ${publisher}`.execute(db.kysely);
  await db.kysely.updateTable('knowledge_checks').set({ version: 1 }).where('resource_id', '=', resourceId).execute();
}

const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`;

type DayOfUse = { resourceId: number; daysAgo: number; opened: number; finished: number };

/** Adds uses of resources on past days (UTC) to the sums. */
export async function insertDemoUses(db: Db, uses: readonly DayOfUse[]): Promise<void> {
  await sql`
    insert into resource_days (resource_id, day, opened, finished)
    select resource_id, (now() at time zone 'UTC')::date - days_ago, opened, finished
    from unnest(${sql.val(uses.map((use) => use.resourceId))}::integer[],
      ${sql.val(uses.map((use) => use.daysAgo))}::integer[], ${sql.val(uses.map((use) => use.opened))}::integer[],
      ${sql.val(uses.map((use) => use.finished))}::integer[]) as given (resource_id, days_ago, opened, finished)
  `.execute(db.kysely);
}

/** Adds a failed search on past days (UTC), once on each. */
export async function insertDemoSearch(
  db: Db,
  { text, daysAgo, hadClosest = false }: { text: string; daysAgo: readonly number[]; hadClosest?: boolean },
): Promise<void> {
  await sql`
    insert into empty_searches (day, text, searches, closest)
    select (now() at time zone 'UTC')::date - days_ago, ${text}, 1, ${hadClosest ? 1 : 0}::integer from unnest(${sql.val(daysAgo)}::integer[]) as days_ago
  `.execute(db.kysely);
}

/** Whether the assessment's product and resource were added once, or came with the demo. */
export async function hasAssessment(db: Db): Promise<boolean> {
  const row = await db.kysely.selectFrom('installation').select('assessment_added_at').executeTakeFirstOrThrow();
  return row.assessment_added_at !== null;
}

/** Claims the adding of the assessment's product and resource; false when it was claimed before. */
export async function takeAssessment(db: Db): Promise<boolean> {
  const row = await db.kysely
    .updateTable('installation')
    .set({ assessment_added_at: sql`now()` })
    .where('assessment_added_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

type CompanyProvider = { connectionId: string; issuer: string; sealedSecret: Buffer; domain: string };

const dnsSecret = 'demo'.padEnd(43, '0');

/**
 * Updates issuer and secret of the demo company's connection, clears failed DNS checks, and proves the company's domain
 * again unless another organisation has proven it; one node at a time.
 * @returns false when the company does not exist yet
 */
export async function updateCompany(db: Db, company: CompanyProvider): Promise<boolean> {
  const { connectionId, issuer, sealedSecret, domain } = company;
  await sql`select pg_advisory_xact_lock(hashtextextended('demo:company', 0))`.execute(db.kysely);
  const known = await db.kysely
    .updateTable('connections')
    .set({ issuer, sealed_secret: sealedSecret, updated_at: sql`now()` })
    .where('id', '=', connectionId)
    .returning('organisation_id')
    .executeTakeFirst();
  if (!known) return false;
  await db.kysely
    .updateTable('organisation_domains')
    .set({ dns_failing_since: null })
    .where('organisation_id', '=', known.organisation_id)
    .execute();
  await sql`select pg_advisory_xact_lock(hashtextextended(${`organisations:${domain}`}, 0))`.execute(db.kysely);
  await sql`
    with proven as (insert into organisation_domains as own (organisation_id, domain, dns_secret, proven_at, dns_proven_at)
        select ${known.organisation_id}::integer, ${domain}::text, ${dnsSecret}, now(), now() where not exists (
          select from organisation_domains other where other.domain = ${domain} and other.proven_at is not null
            and other.organisation_id <> ${known.organisation_id})
        on conflict (organisation_id, domain) do update set proven_at = coalesce(own.proven_at, now()),
          dns_proven_at = coalesce(own.dns_proven_at, now())
        returning id)
    insert into connection_domains (domain_id, connection_id, domain)
      select id, ${connectionId}::uuid, ${domain} from proven on conflict do nothing`.execute(db.kysely);
  return true;
}

type CompanyRow = CompanyProvider & {
  organisation: string;
  button: string;
  slug: string;
  ownerEmail: string;
};

/** Adds the demo's company. The caller must have added the owner's account. */
export async function insertCompany(db: Db, company: CompanyRow): Promise<void> {
  const { organisation, domain, connectionId, button, slug, issuer, sealedSecret, ownerEmail } = company;
  await sql`
    with made as (insert into organisations (name, confirmed_at) values (${organisation}, now()) returning id),
      placed as (insert into organisation_people (user_id, organisation_id, role)
        select u.id, made.id, 'owner' from users u, made where u.email = ${ownerEmail} and u.deleted_at is null),
      proven as (insert into organisation_domains (organisation_id, domain, dns_secret, proven_at, dns_proven_at)
        select id, ${domain}, ${dnsSecret}, now(), now() from made returning id),
      connected as (insert into connections (id, organisation_id, name, slug, state, issuer, client_id, auth_method,
          sealed_secret, secret_saved_at, scopes, email_claim, first_name_claim, last_name_claim, vouches, activated_at)
        select ${connectionId}::uuid, id, ${button}, ${slug}, 'active', ${issuer}, 'portal',
          'client_secret', ${sealedSecret}, now(), 'openid email profile', 'email', 'given_name', 'family_name', 'domains',
          now() from made returning id)
    insert into connection_domains (domain_id, connection_id, domain)
      select proven.id, connected.id, ${domain} from proven, connected`.execute(db.kysely);
}
