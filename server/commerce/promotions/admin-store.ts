import { type Insertable, type Nullable, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { PromoCodeQuery } from '#contract/commerce/promotions-admin.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import { containing } from '#server/platform/database/like.ts';

type Row = Selectable<Tables['promo_codes']>;
/** The columns that a save writes; never the count of uses. */
export type CodeValues = Omit<
  Insertable<Tables['promo_codes']>,
  'id' | 'used_count' | 'created_at' | 'updated_at' | 'deleted_at'
>;
export type CodeProduct = Pick<Selectable<Tables['promo_code_products']>, 'online_product_id' | 'stripe_plan_id'>;
/** A code with its products in their order. */
export type CodeRow = Row & { products: CodeProduct[] };

type Page = { limit: number; offset: number };
type Filter = Pick<PromoCodeQuery, 'search' | 'promoType'>;

/** Adds a code; null when its name is taken. */
export async function insertCode(db: Db, values: CodeValues): Promise<number | null> {
  const row = await db.kysely
    .insertInto('promo_codes')
    .values(values)
    .onConflict((conflict) => conflict.column('code').where('deleted_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Saves a code; false when another one has its name. */
export async function updateCode(db: Db, id: number, values: CodeValues): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('promo_codes')
    .set({ ...values, updated_at: sql`now()` })
    .where('id', '=', id)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('promo_codes as other')
            .select('other.id')
            .where('other.code', '=', values.code)
            .where('other.deleted_at', 'is', null)
            .where('other.id', '<>', id),
        ),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function updateDeleted(db: Db, id: number): Promise<void> {
  await db.kysely
    .updateTable('promo_codes')
    .set({ is_active: false, deleted_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function replaceProducts(db: Db, codeId: number, products: readonly CodeProduct[]): Promise<void> {
  await db.kysely.deleteFrom('promo_code_products').where('promo_code_id', '=', codeId).execute();
  await db.kysely
    .insertInto('promo_code_products')
    .values(products.map((product, position) => ({ ...product, promo_code_id: codeId, position })))
    .execute();
}

export async function countProducts(db: Db, ids: readonly number[]): Promise<number> {
  const { total } = await db.kysely
    .selectFrom('online_products')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();
  return total;
}

export async function findCode(db: Db, id: number): Promise<CodeRow | null> {
  const row = await visibleCode(db, id).executeTakeFirst();
  return row ? ((await withProducts(db, [row]))[0] ?? null) : null;
}

/** Like `findCode`, but locks the code until the transaction ends. */
export async function lockCode(db: Db, id: number): Promise<CodeRow | null> {
  const row = await visibleCode(db, id).forUpdate().executeTakeFirst();
  return row ? ((await withProducts(db, [row]))[0] ?? null) : null;
}

function visibleCode(db: Db, id: number) {
  return db.kysely.selectFrom('promo_codes').selectAll().where('id', '=', id).where('deleted_at', 'is', null);
}

export async function listCodes(db: Db, filter: Filter, { limit, offset }: Page): Promise<CodeRow[]> {
  const rows = await filtered(db.kysely.selectFrom('promo_codes'), filter)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return withProducts(db, rows);
}

export async function countCodes(db: Db, filter: Filter): Promise<number> {
  const { total } = await filtered(db.kysely.selectFrom('promo_codes'), filter)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

function filtered<Output>(
  query: SelectQueryBuilder<Tables, 'promo_codes', Output>,
  { search, promoType }: Filter,
): SelectQueryBuilder<Tables, 'promo_codes', Output> {
  const part = search ? containing(search) : null;
  return query
    .where('deleted_at', 'is', null)
    .$if(part !== null, (narrow) =>
      narrow.where((where) => where.or([where('code', 'ilike', part), where('description', 'ilike', part)])),
    )
    .$if(promoType !== undefined, (narrow) => narrow.where('promo_type', '=', promoType ?? 'free_trial'));
}

async function withProducts(db: Db, rows: readonly Row[]): Promise<CodeRow[]> {
  if (rows.length === 0) return [];
  const products = await db.kysely
    .selectFrom('promo_code_products')
    .select(['promo_code_id', 'online_product_id', 'stripe_plan_id'])
    .where(
      'promo_code_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ ...row, products: products.filter((product) => product.promo_code_id === row.id) }));
}

type User = Selectable<Tables['users']>;

type RedemptionRow = Pick<Selectable<Tables['promo_redemptions']>, 'id' | 'redeemed_at' | 'stripe_subscription_id'> &
  Pick<Selectable<Tables['promo_codes']>, 'code'> &
  Pick<User, 'first_name' | 'last_name'> &
  Nullable<Pick<User, 'email'>> &
  Nullable<Pick<Selectable<Tables['resources']>, 'title'>>;

/** Lists the live redemptions of all codes, including hidden ones, newest first. */
export async function listRedemptions(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<RedemptionRow[]> {
  return db.kysely
    .selectFrom('promo_redemptions')
    .innerJoin('promo_codes', 'promo_codes.id', 'promo_redemptions.promo_code_id')
    .innerJoin('users', 'users.id', 'promo_redemptions.user_id')
    .leftJoin('payment_attempts', 'payment_attempts.id', 'promo_redemptions.attempt_id')
    .leftJoin('resources', 'resources.id', 'payment_attempts.resource_id')
    .select(['resources.title', 'promo_redemptions.id', 'promo_codes.code', 'users.first_name', 'users.last_name'])
    .select(['promo_redemptions.redeemed_at', 'promo_redemptions.stripe_subscription_id'])
    .select((select) =>
      select.case().when('users.deleted_at', 'is', null).then(select.ref('users.email')).end().as('email'),
    )
    .where('promo_redemptions.released_at', 'is', null)
    .orderBy('promo_redemptions.redeemed_at', 'desc')
    .orderBy('promo_redemptions.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countRedemptions(db: Db): Promise<number> {
  const { total } = await db.kysely
    .selectFrom('promo_redemptions')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('released_at', 'is', null)
    .where('promo_code_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return total;
}
