import type { Selectable } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import { batched, listOfAnyLength } from '#server/platform/database/batch.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { ResourceRow } from './presenters.ts';
import type { Slice, Standing } from './rules.ts';

/** What of a row its whole resource needs. */
export const resourceColumns = `id, title, description, type, access_type, price_minor, monthly_price_minor,
  annual_price_minor, currency, created_at, estimated_duration, online_product_id, stripe_product_id, thumbnail_url,
  featured_image_url, file_id, file_title, video_url, tags, role_affiliations, rapp_principles,
  rapp_implementation_phase, slideshow_images, slideshow_texts, instructional_video_url, subscription_benefits,
  is_published, reading_minutes, publish_at, updated_at`;

const state = `case when withdrawn_at is not null then 'withdrawn' when is_published then 'listed' else 'draft' end`;
const standingColumns = `id, access_type as "accessType", ${state} as state`;

const hasPages = `coalesce((select content_type = 'application/pdf' from files where id = file_id), false) as "hasPages"`;

type FoundResource = ResourceRow & Pick<Standing, 'state'> & { hasPages: boolean };

/** A resource by its id, listed or not; null when it is unknown. */
export const findResource = batched<number, FoundResource | null>(async (db, ids) => {
  const rows = await db.prepared<FoundResource>(
    'catalogue.find_resources',
    `select ${resourceColumns}, ${state} as state, ${hasPages} from resources where id = any (${listOfAnyLength('integer')})`,
    [ids],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
});

/** What decides about access, of each of these resources that exists, by id. */
export const listStandings = batched<readonly number[], Standing[]>(async (db, lists) => {
  const rows = await db.prepared<Standing>(
    'catalogue.list_standings',
    `select ${standingColumns} from resources where id = any (${listOfAnyLength('integer')})`,
    [[...new Set(lists.flat())]],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const standingsOf = (ids: readonly number[]) => [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  return lists.map((ids) => standingsOf(ids).sort((one, other) => one.id - other.id));
});

/** The listed resources in the order of their ids. */
export async function listListed(db: Db, { limit, offset }: Slice): Promise<Standing[]> {
  return db.prepared<Standing>(
    'catalogue.list_listed',
    `select ${standingColumns} from resources where is_listed order by id limit $1 offset $2`,
    [limit, offset],
  );
}

/** The resources that carry this file, by id. */
export async function listResourcesOfFile(db: Db, fileId: string): Promise<Standing[]> {
  return db.prepared<Standing>(
    'catalogue.list_resources_of_file',
    `select ${standingColumns} from resources where file_id = $1 order by id`,
    [fileId],
  );
}

/** The resources that lead to this online product, by id. */
export async function listResourcesOfProduct(db: Db, productId: number): Promise<Standing[]> {
  return db.prepared<Standing>(
    'catalogue.list_resources_of_product',
    `select ${standingColumns} from resources where online_product_id = $1 order by id`,
    [productId],
  );
}

export type OnlineProductRow = Selectable<Tables['online_products']>;

/** An online product by its id, active or not; null when it is unknown. */
export async function findOnlineProduct(db: Db, id: number): Promise<OnlineProductRow | null> {
  const rows = await db.prepared<OnlineProductRow>(
    'catalogue.find_online_product',
    'select * from online_products where id = $1',
    [id],
  );
  return rows[0] ?? null;
}
