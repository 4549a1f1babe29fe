import { migrate } from '#server/platform/database/migrate.ts';
import { withClient } from './database.ts';
import { fillResources } from './fill.ts';
import { insertMemberFixtures } from './member-fixtures.ts';
import type { Vocabulary } from './words.ts';

/** How much of everything there is; every tenth member has a subscription with twelve invoices. */
export type AdminFixtureSize = {
  resources: number;
  members: number;
  purchases: number;
  entries: number;
  words: Vocabulary;
};

/** A portal as its administrators see it after three years; the sums of analytics are still to be made. */
export async function insertAdminFixtures(connectionString: string, size: AdminFixtureSize): Promise<void> {
  const { resources, members, purchases, entries, words } = size;
  await migrate(connectionString, { log: console.error });
  await fillResources(connectionString, { table: 'resources', count: resources, words });
  await withClient(connectionString, async (client) => {
    // Changes are noted by hand at the end; triggers would do it row by row.
    await client.query('set synchronous_commit = off; set session_replication_role = replica');
    await insertMemberFixtures(client, { members, purchases, resources });
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
