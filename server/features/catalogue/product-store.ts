import type { Selectable } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/db.ts';

export type ProductRow = Selectable<Tables['online_products']>;

/** The online products that can be opened at all. */
export async function listActiveProducts(db: Db): Promise<ProductRow[]> {
  return db.prepared<ProductRow>('catalogue.list_active_products', 'select * from online_products where is_active', []);
}
