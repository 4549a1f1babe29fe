import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '#server/platform/database/migrate.ts';
import type { Client } from '#tests/support/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { migrateToOldVersion } from '#tests/support/old-version.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

const folder = import.meta.dirname;
const lastOldMigration = '0033_live_purchases';

/** Names that migration 0034 gave, by table and column of the previous version. */
const newTables: Record<string, string> = {
  progress_places: 'reading_positions',
  reconciliation_findings: 'reconciliation_discrepancies',
};
const newColumns: Record<string, Record<string, string>> = {
  stripe_customers: { last_look: 'last_snapshot_number' },
  payment_attempts: { last_look: 'last_snapshot_number', looked_at: 'synced_at' },
  invoices: { last_look: 'last_snapshot_number', looked_at: 'synced_at' },
  promo_checkouts: { looked_at: 'synced_at' },
  subscriptions: { last_look: 'last_snapshot_number', looked_at: 'synced_at', is_surplus: 'is_duplicate' },
  subscription_states: { look: 'snapshot_number' },
  promo_code_products: { place: 'position' },
  progress_places: { placed_at: 'saved_at' },
};

/** Tables whose rows migration 0041 moved into another one, with new ids. */
const movedTables: Record<string, string> = { invoice_refunds: 'refunds', invoice_disputes: 'disputes' };

type Row = Record<string, unknown>;

let database: TestDatabase;
let portal: TestPortal;
let rowsBefore: Map<string, Row[]>;
beforeAll(async () => {
  database = await createTestDatabase({ template: 'template0' });
  const options = { log: () => {}, servedBy: new URL(database.addresses.service).username };
  await migrateToOldVersion(database, (name) => name <= lastOldMigration);
  await database.owner.query(await readFile(path.join(folder, 'portal-at-0033.sql'), 'utf8'));
  rowsBefore = await readAllRows();
  await migrate(database.addresses.owner, options);
  portal = await createTestPortal({}, { database });
});
afterAll(async () => {
  await portal.close();
  await database.drop();
});

async function readAllRows(): Promise<Map<string, Row[]>> {
  const { rows: tables } = await database.owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname not like 'schema_migration%' order by 1`,
  );
  const found = new Map<string, Row[]>();
  for (const { name } of tables) found.set(name, await readRows(name));
  return found;
}

async function readRows(table: string): Promise<Row[]> {
  const { rows } = await database.owner.query<{ row: Row }>(`select to_jsonb(t) as row from ${table} t`);
  return rows.map(({ row }) => row);
}

async function member(): Promise<Client> {
  const client = portal.visitor();
  const { status } = await client.post('/api/login', { email: 'mira@example.org', password: 'portal-demo' });
  expect(status).toBe(200);
  return client;
}

it('upgrade in place: the data of the version before has a row in every table that changes its names', () => {
  const names = new Set([...Object.keys(newTables), ...Object.keys(newColumns)]);
  for (const name of names) expect(rowsBefore.get(name), name).not.toHaveLength(0);
});

it('upgrade in place: every row of every table is kept, under the new names', async () => {
  for (const [oldTable, rows] of rowsBefore) {
    // The only entry refers to a refund by its id; the test below checks it.
    if (oldTable === 'audit_log') continue;
    // The table has the words of the texts below.
    if (oldTable === 'search_words') continue;
    const columns = newColumns[oldTable] ?? {};
    const expected = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row)
          // Columns for the search are computed from the other columns.
          .filter(([column]) => !column.startsWith('search_') && (column !== 'id' || !(oldTable in movedTables)))
          .map(([column, value]) => [columns[column] ?? column, value]),
      ),
    );
    const newTable = movedTables[oldTable] ?? newTables[oldTable] ?? oldTable;
    const sources = [oldTable, ...Object.keys(movedTables).filter((name) => movedTables[name] === newTable)];
    const kept = await readRows(newTable);
    const count = [...new Set([newTable, ...sources])].reduce(
      (sum, name) => sum + (rowsBefore.get(name)?.length ?? 0),
      0,
    );
    // The migrations record a payment again when they move its refund or dispute, and later every payment; adding a
    // payment up again changes no sum.
    expect(kept.length, oldTable).toBe(oldTable === 'analytics_changes' ? count + 6 : count);
    expect(kept, oldTable).toEqual(expect.arrayContaining(expected.map((row) => expect.objectContaining(row))));
  }
});

it('upgrade in place: no table, index, sequence or constraint keeps an old name', async () => {
  const { rows } = await database.owner.query(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relname ~ $1
     union select conname from pg_constraint where connamespace = 'public'::regnamespace and conname ~ $1
     union select relname || '.' || attname from pg_attribute join pg_class c on c.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and attname ~ $1`,
    ['progress_places|reconciliation_findings|_looks?\\M|looked_at|last_look|surplus|placed_at|products_place'],
  );
  expect(rows).toEqual([]);
});

it('upgrade in place: refunds and disputes of purchases and of invoices are in one table each, of one payment each', async () => {
  const refunds = await database.owner.query('select id, attempt_id, invoice_id, status from refunds order by id');
  expect(refunds.rows).toEqual([
    { id: 1, attempt_id: 1, invoice_id: null, status: 'succeeded' },
    { id: 2, attempt_id: 1, invoice_id: null, status: 'failed' },
    { id: 4, attempt_id: null, invoice_id: 1, status: 'succeeded' },
    { id: 5, attempt_id: null, invoice_id: 1, status: 'refused' },
    { id: 6, attempt_id: null, invoice_id: 1, status: 'due' },
  ]);
  const audited = await database.owner.query(`select object, object_id from audit_log where action = 'refuse-refund'`);
  expect(audited.rows).toEqual([{ object: 'refund', object_id: '5' }]);
  const neither = `insert into refunds (amount_minor, reason, status) values (1, 'at_provider', 'succeeded')`;
  await expect(database.owner.query(neither)).rejects.toThrow('refunds_payment_check');
  const both = `insert into disputes (stripe_dispute_id, attempt_id, invoice_id, amount_minor, reason, status)
    values ('dp_both', 1, 1, 1, 'fraudulent', 'lost')`;
  await expect(database.owner.query(both)).rejects.toThrow('disputes_payment_check');
});

