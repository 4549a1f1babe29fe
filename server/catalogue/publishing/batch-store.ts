import { type Selectable, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import { columnsOf, columnsWithout } from '#server/platform/database/columns.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { ResourceColumns } from './form-rules.ts';

type Row = Selectable<Tables['resources']>;

/** A resource, and the time of its last change as text, because a Date loses the microseconds. */
export type SeenRow = Row & { seen: string };

/** Lists the next resources by id that are not withdrawn. */
export function listAfter(db: Db, { afterId, limit }: { afterId: number; limit: number }): Promise<Row[]> {
  return db.prepared(
    'catalogue.list_after',
    `select ${columnsOf('resources')} from resources where id > $1 and withdrawn_at is null order by id limit $2`,
    [afterId, limit],
  );
}

/** Lists the resources with these ids; withdrawn ones are missing. */
export function listSeen(db: Db, ids: readonly number[]): Promise<SeenRow[]> {
  return db.prepared(
    'catalogue.list_seen',
    `select ${columnsOf('resources')}, updated_at::text as seen from resources
     where id = any ($1::integer[]) and withdrawn_at is null`,
    [ids],
  );
}

/** Locks resources until the transaction ends, in the order of their ids; withdrawn ones are missing. */
export function lockSeen(db: Db, ids: readonly number[]): Promise<{ id: number; seen: string }[]> {
  return db.prepared(
    'catalogue.lock_seen',
    `select id, updated_at::text as seen from resources
     where id = any ($1::integer[]) and withdrawn_at is null order by id for update`,
    [ids],
  );
}

/** Returns the lowest id of a resource with each of these titles; withdrawn resources are ignored. */
export function listTitled(db: Db, titles: readonly string[]): Promise<{ id: number; title: string }[]> {
  return db.prepared(
    'catalogue.list_titled',
    'select min(id) as id, title from resources where title = any ($1::text[]) and withdrawn_at is null group by title',
    [titles],
  );
}

type ProductRow = { id: number; name: string; description: string };

export function listProductNames(db: Db, ids: readonly number[]): Promise<ProductRow[]> {
  return db.prepared(
    'catalogue.list_product_names',
    'select id, name, description from online_products where id = any ($1::integer[])',
    [ids],
  );
}

/** Reserves ids for new resources. */
export async function takeIds(db: Db, count: number): Promise<number[]> {
  const rows = await db.prepared<{ id: number }>(
    'catalogue.take_ids',
    `select nextval(pg_get_serial_sequence('resources', 'id')) as id from generate_series(1, $1)`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** Columns of a resource that its form does not fill: exactly these, or the types do not fit. */
const unwritten = {
  id: true,
  stripe_product_id: true,
  withdrawn_at: true,
  created_at: true,
  updated_at: true,
  is_listed: true,
  principles_bits: true,
  shown_price_minor: true,
  title_order: true,
  reading_minutes: true,
  publish_at: true,
  includes_later_parts: true,
  search_text: true,
  search_tags: true,
  content_version: true,
  unlisted_at: true,
} satisfies Record<Exclude<keyof Row, keyof ResourceColumns>, true>;
const writtenColumns = columnsWithout('resources', Object.keys(unwritten) as (keyof typeof unwritten)[]);

const columns = sql.join(writtenColumns.map((column) => sql.ref(column)));
// Defaults for rows that an earlier version of the portal has checked, without texts, trials, sample pages and video
// access.
const blank = sql`jsonb_populate_record(null::resources,
  '{"slideshow_texts": [], "trial_needs_card": true, "sample_pages": 0, "video_access": "preview"}')`;
const given = (rows: readonly WrittenRow[]) =>
  sql`jsonb_populate_recordset(${blank}, ${JSON.stringify(rows)}::jsonb) as given`;

export type WrittenRow = ResourceColumns & { id: number };

/** Adds resources under ids that were reserved for them. */
export async function insertResources(db: Db, rows: readonly WrittenRow[]): Promise<void> {
  await sql`insert into resources (id, ${columns}) select id, ${columns} from ${given(rows)} order by id`.execute(
    db.kysely,
  );
}

/** Saves whole resources; a draft keeps its time to publish, a published resource loses it. */
export async function updateResources(db: Db, rows: readonly WrittenRow[]): Promise<void> {
  await sql`update resources set updated_at = now(),
    publish_at = case when given.is_published then null else resources.publish_at end, (${columns}) = row(${sql.join(
      writtenColumns.map((column) => sql.ref(`given.${column}`)),
    )}) from ${given(rows)} where resources.id = given.id`.execute(db.kysely);
}
