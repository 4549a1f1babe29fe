import { type Selectable, sql } from 'kysely';
import type { Plan } from '#contract/commerce/plans.ts';
import type { SeatStep } from '#server/commerce/payments/seat-price-rules.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { PlanPrice, PricedCount, StripePrice, StripeProduct } from './rules.ts';

type PriceRow = Selectable<Tables['stripe_prices']>;

/**
 * Returns the product of a resource, or for null of the portal's own subscription, which is recorded when it is first
 * needed.
 */
export async function ensureProduct(db: Db, resourceId: number | null): Promise<StripeProduct> {
  const { rows } = await sql<
    Pick<Selectable<Tables['stripe_products']>, 'id' | 'stripe_product_id' | 'name' | 'generation'>
  >`
    insert into stripe_products as known (resource_id) values (${resourceId})
    on conflict on constraint stripe_products_resource_id_key do update set generation = known.generation
    returning id, stripe_product_id, name, generation`.execute(db.kysely);
  const [row] = rows;
  if (!row) throw new Error('A product was neither added nor found');
  const { id, name, generation } = row;
  return { id, name, generation, stripeProductId: row.stripe_product_id };
}

type Wanted = { productId: number } & Omit<PlanPrice, 'resourceId'>;

/** Returns the price of a product's plan, which is recorded when it is first needed. */
export async function ensurePrice(db: Db, { productId, plan, amountMinor, currency }: Wanted): Promise<StripePrice> {
  const { rows } = await sql<Pick<Selectable<Tables['stripe_prices']>, 'id' | 'stripe_price_id' | 'generation'>>`
    insert into stripe_prices as known (product_id, plan, amount_minor, currency)
    values (${productId}, ${plan}, ${amountMinor}, ${currency})
    on conflict (product_id, plan, amount_minor, currency) do update set generation = known.generation
    returning id, stripe_price_id, generation`.execute(db.kysely);
  const [row] = rows;
  if (!row) throw new Error('A price was neither added nor found');
  return { id: row.id, stripePriceId: row.stripe_price_id, generation: row.generation };
}

/** Finds a price at Stripe; null before it is made. This is the frequent read, without writes. */
export async function findPriceId(
  db: Db,
  { resourceId, plan, amountMinor, currency }: PlanPrice,
): Promise<{ id: string; taxBehavior: PriceRow['tax_behavior'] } | null> {
  const row = await db.kysely
    .selectFrom('stripe_prices')
    .innerJoin('stripe_products', 'stripe_products.id', 'stripe_prices.product_id')
    .select(['stripe_prices.stripe_price_id as id', 'stripe_prices.tax_behavior as taxBehavior'])
    .where(sql<boolean>`stripe_products.resource_id is not distinct from ${resourceId}`)
    .where('stripe_prices.plan', '=', plan)
    .where('stripe_prices.amount_minor', '=', amountMinor)
    .where('stripe_prices.currency', '=', currency)
    .executeTakeFirst();
  return row?.id ? { id: row.id, taxBehavior: row.taxBehavior } : null;
}

export async function updateProductMade(
  db: Db,
  id: number,
  { stripeProductId, name }: { stripeProductId: string; name: string },
): Promise<void> {
  await db.kysely
    .updateTable('stripe_products')
    .set({ stripe_product_id: stripeProductId, name })
    .where('id', '=', id)
    .execute();
}

export async function updatePriceMade(
  db: Db,
  id: number,
  { stripePriceId, taxBehavior }: { stripePriceId: string; taxBehavior: PriceRow['tax_behavior'] },
): Promise<void> {
  await db.kysely
    .updateTable('stripe_prices')
    .set({ stripe_price_id: stripePriceId, tax_behavior: taxBehavior })
    .where('id', '=', id)
    .execute();
}

export async function updatePriceTax(
  db: Db,
  stripePriceId: string,
  taxBehavior: PriceRow['tax_behavior'],
): Promise<void> {
  await db.kysely
    .updateTable('stripe_prices')
    .set({ tax_behavior: taxBehavior })
    .where('stripe_price_id', '=', stripePriceId)
    .execute();
}

/** Forgets a product that Stripe has lost, with its prices. */
export async function forgetProduct(db: Db, id: number): Promise<void> {
  await db.kysely
    .updateTable('stripe_products')
    .set({ stripe_product_id: null, generation: sql`generation + 1` })
    .where('id', '=', id)
    .execute();
  await db.kysely
    .updateTable('stripe_prices')
    .set({ stripe_price_id: null, generation: sql`generation + 1` })
    .where('product_id', '=', id)
    .execute();
}

