import pg from 'pg';
import type { TestDatabase } from '#tests/support/database.ts';
import { allAt } from '#tests/support/rounds.ts';

const day = `interval '1 day'`;

/**
 * Fills a database as after years: 100,000 accounts, 300,000 events, 50,000 purchases, an organisation of 20,000
 * people, and three readers who own or have opened everything. Triggers are off, because they would take hours.
 * @param host domain of the accounts' addresses
 * @param mostRows maximum number of rows of each kind
 */
export async function fillLargePortal(
  { addresses }: Pick<TestDatabase, 'addresses'>,
  { host, mostRows = Number.POSITIVE_INFINITY }: { host: string; mostRows?: number },
): Promise<void> {
  // A separate connection, without time limits.
  const fill = new pg.Client({ connectionString: addresses.owner });
  await fill.connect();
  try {
    for (const statement of statementsFor(host, (rows) => Math.min(rows, mostRows))) {
      try {
        // Rows of an earlier, smaller filling remain.
        const isPlain = statement.startsWith('insert') && !statement.includes('on conflict');
        await fill.query(isPlain ? `${statement} on conflict do nothing` : statement);
      } catch (error) {
        throw new Error(`${statement}: ${error}`);
      }
    }
  } finally {
    await fill.end();
  }
}

const statementsFor = (host: string, most: (rows: number) => number) => [
  `set session_replication_role = replica; set statement_timeout = 0; set synchronous_commit = off`,
  `insert into users (email, address_key, first_name, last_name, organization, email_verified_at, created_at, data_collection, marketing_emails, resource_alerts, email_updates, activity_tracking)
    select 'm' || n || '@${host}', 'm' || n || '@${host}', 'Mira', 'Name ' || n, 'Works ' || n, now(),
      now() - (n % 1000) * ${day}, true, true, n % 200 = 1, true, true from generate_series(1, ${most(100000)}) n`,
  `update users set email = 'm' || id || '@join.${host}', address_key = 'm' || id || '@join.${host}'
    where id in (select id from users where email like '%@${host}' order by id limit ${most(100)} offset ${most(30000)} / 2)`,
  `insert into resources (title, description, type, access_type, currency, is_published, tags, rapp_principles)
    select 'Title ' || n, repeat('Words of a text. ', 30), 'report', 'free', 'GBP', true, '{care,ledger}', '{}' from generate_series(1, ${most(5000)}) n`,
  `insert into progress_sessions (user_id, resource_id, started_at, completion_percentage, finished_at)
    select u.id, r.id, now(), 100, now() from users u, resources r where u.email in ('m1@${host}', 'm201@${host}', 'm401@${host}')`,
  `insert into payment_attempts (user_id, resource_id, amount_minor, currency, status, stripe_payment_intent_id, amount_received_minor, created_at, opened_at, succeeded_at)
    select u.id, r.id, 500, 'GBP', 'succeeded', 'pi_' || u.id, 500, now() - (u.id % 900) * ${day}, now(), now() - (u.id % 900) * ${day}
    from (select id from users order by id limit ${most(45000)}) u, (select min(id) as id from resources) r`,
  `insert into payment_attempts (user_id, resource_id, amount_minor, currency, status, stripe_payment_intent_id, amount_received_minor, created_at, opened_at, succeeded_at)
    select u.id, r.id, 500, 'GBP', 'succeeded', 'pi_r' || r.id, 500, now(), now(), now()
    from (select id from users where email = 'm1@${host}') u, (select id from resources offset 1) r`,
  `insert into purchases (user_id, resource_id, attempt_id, amount_minor, currency, stripe_payment_intent_id, purchased_at, status)
    select user_id, resource_id, id, amount_minor, currency, stripe_payment_intent_id, succeeded_at, 'paid' from payment_attempts`,
  `insert into analytics_changes (source, subject) select 'attempt', id from payment_attempts`,
  `insert into stripe_events (id, type, object_id, received_at, processed_at)
    select 'evt_${host}:' || n, 'charge.updated', 'ch_' || n, now() - interval '400 days', now() - interval '400 days' from generate_series(1, ${most(300000)}) n`,
  `insert into mails (dedupe_key, recipient, subject, text_body, html_body, created_at, sent_at)
    select 'old:${host}:' || n, 'm' || n || '@${host}', 'A subject', '', '', now() - interval '40 days', now() from generate_series(1, ${most(60000)}) n`,
  `insert into mail_keys (dedupe_key, created_at) select 'older:${host}:' || n, now() - interval '3 years' from generate_series(1, ${most(60000)}) n`,
  `insert into sign_in_sessions (user_id, token_hash, ip, user_agent, created_at, last_seen_at)
    select id, sha256(convert_to('s' || id, 'UTF8')), '127.0.0.1', 'a browser', now() - interval '500 days', now() - interval '500 days' from users where email like '%@${host}'`,
  `insert into limit_counters (key, window_start, hits, expires_at)
    select 'old:${host}:' || n, now() - interval '1 day', 1, now() - interval '1 hour' from generate_series(1, ${most(100000)}) n`,
  `insert into empty_searches (day, text, searches) select (now() - interval '500 days')::date, 'search ${host}:' || n, 1 from generate_series(1, ${most(50000)}) n`,
  `insert into visit_days (day, landing, host, visits) select (now() - interval '1200 days')::date, 'catalogue', 'h' || n || '.${host}', 1 from generate_series(1, ${most(50000)}) n`,
  `insert into files (id, kind, name, content_type, bytes, sha256, created_at)
    select gen_random_uuid(), 'image', 'file ' || n || '.png', 'image/png', 10, sha256('x'), now() - interval '30 days' from generate_series(1, ${most(5000)}) n`,
  `insert into unclaimed_blobs (id, since) select gen_random_uuid(), now() - interval '30 days' from generate_series(1, ${most(1000)}) n`,
  `insert into organisations (name, confirmed_at) select 'Organisation ' || n, now() from generate_series(1, ${most(2000)}) n`,
  `insert into organisation_people (user_id, organisation_id, role)
    select id, (select min(id) from organisations), case when id % 50 = 1 then 'manager' else 'learner' end from users where email like '%@${host}' order by id limit ${most(20000)}`,
  `insert into assignments (organisation_id, user_id, resource_id, due_on)
    select p.organisation_id, p.user_id, r.id, (now() + interval '3 days')::date
    from (select * from organisation_people order by user_id limit ${most(400)}) p, (select id from resources order by id limit ${most(200)}) r`,
  `insert into organisation_domains (organisation_id, domain, dns_secret, joining, proven_at)
    select id, 'd' || id || '.example', rpad(id::text, 43, 'x'), 'automatically', now() from organisations`,
  `update organisation_domains set domain = 'join.${host}' where id = (select min(id) from organisation_domains)`,
  `insert into organisation_invitations (organisation_id, email, address_key, role, asked_at, expires_at)
    select (select min(id) from organisations), 'old' || n || '@${host}', 'old' || n || '@${host}', 'learner', now() - interval '90 days', now() - interval '60 days' from generate_series(1, ${most(20000)}) n`,
  `insert into organisation_invitations (organisation_id, email, address_key, role)
    select id, 'new' || n || '@${host}', 'new' || n || '@${host}', 'learner' from organisations, generate_series(1, 3) n`,
  `insert into assessment_rounds (organisation_id, title, content_version, closes_on)
    select (select min(id) from organisations), 'Round ' || n, '1', (now() + interval '1 day')::date from generate_series(1, 20) n`,
  `insert into assessment_round_people (round_id, user_id) select r.id, p.user_id from assessment_rounds r, (select * from organisation_people order by user_id limit ${most(200)}) p`,
  // A round of 5,000 people in 30 groups, of which each person is in nine, after 20 rounds that show the same groups.
  `insert into organisation_people (user_id, organisation_id, role)
    select id, (select max(id) from organisations), 'learner' from users where email like '%@${host}' order by id desc limit ${most(5000)}`,
  `insert into assessment_rounds (organisation_id, title, content_version, closes_on, created_at, closed_at, invited, answered)
    select (select max(id) from organisations), 'Earlier ' || n, '1', now() - (n + 1) * ${day}, now() - (n + 1) * ${day}, now() - n * ${day}, 5000, 5000 from generate_series(1, 20) n`,
  `insert into assessment_rounds (organisation_id, title, content_version, closes_on, created_at)
    select max(id), 'Due', '1', now() - ${day}, now() from organisations`,
  `insert into assessment_round_sets (round_id, position, name)
    select id, n, nullif('Group ' || n, 'Group 0') from assessment_rounds, generate_series(0, 30) n where organisation_id = (select max(id) from organisations)`,
  `insert into assessment_round_people (round_id, user_id)
    select r.id, p.user_id from assessment_rounds r join organisation_people p using (organisation_id) where r.title = 'Due'`,
  `insert into assessment_round_group_people (round_id, position, user_id)
    select p.round_id, 1 + (p.user_id * 7 + n * n) % 30, p.user_id from assessment_round_people p join assessment_rounds r on r.id = p.round_id, generate_series(1, 10) n
    where r.title = 'Due' on conflict do nothing`,
  `insert into assessment_round_answers (round_id, user_id, answers)
    select p.round_id, p.user_id, '${JSON.stringify(allAt('emerging'))}' from assessment_round_people p join assessment_rounds r on r.id = p.round_id where r.title = 'Due'`,
  `insert into assessment_round_shown (round_id, position, user_id)
    select e.id, g.position, g.user_id from assessment_rounds e,
      (select position, user_id from assessment_round_group_people union all select 0, user_id from assessment_round_answers) g where e.title like 'Earlier %'`,
  `insert into data_exports (user_id, requested_at, ready_at, expires_at, token_hash, bytes, blob_id)
    select id, now() - interval '30 days', now() - interval '30 days', now() - interval '20 days', sha256(convert_to('e' || id, 'UTF8')), 1, gen_random_uuid() from users where email like '%@${host}' order by id limit ${most(500)}`,
  `insert into stripe_customers (user_id, stripe_customer_id, created_at) select id, 'cus_' || id, now() - interval '900 days' from users where email like '%@${host}' order by id limit ${most(2000)}`,
  'analyze',
];
