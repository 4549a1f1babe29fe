import { afterAll, beforeAll, expect, it } from 'vitest';
import { findResource, listAccessTerms } from '#server/catalogue/catalogue/actions.ts';
import { listSummaries } from '#server/catalogue/catalogue/store.ts';
import { listSoughtWords } from '#server/catalogue/search/store.ts';
import { getEntitlements } from '#server/commerce/access/actions.ts';
import { findActor } from '#server/identity/sign-in/session-actions.ts';
import type { Context } from '#server/platform/context.ts';
import { type Database, openDatabase } from '#server/platform/database/db.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

const rows = 3_000;
let owned: TestDatabase;
let database: Database;
beforeAll(async () => {
  owned = await createTestDatabase();
  await owned.owner.query(
    `insert into users (email, first_name, last_name, organization)
     select 'member-' || n || '@example.org', 'Mira', 'Tollander', 'Harbour Trust' from generate_series(1, ${rows}) as n`,
  );
  await owned.owner.query(
    `insert into sign_in_sessions (user_id, token_hash, ip, user_agent)
     select id, sha256(convert_to('secret-' || id, 'UTF8')), '127.0.0.1', 'test' from users`,
  );
  await owned.owner.query(
    `insert into resources (title, description, type, access_type, currency, is_published)
     select 'Item' || n, 'What was found out.', 'report', 'free', 'GBP', true from generate_series(1, ${rows}) as n`,
  );
  await owned.owner.query(
    `insert into access_grants (user_id, resource_id, reason)
     select u.id, r.id, 'Part of a course' from users u join resources r on r.id % 1000 = u.id % 1000`,
  );
  await owned.owner.query('vacuum analyze');
  // One connection, so that the test reads the plans of the connection that serves.
  database = openDatabase(owned.addresses.service, { log: () => {}, max: 1 });
  // A portal leaves the choice of plan to PostgreSQL; the tests' server does not.
  await database.pool.query('set plan_cache_mode = auto');
});
afterAll(async () => {
  await database.close();
  await owned.drop();
});

it('statements with many keys are planned once: PostgreSQL does not plan them again for a call with few keys', async () => {
  const ctx: Context = {
    db: database.db,
    now: new Date(),
    actor: null,
    origin: { ip: '127.0.0.1', requestId: 'test' },
  };
  for (let id = 1; id <= 12; id += 1) {
    expect(await findActor(database.db, `secret-${id}`, 300)).toMatchObject({ userId: id });
    expect(await getEntitlements(ctx, id)).toMatchObject({ role: 'user' });
    expect(await listAccessTerms(ctx, [id])).toHaveLength(1);
    expect(await findResource(ctx, id, 'user')).toMatchObject({ accessTerms: { id } });
    expect(await listSummaries(database.db, [id])).toHaveLength(1);
    expect(await listSoughtWords(database.db, `item${id}`)).toHaveLength(1);
  }
  const { rows: planned } = await database.pool.query(
    'select name, custom_plans::integer as anew from pg_prepared_statements order by name',
  );
  // PostgreSQL plans the first five executions with their values before it decides.
  expect(planned).toEqual(
    [
      'access.list_entitlements',
      'accounts.list_sign_ins',
      'catalogue.find_resources',
      'catalogue.list_access_terms',
      'catalogue.list_summaries',
      'search.list_sought_words',
    ].map((name) => ({ name, anew: 5 })),
  );
});

it('a mail finds its reader among many accounts by the index of addresses', async () => {
  const client = await owned.owner.connect();
  const readings = async () =>
    (await client.query(`select seq_scan::integer as whole from pg_stat_xact_user_tables where relname = 'users'`))
      .rows;
  try {
    const { rows: members } = await client.query(`select id from users where email = 'member-7@example.org'`);
    await client.query('begin');
    const before = await readings();
    const { rows: mails } = await client.query(
      `insert into mails (dedupe_key, recipient, subject, text_body, html_body)
       values ('one', 'Member-7@example.org', 's', 't', 'h') returning user_id`,
    );
    expect(await readings()).toEqual(before);
    expect(mails).toEqual([{ user_id: members[0].id }]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
