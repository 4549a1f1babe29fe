import type { withClient } from './database.ts';

type Client = Parameters<Parameters<typeof withClient>[1]>[0];

export type MemberFixtureSize = { members: number; purchases: number; resources: number };

/**
 * So many members, with equally many purchases each, one in fifty of which was refunded; every tenth has a subscription
 * with twelve invoices. Ids count from 1 in the order of the purchases. No trigger may run: they would take hours.
 */
export async function insertMemberFixtures(
  client: Client,
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
     from payment_attempts order by id`,
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
