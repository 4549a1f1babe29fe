import { migrate } from '#server/platform/migrate.ts';
import { withClient } from './database.ts';
import { fillResources } from './fill.ts';
import type { Vocabulary } from './words.ts';

/** How much of everything there is; every tenth member has a subscription with twelve invoices. */
export type AdminSize = { resources: number; members: number; purchases: number; entries: number; words: Vocabulary };

/** A portal as its administrators see it after three years; the sums of analytics are still to be made. */
export async function fillForAdministrators(connectionString: string, size: AdminSize): Promise<void> {
  const { resources, members, purchases, entries, words } = size;
  await migrate(connectionString, { log: console.error });
  await fillResources(connectionString, { table: 'resources', count: resources, words });
  await withClient(connectionString, async (client) => {
    // Changes are noted by hand at the end; triggers would do it row by row.
    await client.query('set synchronous_commit = off; set session_replication_role = replica');
    await client.query(
      `insert into users (email, first_name, last_name, organization, role, email_verified_at, created_at)
       select 'member-' || n || '@bench.example', (array['Mira','Ines','Tavia','Orla','Rhys'])[1 + n % 5],
         'Name' || n % 5000, 'Works ' || n % 1000, case when n <= 20 then 'administrator' else 'user' end, now(),
         now() - n % 1000 * interval '1 day'
       from generate_series(1, $1::integer) as n`,
      [members],
    );
    // Everybody buys another resource each time: resources are more than purchases per member.
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
       from payment_attempts`,
    );
    await client.query(
      `insert into refunds (attempt_id, amount_minor, currency, reason, status, stripe_refund_id, created_at)
       select id, amount_minor, currency, 'at_provider', 'succeeded', 're_' || id, succeeded_at + interval '2 days'
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
      `insert into subscription_states (subscription_id, status, look, seen_at)
       select id, step.status, step.look, created_at + step.look * interval '1 month' + id % 400 * interval '1 day'
       from subscriptions, lateral (values ('trialing', 1), ('active', 2), ('canceled', 3)) as step (status, look)
       where step.look < 3 or subscriptions.status = 'canceled' order by id, step.look`,
    );
    await client.query(
      `insert into invoices (user_id, stripe_invoice_id, stripe_subscription_id, status, description, total_minor,
         tax_minor, paid_minor, currency, attempt_count, issued_at, paid_at, last_look)
       select user_id, 'in_' || id || '_' || n, stripe_subscription_id, 'paid', 'A month', 899, 0, 899, 'GBP', 1, at, at, 1
       from subscriptions, generate_series(1, 12) as n, lateral (select now() - n * interval '1 month') as moment (at)`,
    );
    await client.query(
      `insert into resource_days (resource_id, day, opened, finished)
       select resource, current_date - back, 1 + (resource + back) % 9, (resource + back) % 3
       from generate_series(1, $1::integer, 2) as resource, generate_series(0, 1050) as back`,
      [resources],
    );
    await client.query(
      `insert into resource_weeks (week, resource_id, opened, bought, finished)
       select date_trunc('week', day::timestamp)::date, resource_id, sum(opened), sum(bought), sum(finished)
       from resource_days group by 1, 2`,
    );
    await client.query(
      `insert into empty_searches (day, text, searches)
       select current_date - back, 'word ' || n, 1 + n % 7 from generate_series(0, 399) as back, generate_series(1, 200) as n`,
    );
    await fillAudit(client, { members, entries });
    await client.query(
      `insert into analytics_changes (source, subject) select 'attempt', id from payment_attempts;
       insert into analytics_changes (source, subject) select 'invoice', id from invoices`,
    );
    await client.query('vacuum analyze');
  });
}

type Client = Parameters<Parameters<typeof withClient>[1]>[0];

/** Entries of twenty administrators about everybody, one in 5,000 of which holds a rare word. */
async function fillAudit(client: Client, { members, entries }: { members: number; entries: number }): Promise<void> {
  await client.query(
    `insert into audit_log (happened_at, actor_user_id, member_user_id, action, object, object_id, before, after, ip,
       user_agent, request_id)
     select now() - ($1::integer - n) * interval '90 seconds', 1 + n % 20, 1 + n::bigint * 7919 % $2::integer, deed.action,
       deed.object, n::text, case when deed.action = 'update' then jsonb_build_object('lastName', 'Name' || n % 4999) end,
       jsonb_build_object('lastName', 'Name' || n % 5000, 'reason', case when n % 5000 = 0 then 'zephyr' else 'usual' end),
       '192.0.2.' || n % 250, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'bench-' || n
     from generate_series(1, $1::integer) as n,
       lateral (select (array['update', 'create', 'revoke', 'set-role'])[1 + n % 4],
         (array['user', 'grant', 'grant', 'user'])[1 + n % 4]) as deed (action, object)`,
    [entries, members],
  );
}
