import { afterAll, beforeAll, expect, it } from 'vitest';
import { now } from '#server/platform/clock.ts';
import type { FlowContext } from '#server/platform/context.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { ensureCustomer } from './flows/customers.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A provider that returns one customer for each idempotency key, as Stripe does. */
const stripe = {
  callOnce: async (_ctx: FlowContext, key: string) => ({ id: `cus_${key.split(':')[2]}` }),
} as unknown as StripeGateway;

function contextOf(): FlowContext {
  const ctx = { db: database.db, now: now(), actor: null, origin: { ip: '127.0.0.1', requestId: 'test' } };
  return {
    ...ctx,
    callerWaitsSinceMs: null,
    transaction: (action) => database.transaction((db) => action({ ...ctx, db })),
  };
}

const sizes = [
  { members: 10, tags: [] },
  { members: 100, tags: ['long'] },
];

for (const { members, tags } of sizes) {
  it(`CHECKOUT-05 ten first payments at the same moment record one customer for each of ${members} members`, {
    tags,
  }, async () => {
    const ctx = contextOf();
    for (let member = 1; member <= members; member += 1) {
      const { rows } = await database.pool.query(
        `insert into users (email, first_name, last_name) values ($1, 'Mira', 'Tollander') returning id`,
        [`payer-${member}-of-${members}@example.org`],
      );
      const userId: number = rows[0].id;
      const found = await Promise.all(Array.from({ length: 10 }, () => ensureCustomer(ctx, stripe, userId)));
      expect(new Set(found)).toEqual(new Set([`cus_${userId}`]));
    }
    const { rows } = await database.pool.query(
      `select count(*)::int as customers, count(*) filter (where stripe_customer_id = 'cus_' || user_id)::int as own
     from stripe_customers join users on users.id = user_id where email like '%-of-' || $1 || '@example.org'`,
      [members],
    );
    expect(rows).toEqual([{ customers: members, own: members }]);
  });
}

it('a customer that the provider lost is replaced by the next one, and by no other afterwards', async () => {
  const ctx = contextOf();
  const { rows } = await database.pool.query('select user_id from stripe_customers order by user_id limit 1');
  const userId: number = rows[0].user_id;
  const customer = async () =>
    (await database.pool.query('select stripe_customer_id as id from stripe_customers where user_id = $1', [userId]))
      .rows[0].id;
  await database.pool.query('update stripe_customers set stripe_customer_id = null where user_id = $1', [userId]);
  const answering = (id: string) => ({ callOnce: async () => ({ id }) }) as unknown as StripeGateway;
  await ensureCustomer(ctx, answering('cus_new'), userId);
  expect(await customer()).toBe('cus_new');
  expect(await ensureCustomer(ctx, answering('cus_newer'), userId)).toBe('cus_new');
  expect(await customer()).toBe('cus_new');
});
