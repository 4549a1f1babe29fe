import type { ResourceSort } from '#contract/search.ts';
import type { Db } from '#server/platform/database/db.ts';
import { conditionsOf, orders } from './filter-store.ts';
import type { Filter, ListedCount, Mark, Placed, Way } from './rules.ts';

/** How many listed resources there are of each kind: at most 432 rows, however large the catalogue is. */
export async function listCounts(db: Db): Promise<ListedCount[]> {
  return db.prepared<ListedCount>(
    'catalogue.list_counts',
    'select type, access_type, principles_bits, resources from resource_counts where resources > 0',
    [],
  );
}

type PageOf = { filter: Filter; sort: ResourceSort; way: Way };
type PlacedRow = Placed & { place: string };
type FoundPage = { placed: Placed[]; first: Omit<Mark, 'position'> | null };

/**
 * One page of the listed resources, and where its first one stands. Its ids come from an index alone, so that what is
 * passed on the way is never read; then the rows of the page are looked at.
 */
export async function listPage(db: Db, { filter, sort, way }: PageOf): Promise<FoundPage> {
  const { key, type, forwards, backwards, follows, precedes } = orders[sort];
  if (isEarlyPage({ filter, way })) return listEarlyPage(db, sort, way);
  const from = way.kind === 'gather' ? null : way.from;
  const start = from ? [from.key, from.id] : [];
  const conditions = conditionsOf(filter, start.length);
  const window = windowOf(way, start.length + conditions.values.length);
  const along = `select id from resources where is_listed${conditions.sql}`;
  const beyond = (compares: string) => (from ? ` and (${key}, id) ${compares} ($1::${type}, $2::integer)` : '');
  const page = {
    walk: `page as (${along}${beyond(follows)} order by ${forwards} ${window.sql})`,
    'walk-back': `page as (${along}${beyond(precedes)} order by ${backwards} ${window.sql})`,
    // Materialized, or the planner would walk along the order all the same and read a whole index for a few rows.
    gather: `found as materialized (select id, ${key} from resources where is_listed${conditions.sql}),
      page as (select id from found order by ${forwards} ${window.sql})`,
  }[way.kind];
  const rows = await db.prepared<PlacedRow>(
    `catalogue.page.${sort}.${way.kind}${from ? '-from' : ''}.${conditions.name}${window.name}`,
    `with ${page} select r.id, r.xmin as revision, r.${key}::text as place from page join resources r using (id)
     order by ${forwards}`,
    [...start, ...conditions.values, ...window.values],
  );
  return placed(rows);
}

type Window = { sql: string; values: number[]; name: string };

/**
 * Limit and offset of a way. PostgreSQL makes a new plan at every call for those that it is given as parameters, and
 * that can cost more than the page: the usual ones stand in the text.
 * @param used how many parameters the statement has before these
 */
function windowOf({ limit, offset }: Way, used: number): Window {
  if (limit === usualLimit && offset === 0) return { sql: `limit ${usualLimit}`, values: [], name: '.12' };
  return { sql: `limit $${used + 1} offset $${used + 2}`, values: [limit, offset], name: '' };
}

/** The page length of the screens, and how many pages from the start have statements of their own. */
const usualLimit = 12;
const earlyPages = 10;

function isEarlyPage({ filter, way }: Pick<PageOf, 'filter' | 'way'>): boolean {
  const isWhole = Object.values(filter).every((values) => values.length === 0);
  const isUsual = way.limit === usualLimit && way.offset % usualLimit === 0 && way.offset < earlyPages * usualLimit;
  return isWhole && isUsual && way.kind === 'walk' && way.from === null;
}

/** One of the first pages of everything, which most people see, read in one step and with its numbers in the text. */
async function listEarlyPage(db: Db, sort: ResourceSort, { limit, offset }: Way): Promise<FoundPage> {
  const { key, forwards } = orders[sort];
  const rows = await db.prepared<PlacedRow>(
    `catalogue.early_page.${sort}.${offset}`,
    `select id, xmin as revision, ${key}::text as place from resources where is_listed
     order by ${forwards} limit ${limit} offset ${offset}`,
    [],
  );
  return placed(rows);
}

function placed(rows: PlacedRow[]): FoundPage {
  const [first] = rows;
  return { placed: rows, first: first ? { key: first.place, id: first.id } : null };
}
