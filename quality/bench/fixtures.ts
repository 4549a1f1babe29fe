import type pg from 'pg';
import { migrate } from '#server/platform/database/migrate.ts';
import { hashPassword } from '#server/platform/security/passwords.ts';
import { type GeneratedResource, generateResources, type Vocabulary } from './catalogue.ts';
import { withClient } from './database.ts';

export const password = 'portal-bench';

export function emailOf(userId: number): string {
  return `member-${userId}@bench.example`;
}

/** Returns the secret of the member's session. */
export function secretOf(userId: number): string {
  return `bench-session-${userId}`;
}

/** Returns the cookie of a device on which the member has signed in before. */
export function deviceOf(userId: number): string {
  return `bench-device-${userId}`;
}

const columns: Record<keyof GeneratedResource, string> = {
  title: 'text',
  description: 'text',
  type: 'text',
  access_type: 'text',
  price_minor: 'integer',
  monthly_price_minor: 'integer',
  annual_price_minor: 'integer',
  currency: 'text',
  estimated_duration: 'integer',
  thumbnail_url: 'text',
  tags: 'text[]',
  role_affiliations: 'text[]',
  rapp_principles: 'text[]',
  rapp_implementation_phase: 'text[]',
  is_published: 'boolean',
  created_at: 'timestamptz',
};

/** Adds resources, with ids from 1, to a table that has their columns. */
export async function insertResources(
  connectionString: string,
  { table, count, words }: { table: string; count: number; words: Vocabulary },
): Promise<void> {
  const names = Object.keys(columns).join(', ');
  const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  await withClient(connectionString, async (client) => {
    await client.query("set synchronous_commit = off; set maintenance_work_mem = '512MB'");
    await client.query(`create temp table generated (${typed.join(', ')})`);
    for (const batch of generateResources(count, words)) {
      await client.query(
        `insert into generated select ${names} from json_to_recordset($1) as batch (${typed.join(', ')})`,
        [JSON.stringify(batch)],
      );
    }
    // One statement, because the triggers that count words and kinds run once per statement.
    await withoutIndexes(client, table, async () => {
      await client.query(`insert into ${table} (${names}) select ${names} from generated`);
    });
    await client.query('drop table generated');
    await client.query(`vacuum analyze ${table}`);
    // Otherwise PostgreSQL would write the new rows to disk during the measurement.
    await client.query('checkpoint');
  });
}

/**
 * Drops a table's indexes except unique ones, adds rows and creates the indexes again, as a restored backup does: a
 * million rows take minutes, not an hour.
 */
