import { type Insertable, type Selectable, sql } from 'kysely';
import type { Slice } from '#server/catalogue/catalogue/rules.ts';
import type { Tables } from '#server/migrations/tables.ts';
import { columnsOf } from '#server/platform/database/columns.ts';
import type { Db } from '#server/platform/database/db.ts';

export type ProductRow = Selectable<Tables['online_products']>;
export type ProductValues = Omit<Insertable<Tables['online_products']>, 'id' | 'created_at' | 'updated_at'>;

/** A resource that links to a product; `isWithdrawn` when it is only kept for its buyers. */
export type LinkedResource = Pick<Selectable<Tables['resources']>, 'id' | 'title'> & {
  online_product_id: ProductRow['id'];
  isWithdrawn: boolean;
};

export async function findProduct(db: Db, id: number): Promise<ProductRow | null> {
  const rows = await db.prepared<ProductRow>(
    'catalogue.find_online_product',
    `select ${columnsOf('online_products')} from online_products where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

export async function findProductId(db: Db, slug: string): Promise<number | null> {
  const rows = await db.prepared<Pick<ProductRow, 'id'>>(
    'catalogue.find_product_id',
    'select id from online_products where slug = $1',
    [slug],
  );
  return rows[0]?.id ?? null;
}

/** Lists the active online products. */
export async function listActiveProducts(db: Db): Promise<ProductRow[]> {
  return db.prepared<ProductRow>(
    'catalogue.list_active_products',
    `select ${columnsOf('online_products')} from online_products where is_active`,
    [],
  );
}

export async function listProducts(db: Db, { limit, offset }: Slice): Promise<ProductRow[]> {
  return db.kysely
    .selectFrom('online_products')
    .selectAll()
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countProducts(db: Db): Promise<number> {
  const { total } = await db.kysely
    .selectFrom('online_products')
    .select((expression) => expression.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Serialises writers of products until the transaction ends, because slugs and links are checked first. */
export async function lockProducts(db: Db): Promise<void> {
  await sql`lock table online_products in share row exclusive mode`.execute(db.kysely);
}

/** Lists the resources that link to these products, in the order of their ids. */
export async function listLinkedResources(db: Db, productIds: readonly number[]): Promise<LinkedResource[]> {
  return db.prepared<LinkedResource>(
    'catalogue.list_linked_resources',
    `select id, title, online_product_id, withdrawn_at is not null as "isWithdrawn" from resources
     where online_product_id = any ($1::integer[]) order by id`,
    [productIds],
  );
}

export async function findProductBySlug(db: Db, slug: string): Promise<ProductRow | null> {
  const row = await db.kysely.selectFrom('online_products').selectAll().where('slug', '=', slug).executeTakeFirst();
  return row ?? null;
}

export async function insertProduct(db: Db, values: ProductValues): Promise<ProductRow> {
  return db.kysely.insertInto('online_products').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function updateProduct(db: Db, id: number, values: ProductValues): Promise<ProductRow> {
  return db.kysely
    .updateTable('online_products')
    .set({ ...values, updated_at: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes a product; withdrawn resources no longer link to it. */
export async function deleteProduct(db: Db, id: number): Promise<void> {
  await db.kysely
    .updateTable('resources')
    .set({ online_product_id: null })
    .where('online_product_id', '=', id)
    .where('withdrawn_at', 'is not', null)
    .execute();
  await db.kysely.deleteFrom('online_products').where('id', '=', id).execute();
}
