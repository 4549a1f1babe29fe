import { type Selectable, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { FlowContext } from '../context.ts';
import type { Db } from '../database/db.ts';
import { getInstallation } from '../database/installation.ts';
import { hashSecret } from '../security/secrets.ts';
import type { StripeGateway } from './gateway.ts';

export type Payer = { userId: number; email: string; name: string };

/**
 * The member's customer at Stripe, made at the first payment. One per member, whatever is bought.
 * @throws StripeOutage when Stripe does not answer
 */
export async function customerOf(ctx: FlowContext, stripe: StripeGateway, payer: Payer): Promise<string> {
  const { userId, email, name } = payer;
  const known = await findCustomer(ctx.db, userId);
  if (known?.customerId) return known.customerId;
  const { id: installation } = await getInstallation(ctx.db);
  const parameters = { email, name, metadata: { installation, userId: String(userId) } };
  // A key goes with one set of parameters: a member who changed the name meanwhile needs another.
  const digest = hashSecret(JSON.stringify(parameters)).toString('hex').slice(0, 16);
  const key = `${installation}:customer:${userId}:${known?.generation ?? 1}:${digest}`;
  const customer = await stripe.callOnce(key, (api) => api.customers.create(parameters, { idempotencyKey: key }));
  await ctx.transaction((inner) => insertCustomer(inner.db, userId, customer.id));
  return customer.id;
}

/** Forgets a customer that Stripe no longer knows, so that the next payment makes a new one. */
export async function forgetCustomer(ctx: FlowContext, customerId: string): Promise<void> {
  await ctx.transaction((inner) =>
    inner.db.kysely
      .updateTable('stripe_customers')
      .set({ stripe_customer_id: null, generation: sql`generation + 1` })
      .where('stripe_customer_id', '=', customerId)
      .execute(),
  );
}

type Customer = Selectable<Tables['stripe_customers']>;
type KnownCustomer = { customerId: Customer['stripe_customer_id']; generation: Customer['generation'] };

async function findCustomer(db: Db, userId: number): Promise<KnownCustomer | null> {
  const rows = await db.prepared<Pick<Customer, 'stripe_customer_id' | 'generation'>>(
    'stripe.find_customer',
    'select stripe_customer_id, generation from stripe_customers where user_id = $1',
    [userId],
  );
  const row = rows[0];
  return row ? { customerId: row.stripe_customer_id, generation: row.generation } : null;
}

/**
 * Records a customer unless the member has one. Calls that come at the same moment bring the same customer, which is
 * unique as well: a conflict over the member alone would leave that one to fail.
 */
async function insertCustomer(db: Db, userId: number, customerId: string): Promise<void> {
  await db.kysely
    .insertInto('stripe_customers')
    .values({ user_id: userId, stripe_customer_id: customerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.kysely
    .updateTable('stripe_customers')
    .set({ stripe_customer_id: customerId })
    .where('user_id', '=', userId)
    .where('stripe_customer_id', 'is', null)
    .execute();
}