it('upgrade in place: a node of the version before records refunds and disputes of invoices as it did', async () => {
  const refund = `insert into invoice_refunds (invoice_id, amount_minor, reason, status, stripe_refund_id)
    values (1, 50, 'at_provider', $1, 're_rolling') on conflict (stripe_refund_id) do update set status = $1
    returning status`;
  expect((await database.pool.query(refund, ['pending'])).rows).toEqual([{ status: 'pending' }]);
  expect((await database.pool.query(refund, ['failed'])).rows).toEqual([{ status: 'failed' }]);
  const dispute = `insert into invoice_disputes (stripe_dispute_id, invoice_id, amount_minor, reason, status)
    values ('dp_rolling', 1, 50, 'fraudulent', 'won')
    on conflict (stripe_dispute_id) do update set status = 'won', updated_at = now()`;
  await database.pool.query(dispute);
  await database.pool.query(dispute);
  const { rows } = await database.pool.query(
    `select invoice_id, status from refunds where stripe_refund_id = 're_rolling'
     union all select invoice_id, status from disputes where stripe_dispute_id = 'dp_rolling'`,
  );
  expect(rows).toEqual([
    { invoice_id: 1, status: 'failed' },
    { invoice_id: 1, status: 'won' },
  ]);
  await database.pool.query(`delete from refunds where stripe_refund_id = 're_rolling'`);
  await database.pool.query(`delete from disputes where stripe_dispute_id = 'dp_rolling'`);
});

it('upgrade in place: snapshots are numbered on from where the version before stopped', async () => {
  const { rows } = await database.pool.query(
    `select nextval('payment_snapshot_numbers') as payment, nextval('subscription_snapshot_numbers') as subscription`,
  );
  expect(rows).toEqual([{ payment: 41, subscription: 51 }]);
});

it('upgrade in place: jobs that wait under an old name are queued under the new one', async () => {
  const { rows } = await database.owner.query(
    `select task_identifier as name, key from graphile_worker.jobs order by id`,
  );
  expect(rows).toEqual([
    { name: 'update-subscription-pause', key: 'hold-subscription:1' },
    { name: 'end-duplicate-subscription', key: 'end-subscription:2' },
    { name: 'reconcile-with-stripe', key: 'compare-books' },
    { name: 'retry-mails', key: 'hasten-mails' },
  ]);
});

it('upgrade in place: the invariants hold', () => expectInvariants(database));

it('upgrade in place: a session of the version before stays signed in', async () => {
  const client = portal.visitor();
  client.cookies.session = 'a session of the version before';
  expect(await client.get('/api/user')).toMatchObject({ status: 200, body: { email: 'mira@example.org' } });
});

it('upgrade in place: the member signs in and finds the purchase with its access', async () => {
  const client = await member();
  expect((await client.get('/api/user/purchases')).body).toMatchObject([
    { resourceId: 1, amount: 25, currency: 'GBP', resource: { title: 'Handbook of fair models' } },
  ]);
  expect((await client.get('/api/resources/1/access')).body).toMatchObject({ hasAccess: true });
});

it('upgrade in place: the member finds the subscription, its access and its invoice', async () => {
  const client = await member();
  expect((await client.get('/api/user/subscription')).body).toMatchObject({
    id: 1,
    status: 'active',
    plan: 'monthly',
    amount: 12.5,
    stripeSubscriptionId: 'sub_mira',
  });
  expect((await client.get('/api/resources/2/access')).body).toMatchObject({ hasAccess: true });
  const billing = await client.get('/api/user/billing');
  expect(billing.status).toBe(200);
  expect(JSON.stringify(billing.body)).toContain('RAPP-0001');
});

it('upgrade in place: the member finds the progress and both reading positions, and saves a new one', async () => {
  const client = await member();
  const progress = await client.get('/api/resources/1/progress');
  expect(progress.body).toMatchObject({
    completionPercentage: 40,
    readingPositions: [
      { unit: 'page', position: 48, length: 120 },
      { unit: 'second', position: 90, length: 600 },
    ],
  });
  const saved = await client.put('/api/resources/1/reading-position', { unit: 'page', position: 60, length: 120 });
  expect(saved.body).toMatchObject({
    completionPercentage: 50,
    readingPositions: [{ position: 60 }, { position: 90 }],
  });
});

it('TAX-05 upgrade in place: payments of the version before have invoices, numbered without gaps in the order of time', async () => {
  const { rows } = await database.pool.query(
    `select year, number, seller, buyer, total_minor from documents where kind = 'invoice' order by issued_at, id`,
  );
  const { rows: paid } = await database.pool.query(
    `select amount_received_minor as minor from payment_attempts where status = 'succeeded'
     union all select total_minor from invoices where status = 'paid' and total_minor > 0`,
  );
  expect(rows.map(({ total_minor }) => total_minor).sort()).toEqual(paid.map(({ minor }) => minor).sort());
  expect(rows.length).toBeGreaterThan(1);
  for (const year of new Set(rows.map((row) => row.year))) {
    const numbers = rows.filter((row) => row.year === year).map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  }
  expect(rows[0]).toMatchObject({ seller: [], buyer: ['Mira Tollander', 'Harbour Trust'] });
});
