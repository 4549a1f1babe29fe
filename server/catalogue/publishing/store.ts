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
 * Columns that a save writes: the form's, its time to publish, and those of its text and parts when the form has them.
 */
export type ResourceValues = ResourceColumns & {
  publish_at: Date | null;
  reading_minutes?: number | null;
  includes_later_parts?: boolean;
};

export async function insertResource(db: Db, values: ResourceValues): Promise<Row> {
  return db.kysely.insertInto('resources').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function updateResource(db: Db, id: number, values: ResourceValues): Promise<Row> {
  return db.kysely
    .updateTable('resources')
    .set({ ...values, updated_at: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Finds a resource that is not withdrawn. */
export async function findResource(db: Db, id: number): Promise<Row | null> {
  const row = await db.kysely
    .selectFrom('resources')
    .selectAll()
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Finds and locks a resource that is not withdrawn, until the transaction ends. */
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

/**
 * Locks the resources with these ids in the order of their ids, until the transaction ends; withdrawn ones are missing.
 */
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

/** Finds and locks a resource whose time to publish has come, until the transaction ends. */
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

/** Whether a time is in the future, by the database's clock. */
export async function isAhead(db: Db, instant: string): Promise<boolean> {
  const { rows } = await sql<{ isAhead: boolean }>`select ${instant}::timestamptz > now() as "isAhead"`.execute(
    db.kysely,
  );
  return rows[0]?.isAhead ?? false;
}

/** Withdraws a resource: removes it from every list; its buyers keep it. */
export async function updateWithdrawn(db: Db, id: number): Promise<void> {
  await db.kysely
    .updateTable('resources')
    .set({ is_published: false, publish_at: null, withdrawn_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function updateStripeProduct(db: Db, id: number, stripeProductId: string): Promise<void> {
  await db.kysely.updateTable('resources').set({ stripe_product_id: stripeProductId }).where('id', '=', id).execute();
}

// These statements are planned with their values and not prepared, because the best plan depends on the words and the
// status.

type Order = { key: string; sql: string };

/** Each order ends with the id, so that no resource is on two pages, and has its own index. */
const orders: Record<AdminResourceSort, Order> = {
  created_at: { key: 'created_at', sql: 'created_at desc, id desc' },
  updated_at: { key: 'updated_at', sql: 'updated_at desc, id desc' },
  title: { key: 'title_order', sql: 'title_order, id' },
  price_low_high: { key: 'shown_price_minor', sql: 'shown_price_minor, id' },
  price_high_low: { key: 'shown_price_minor', sql: 'shown_price_minor desc, id desc' },
};

const columns = sql.raw(resourceColumns);

type PageOf = { filter: KeptFilter; sort: AdminResourceSort; slice: Slice };

/**
 * Lists a page of the matching resources that are not withdrawn, by reading the index of the order until the page is
 * full.
 */
export async function listKept(db: Db, page: PageOf): Promise<ResourceRow[]> {
  return (await keptPage(page).execute(db.kysely)).rows;
}

export function keptPage({ filter, sort, slice }: PageOf): RawBuilder<ResourceRow> {
  const order = sql.raw(orders[sort].sql);
  return sql<ResourceRow>`
    with page as (
      select id from resources where ${fits(filter)} order by ${order} limit ${slice.limit} offset ${slice.offset}
    )
    select ${columns} from resources join page using (id) order by ${order}`;
}

/** Counts the resources that match a filter without words. */
export async function countKept(db: Db, filter: KeptFilter): Promise<number> {
  const { rows } = await keptCount(filter).execute(db.kysely);
  return rows[0]?.total ?? 0;
}

export function keptCount(filter: KeptFilter): RawBuilder<{ total: number }> {
  return sql`select count(*)::integer as total from resources where ${fits(filter)}`;
}

/** Counts the resources that are not withdrawn, in total and by status (ADM-RES-19). */
export async function countByStatus(db: Db): Promise<AdminResourceCounts> {
  const { rows } = await sql<AdminResourceCounts>`
    select count(*)::integer as total, (count(*) filter (where ${standing.published}))::integer as published,
      (count(*) filter (where ${standing.draft}))::integer as draft,
      (count(*) filter (where ${standing.scheduled}))::integer as scheduled
    from resources where withdrawn_at is null`.execute(db.kysely);
  return rows[0] ?? { total: 0, published: 0, draft: 0, scheduled: 0 };
}

/** Counts the scheduled drafts and finds the first; title and time are null when there is none. */
export async function findScheduled(db: Db): Promise<{ count: number; title: string | null; publishAt: Date | null }> {
  const { rows } = await sql<{ count: number; title: string | null; publishAt: Date | null }>`
    select count(*)::integer as count, min(publish_at) as "publishAt",
      (array_agg(title order by publish_at, id))[1] as title
    from resources where withdrawn_at is null and ${standing.scheduled}`.execute(db.kysely);
  return rows[0] ?? { count: 0, title: null, publishAt: null };
}

type Find = PageOf & {
  /**
   * Counting stops above this number of results. A higher total only means that there are more; the rows are then not
   * those of the requested page.
   */
  countTo: number;
};

/** Finds the resources with the words, sorts them and returns a page with the total. */
export async function findKept(db: Db, find: Find): Promise<{ rows: ResourceRow[]; total: number }> {
  const { rows } = await keptSearch(find).execute(db.kysely);
  // An empty page has one row, which only has the total.
  return { total: rows[0]?.total ?? 0, rows: rows.filter(({ id }) => id !== null) };
}

export function keptSearch({ filter, sort, slice, countTo }: Find): RawBuilder<ResourceRow & { total: number }> {
  const order = sql.raw(orders[sort].sql);
  const key = sql.raw(orders[sort].key);
  // Materialized with a limit, because following the order's index would read the whole table when few resources match.
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

/**
 * Condition for a word: three letters or more may be inside another word, fewer only at its beginning, because the
 * index supports no more.
 */
function holds(word: string): RawBuilder<unknown> {
  const before = word.length > 2 ? '%' : '% ';
  return sql`' ' || search_text like ${before} || search_form(${escapeLike(word)}) || '%'`;
}

// Number of pages of a PDF that its resources show; never all pages of a file.
const wanted = `least(p.page_count - 1, (select coalesce(max(r.sample_pages), 0) from resources r
  where r.file_id = p.file_id))`;
const drawn = '(select count(*)::integer from drawn_pages d where d.file_id = p.file_id)';

/** Lists resources' PDFs that are not read yet, and those whose drawn pages differ from the wanted ones, by id. */
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

/** Number of first pages of a PDF that its resources show, and number of drawn pages. */
export type SamplePages = { wanted: number; drawn: number };

/** Finds the sample pages of a PDF; null before it was read, and when it has none to draw. */
export async function findSamplePages(db: Db, fileId: string): Promise<SamplePages | null> {
  const rows = await db.prepared<SamplePages>(
    'publishing.find_sample_pages',
    `select ${wanted} as wanted, ${drawn} as drawn from pdf_facts p
     where p.file_id = $1 and p.page_count > 1 and p.is_drawable`,
    [fileId],
  );
  return rows[0] ?? null;
}

export async function isRead(db: Db, fileId: string): Promise<boolean> {
  const rows = await db.prepared('publishing.is_read', 'select file_id from pdf_facts where file_id = $1', [fileId]);
  return rows.length > 0;
}
