import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { AdminResourceCounts, AdminResourceSort } from '#contract/catalogue/publishing.ts';
import { type ResourceRow, resourceColumns } from '#server/catalogue/catalogue/columns.ts';
import type { Slice } from '#server/catalogue/catalogue/rules.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import { escapeLike } from '#server/platform/database/like.ts';
import type { ResourceColumns } from './form-rules.ts';
import type { KeptFilter } from './rules.ts';

type Row = Selectable<Tables['resources']>;
/** A whole row, locked until the transaction ends. */
export type LockedResource = Row;
/**
 * What a save writes: the form's columns, its time to publish, and those of its text and of its parts when they
 * were sent along.
 */
export type ResourceValues = ResourceColumns & {
  publish_at: Date | null;
  reading_minutes?: number | null;
  includes_later_parts?: boolean;
};

/** Adds a resource and answers its row. */
export async function insertResource(db: Db, values: ResourceValues): Promise<Row> {
  return db.kysely.insertInto('resources').values(values).returningAll().executeTakeFirstOrThrow();
}

/** Saves a whole resource and answers its row. */
export async function updateResource(db: Db, id: number, values: ResourceValues): Promise<Row> {
  return db.kysely
    .updateTable('resources')
    .set({ ...values, updated_at: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A resource that is still in the catalogue; null when there is none. */
export async function findResource(db: Db, id: number): Promise<Row | null> {
  const row = await db.kysely
    .selectFrom('resources')
    .selectAll()
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** A resource that is still in the catalogue, locked until the transaction ends; null when there is none. */
export async function lockResource(db: Db, id: number): Promise<Row | null> {
  const row = await db.kysely
    .selectFrom('resources')
    .selectAll()
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** These resources as far as they are still in the catalogue, by id, locked until the transaction ends. */
export async function lockResources(db: Db, ids: readonly number[]): Promise<Row[]> {
  return db.kysely
    .selectFrom('resources')
    .selectAll()
    .where('id', 'in', ids)
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** A resource whose time to publish has come, locked until the transaction ends; null when there is none. */
export async function lockDue(db: Db, id: number): Promise<Row | null> {
  const row = await db.kysely
    .selectFrom('resources')
    .selectAll()
    .where('id', '=', id)
    .where('publish_at', '<=', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Whether this instant is still to come, by the database's clock. */
export async function isAhead(db: Db, instant: string): Promise<boolean> {
  const { rows } = await sql<{ isAhead: boolean }>`select ${instant}::timestamptz > now() as "isAhead"`.execute(
    db.kysely,
  );
  return rows[0]?.isAhead ?? false;
}

/** Takes a resource out of every list; its buyers keep it. */
export async function updateWithdrawn(db: Db, id: number): Promise<void> {
  await db.kysely
    .updateTable('resources')
    .set({ is_published: false, publish_at: null, withdrawn_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Notes the product at the payment provider that a resource is sold as. */
export async function updateStripeProduct(db: Db, id: number, stripeProductId: string): Promise<void> {
  await db.kysely.updateTable('resources').set({ stripe_product_id: stripeProductId }).where('id', '=', id).execute();
}

// These statements are planned with their values, so none is prepared: what a word or a status finds decides the plan.

type Order = { key: string; sql: string };

/** Each ends with the id, so that no resource is on two pages, and has an index of its own. */
const orders: Record<AdminResourceSort, Order> = {
  created_at: { key: 'created_at', sql: 'created_at desc, id desc' },
  updated_at: { key: 'updated_at', sql: 'updated_at desc, id desc' },
  title: { key: 'title_order', sql: 'title_order, id' },
  price_low_high: { key: 'shown_price_minor', sql: 'shown_price_minor, id' },
  price_high_low: { key: 'shown_price_minor', sql: 'shown_price_minor desc, id desc' },
};

const columns = sql.raw(resourceColumns);

type PageOf = { filter: KeptFilter; sort: AdminResourceSort; slice: Slice };

/** A page of what fits and is not withdrawn: walks along the index of the order until the page is full. */
export async function listKept(db: Db, page: PageOf): Promise<ResourceRow[]> {
  return (await keptPage(page).execute(db.kysely)).rows;
}

/** The statement of `listKept`. */
export function keptPage({ filter, sort, slice }: PageOf): RawBuilder<ResourceRow> {
  const order = sql.raw(orders[sort].sql);
  return sql<ResourceRow>`
    with page as (
      select id from resources where ${fits(filter)} order by ${order} limit ${slice.limit} offset ${slice.offset}
    )
    select ${columns} from resources join page using (id) order by ${order}`;
}

/** How many resources fit a filter without words. */
export async function countKept(db: Db, filter: KeptFilter): Promise<number> {
  const { rows } = await keptCount(filter).execute(db.kysely);
  return rows[0]?.total ?? 0;
}

/** The statement of `countKept`. */
export function keptCount(filter: KeptFilter): RawBuilder<{ total: number }> {
  return sql`select count(*)::integer as total from resources where ${fits(filter)}`;
}

/** How many resources there are, all and by status. */
export async function countByStatus(db: Db): Promise<AdminResourceCounts> {
  const { rows } = await sql<AdminResourceCounts>`
    select count(*)::integer as total, (count(*) filter (where ${standing.published}))::integer as published,
      (count(*) filter (where ${standing.draft}))::integer as draft,
      (count(*) filter (where ${standing.scheduled}))::integer as scheduled
    from resources where withdrawn_at is null`.execute(db.kysely);
  return rows[0] ?? { total: 0, published: 0, draft: 0, scheduled: 0 };
}

/** The drafts with a time to publish, and the first of them; title and time are null while there is none. */
export async function findScheduled(db: Db): Promise<{ count: number; title: string | null; publishAt: Date | null }> {
  const { rows } = await sql<{ count: number; title: string | null; publishAt: Date | null }>`
    select count(*)::integer as count, min(publish_at) as "publishAt",
      (array_agg(title order by publish_at, id))[1] as title
    from resources where withdrawn_at is null and ${standing.scheduled}`.execute(db.kysely);
  return rows[0] ?? { count: 0, title: null, publishAt: null };
}

type Find = PageOf & {
  /** Stop looking after so many: a total above it says only that there are more, and the page is not the true one. */
  countTo: number;
};

/** Finds what holds the words, sorts it and answers a page and the total. */
export async function findKept(db: Db, find: Find): Promise<{ rows: ResourceRow[]; total: number }> {
  const { rows } = await keptSearch(find).execute(db.kysely);
  // When the page is empty the total comes alone.
  return { total: rows[0]?.total ?? 0, rows: rows.filter(({ id }) => id !== null) };
}

/** The statement of `findKept`. */
export function keptSearch({ filter, sort, slice, countTo }: Find): RawBuilder<ResourceRow & { total: number }> {
  const order = sql.raw(orders[sort].sql);
  const key = sql.raw(orders[sort].key);
  // Materialized with a limit: walking along the order would read the whole table when few resources match.
  return sql`
    with found as materialized (select id, ${key} from resources where ${fits(filter)} limit ${countTo + 1}),
      page as (select id from found order by ${order} limit ${slice.limit} offset ${slice.offset})
    select total, ${columns} from (select count(*)::integer as total from found) as counted
    left join (page join resources using (id)) on true order by ${order}`;
}

function fits({ words, ...filter }: KeptFilter): RawBuilder<unknown> {
  const { type, accessType, status, principlesBits, phase } = filter;
  const conditions = [sql`withdrawn_at is null`, ...words.map(holds)];
  if (type) conditions.push(sql`type = ${type}`);
  if (accessType) conditions.push(sql`access_type = ${accessType}`);
  if (status) conditions.push(standing[status]);
  if (principlesBits.length > 0) conditions.push(sql`principles_bits = any (${sql.val(principlesBits)}::smallint[])`);
  if (phase) conditions.push(sql`${phase} = any (rapp_implementation_phase)`);
  return sql.join(conditions, sql` and `);
}

const standing = {
  published: sql`is_published`,
  draft: sql`not is_published and publish_at is null`,
  scheduled: sql`not is_published and publish_at is not null`,
};

/** Words of three letters and more are found inside others, shorter ones at the beginning: the index knows no less. */
function holds(word: string): RawBuilder<unknown> {
  const before = word.length > 2 ? '%' : '% ';
  return sql`' ' || search_text like ${before} || search_form(${escapeLike(word)}) || '%'`;
}

// How many pages the resources of a PDF show; never all pages of a file.
const wanted = `least(p.page_count - 1, (select coalesce(max(r.sample_pages), 0) from resources r
  where r.file_id = p.file_id))`;
const drawn = '(select count(*)::integer from drawn_pages d where d.file_id = p.file_id)';

/** PDFs that no job has read, and those with other pages drawn than their resources show, in the order of their ids. */
export async function listPdfsToRead(
  db: Db,
  { afterId, limit }: { afterId: string | null; limit: number },
): Promise<string[]> {
  const rows = await db.prepared<{ id: string }>(
    'publishing.list_pdfs_to_read',
    `select f.id from files f left join pdf_facts p on p.file_id = f.id
     where f.content_type = 'application/pdf' and ($1::uuid is null or f.id > $1) and case
       when p.file_id is null then exists (select from resources r where r.file_id = f.id)
       else p.page_count > 1 and p.is_drawable and ${wanted} <> ${drawn} end
     order by f.id limit $2`,
    [afterId, limit],
  );
  return rows.map(({ id }) => id);
}

/** How many first pages of a PDF its resources show, and how many are drawn. */
export type SamplePages = { wanted: number; drawn: number };

/** The sample pages of a PDF; null before it was read, and when it has none to draw. */
export async function findSamplePages(db: Db, fileId: string): Promise<SamplePages | null> {
  const rows = await db.prepared<SamplePages>(
    'publishing.find_sample_pages',
    `select ${wanted} as wanted, ${drawn} as drawn from pdf_facts p
     where p.file_id = $1 and p.page_count > 1 and p.is_drawable`,
    [fileId],
  );
  return rows[0] ?? null;
}

/** Whether a PDF has been read. */
export async function isRead(db: Db, fileId: string): Promise<boolean> {
  const rows = await db.prepared('publishing.is_read', 'select file_id from pdf_facts where file_id = $1', [fileId]);
  return rows.length > 0;
}