async function withoutIndexes(client: pg.Client, table: string, insert: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = $1::regclass and not indisunique`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await insert();
  for (const { definition } of rows) await client.query(definition);
}

/** Fills the portal's database with a catalogue and without members; the start of the portal adds no other rows. */
export async function insertPortalFixtures(connectionString: string, count: number, words: Vocabulary): Promise<void> {
  await migrate(connectionString, { log: console.error });
  await withClient(connectionString, (client) => client.query('update installation set assessment_added_at = now()'));
  await insertResources(connectionString, { table: 'resources', count, words });
}

/** Adds members, each with one session, up to five purchases and up to two grants. @returns their password's hash */
export async function insertSignedInMembers(
  connectionString: string,
  { members, resources }: { members: number; resources: number },
): Promise<string> {
  const passwordHash = await hashPassword(password);
  await withClient(connectionString, async (client) => {
    await client.query(
      `insert into users (email, password_hash, first_name, last_name, organization, email_verified_at)
       select 'member-' || n || '@bench.example', $1, 'Mira', 'Tollander', 'Harbour Trust', now()
       from generate_series(1, $2::integer) as n order by n`,
      [passwordHash, members],
    );
    await client.query(
      `insert into sign_in_sessions (user_id, token_hash, device_hash, ip, user_agent)
       select id, sha256(convert_to('bench-session-' || id, 'UTF8')), sha256(convert_to('bench-device-' || id, 'UTF8')),
         '127.0.0.1', 'bench' from users`,
    );
    await client.query(
      `insert into payment_attempts
         (user_id, resource_id, amount_minor, currency, status, stripe_payment_intent_id, amount_received_minor, succeeded_at)
       select u.id, 1 + (u.id * 37 + n * 911) % $1::integer, 1900, 'GBP', 'succeeded', 'pi_bench_' || u.id || '_' || n, 1900, now()
       from users u cross join generate_series(1, 5) as n where n <= u.id % 6`,
      [resources],
    );
    await client.query(
      `insert into purchases (user_id, resource_id, attempt_id, amount_minor, currency, stripe_payment_intent_id)
       select user_id, resource_id, id, amount_minor, currency, stripe_payment_intent_id from payment_attempts`,
    );
    await client.query(
      `insert into access_grants (user_id, resource_id, reason)
       select u.id, 1 + (u.id * 53 + n * 1009) % $1::integer, 'Part of a course'
       from users u cross join generate_series(1, 2) as n where n <= u.id % 3`,
      [resources],
    );
    await client.query('vacuum analyze');
  });
  return passwordHash;
}

/**
 * Fills the indexed table of the limits with the same rows as the portal's, and a table for reading one row by its key.
 */
export async function insertLimitFixtures(connectionString: string, count: number, words: Vocabulary): Promise<void> {
  await withClient(connectionString, (client) =>
    client.query(`
      create table resources (
        id integer generated always as identity primary key, title text, description text, type text, access_type text,
        price_minor integer, monthly_price_minor integer, annual_price_minor integer, currency text,
        estimated_duration integer, thumbnail_url text, tags text[], role_affiliations text[], rapp_principles text[],
        rapp_implementation_phase text[], is_published boolean, created_at timestamptz,
        words tsvector generated always as (to_tsvector('simple', title || ' ' || description)) stored
      );
      create index on resources (created_at desc);
      create index on resources (type, access_type, created_at desc);
      create index on resources using gin (words);
      create table keys (key bytea primary key, id integer);
      insert into keys select sha256(convert_to('bench-session-' || id, 'UTF8')), id from generate_series(1, 3000) as id;
    `),
  );
  await insertResources(connectionString, { table: 'resources', count, words });
}

export type MemberFixtureSize = { members: number; purchases: number; resources: number };

/**
 * Adds members with equally many purchases, one in fifty of them refunded; every tenth member has a subscription with
 * twelve invoices. Ids count from 1 in the order of the purchases. The caller must have switched triggers off, because
 * they would take hours.
 */
export async function insertMemberFixtures(
  client: pg.Client,
  { members, purchases, resources }: MemberFixtureSize,
): Promise<void> {
  await client.query(
    `insert into users (email, first_name, last_name, organization, role, email_verified_at, created_at)
     select 'member-' || n || '@bench.example', (array['Mira','Ines','Tavia','Orla','Rhys'])[1 + n % 5],
       'Name' || n % 5000, 'Works ' || n % 1000, case when n <= 20 then 'administrator' else 'user' end, now(),
       now() - n % 1000 * interval '1 day'
     from generate_series(1, $1::integer) as n`,
    [members],
  );
  // No member buys a resource twice, because there are more resources than purchases per member.
  await client.query(
    `insert into payment_attempts (user_id, resource_id, amount_minor, currency, status, stripe_payment_intent_id,
       amount_received_minor, created_at, opened_at, succeeded_at)
     select 1 + n % $2::integer, 1 + (n % $2::integer * 37 + n / $2::integer) % $3::integer, 500 + n % 40 * 100, 'GBP',
       'succeeded', 'pi_' || n, 500 + n % 40 * 100, at, at, at
     from generate_series(1, $1::integer) as n, lateral (select now() - n % 1050 * interval '1 day') as moment (at)`,
    [purchases, members, resources],
  );
  await client.query(
    `insert into purchases (user_id, resource_id, attempt_id, amount_minor, currency, stripe_payment_intent_id,
       purchased_at, status, ended_at)
     select user_id, resource_id, id, amount_minor, currency, stripe_payment_intent_id, succeeded_at,
       case when id % 50 = 0 then 'refunded' else 'paid' end, case when id % 50 = 0 then succeeded_at end
     from payment_attempts order by id`,
  );
  await client.query(
    `insert into refunds (attempt_id, amount_minor, reason, status, stripe_refund_id, created_at)
     select id, amount_minor, 'at_provider', 'succeeded', 're_' || id, succeeded_at + interval '2 days'
     from payment_attempts where id % 50 = 0`,
  );
  await client.query(
    `insert into subscriptions (user_id, resource_id, plan, amount_minor, currency, stripe_subscription_id, status,
       current_period_start, current_period_end, started_at, ended_at, created_at)
     select n, 1, 'monthly', 899, 'GBP', 'sub_' || n, case when n % 3 = 0 then 'canceled' else 'active' end, now(),
       now() + interval '1 month', now() - interval '13 months', case when n % 3 = 0 then now() end,
       now() - interval '13 months'
     from generate_series(10, $1::integer, 10) as n`,
    [members],
  );
  await client.query(
    `insert into subscription_states (subscription_id, status, snapshot_number, seen_at)
     select id, step.status, step.number, created_at + step.number * interval '1 month' + id % 400 * interval '1 day'
     from subscriptions, lateral (values ('trialing', 1), ('active', 2), ('canceled', 3)) as step (status, number)
     where step.number < 3 or subscriptions.status = 'canceled' order by id, step.number`,
  );
  await client.query(
    `insert into invoices (user_id, stripe_invoice_id, stripe_subscription_id, status, description, total_minor,
       tax_minor, paid_minor, currency, attempt_count, issued_at, paid_at, last_snapshot_number)
     select user_id, 'in_' || id || '_' || n, stripe_subscription_id, 'paid', 'A month', 899, 0, 899, 'GBP', 1, at, at, 1
     from subscriptions, generate_series(1, 12) as n, lateral (select now() - n * interval '1 month') as moment (at)`,
  );
}
