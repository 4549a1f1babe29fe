import type pg from 'pg';
import { migrate } from '#server/platform/database/migrate.ts';
import { hashPassword } from '#server/platform/security/passwords.ts';
import { type GeneratedResource, generateResources } from './catalogue.ts';
import { withClient } from './database.ts';
import type { Vocabulary } from './words.ts';

/** The password of every member. */
export const password = 'portal-bench';

/** The address of the member with this id. */
export function emailOf(userId: number): string {
  return `member-${userId}@bench.example`;
}

/** The secret of the session in which this member is signed in. */
export function secretOf(userId: number): string {
  return `bench-session-${userId}`;
}

/** The mark of the device that a member has been signed in on. */
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

/** Adds so many resources to a table that has their columns, with ids from 1. */
export async function fillResources(
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
    // In one statement, since the triggers that count words and kinds work once for each.
    await withoutIndexes(client, table, async () => {
      await client.query(`insert into ${table} (${names}) select ${names} from generated`);
    });
    await client.query('drop table generated');
    await client.query(`vacuum analyze ${table}`);
    // Or what was filled would be written to the disk while questions are asked.
    await client.query('checkpoint');
  });
}

/** Fills a table before its indexes are made anew, as a restored backup does: a million rows take minutes, not an hour. */
async function withoutIndexes(client: pg.Client, table: string, fill: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = $1::regclass and not indisunique`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await fill();
  for (const { definition } of rows) await client.query(definition);
}

/** The portal's own database with a catalogue and nobody in it; nothing else is added at the start. */
export async function fillPortal(connectionString: string, count: number, words: Vocabulary): Promise<void> {
  await migrate(connectionString, { log: console.error });
  await withClient(connectionString, (client) =>
    client.query('update installation set demo_seeded_at = now(), assessment_added_at = now()'),
  );
  await fillResources(connectionString, { table: 'resources', count, words });
}

/** So many members, each signed in once, with up to five purchases and up to two grants. @returns their password's hash */
export async function fillMembers(
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