/** Forgets a price that no longer exists at Stripe or has the wrong tax behaviour, so that another is made. */
export async function forgetPrice(db: Db, stripePriceId: string): Promise<void> {
  await db.kysely
    .updateTable('stripe_prices')
    .set({ stripe_price_id: null, generation: sql`generation + 1` })
    .where('stripe_price_id', '=', stripePriceId)
    .execute();
}

/** A price at Stripe at which a resource is sold. */
export type OfferedPrice = PlanPrice & { resourceId: number; stripePriceId: string; title: string };

/**
 * Lists the prices made at Stripe at which listed resources with prices of their own are sold now, by title and plan; at
 * most 500.
 */
export async function listOfferedPrices(db: Db, currency: string): Promise<OfferedPrice[]> {
  const rows = await db.kysely
    .selectFrom('stripe_prices')
    .innerJoin('stripe_products', 'stripe_products.id', 'stripe_prices.product_id')
    .innerJoin('resources', 'resources.id', 'stripe_products.resource_id')
    .select(['resources.id as resource_id', 'resources.title', 'plan', 'amount_minor', 'stripe_price_id'])
    .where('resources.is_listed', '=', true)
    .where('resources.access_type', '=', 'subscription')
    .where('stripe_prices.currency', '=', currency)
    .where(sql<boolean>`amount_minor = case plan when 'monthly' then monthly_price_minor else annual_price_minor end`)
    .where('stripe_price_id', 'is not', null)
    .orderBy('resources.title')
    .orderBy('resources.id')
    .orderBy('plan', 'desc')
    .limit(500)
    .execute();
  return rows.map((row) => ({
    resourceId: row.resource_id,
    title: row.title,
    plan: row.plan,
    amountMinor: row.amount_minor,
    currency,
    stripePriceId: row.stripe_price_id ?? '',
  }));
}

/** Counts the listed resources of the subscription by their prices. */
export async function countByPrices(db: Db, currency: string): Promise<PricedCount[]> {
  return db.prepared<PricedCount>(
    'subscriptions.count_by_prices',
    `select monthly_price_minor as "monthlyPriceMinor", annual_price_minor as "annualPriceMinor", count(*)::integer as resources
     from resources where is_listed and access_type = 'subscription' and currency = $1
     group by monthly_price_minor, annual_price_minor`,
    [currency],
  );
}

/** Lists published subscription resources without a product at Stripe. */
export async function listUnmadeResources(db: Db, limit: number): Promise<number[]> {
  const rows = await db.kysely
    .selectFrom('resources')
    .select('id')
    .where('is_listed', '=', true)
    .where('access_type', '=', 'subscription')
    .where(sql<boolean>`not exists (select from stripe_products where stripe_products.resource_id = resources.id
      and stripe_products.stripe_product_id is not null)`)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Finds the plan of a price that was made here; null for other prices. */
export async function findPlanOfPrice(
  db: Db,
  stripePriceId: string,
): Promise<{ plan: Plan; amountMinor: number } | null> {
  const row = await db.kysely
    .selectFrom('stripe_prices')
    .select(['plan', 'amount_minor as amountMinor'])
    .where('stripe_price_id', '=', stripePriceId)
    .executeTakeFirst();
  return row ?? null;
}

/** Lists the volume prices of a plan, by their number of seats. */
export function listSeatSteps(db: Db, plan: Plan): Promise<SeatStep[]> {
  return db.prepared<SeatStep>(
    'subscriptions.list_seat_steps',
    `select from_seats as "fromSeats", price_minor as "priceMinor" from plan_seat_prices where plan = $1 order by 1`,
    [plan],
  );
}

export async function replaceSeatSteps(db: Db, plan: Plan, steps: readonly SeatStep[]): Promise<void> {
  await db.prepared('subscriptions.delete_seat_steps', 'delete from plan_seat_prices where plan = $1', [plan]);
  await db.prepared(
    'subscriptions.insert_seat_steps',
    `insert into plan_seat_prices (plan, from_seats, price_minor)
     select $1, step.from_seats, step.price_minor from unnest($2::integer[], $3::integer[]) as step (from_seats, price_minor)`,
    [plan, steps.map(({ fromSeats }) => fromSeats), steps.map(({ priceMinor }) => priceMinor)],
  );
}

/** Lets one transaction at a time change the volume prices of the plans. */
export async function lockSeatSteps(db: Db): Promise<void> {
  await db.prepared(
    'subscriptions.lock_seat_steps',
    "select pg_advisory_xact_lock(hashtextextended('plan-seat-prices', 0))",
    [],
  );
}
