import type { ResourceSort } from '#contract/catalogue.ts';
import type { Db } from '#server/platform/db.ts';
import { conditionsOf, orders, summaryColumns } from './filter-store.ts';
import type { SummaryRow } from './presenters.ts';
import type { Filter, ListedCount, Mark, Way } from './rules.ts';

/** How many listed resources there are of each kind: at most 432 rows, however large the catalogue is. */
export async function listCounts(db: Db): Promise<ListedCount[]> {
  return db.prepared<ListedCount>(
    'catalogue.list_counts',
    'select type, access_type, principles_bits, resources from resource_counts where resources > 0',
    [],
  );
}

type PageOf = { filter: Filter; sort: ResourceSort; way: Way };

/**
 * One page of the listed resources, and where its first one stands. Its ids come from an index alone, so that what is
 * passed on the way is never read; then the rows of the page are looked up.
 */
export async function listPage(
  db: Db,
  { filter, sort, way }: PageOf,
): Promise<{ rows: SummaryRow[]; first: Omit<Mark, 'position'> | null }> {
  const { key, type, forwards, backwards, follows, precedes } = orders[sort];
  const from = way.kind === 'gather' ? null : way.from;
  const start = from ? [from.key, from.id] : [];
  const conditions = conditionsOf(filter, 2 + start.length);
  const along = `select id from resources where is_listed${conditions.sql}`;
  const beyond = (compares: string) => (from ? ` and (${key}, id) ${compares} ($3::${type}, $4::integer)` : '');
  const page = {
    walk: `page as (${along}${beyond(follows)} order by ${forwards} limit $1 offset $2)`,
    'walk-back': `page as (${along}${beyond(precedes)} order by ${backwards} limit $1 offset $2)`,
    // Materialized, or the planner would walk along the order all the same and read a whole index for a few rows.
    gather: `found as materialized (select id, ${key} from resources where is_listed${conditions.sql}),
      page as (select id from found order by ${forwards} limit $1 offset $2)`,
  }[way.kind];
  const rows = await db.prepared<SummaryRow & { place: string }>(
    `catalogue.page.${sort}.${way.kind}${from ? '-from' : ''}.${conditions.name}`,
    `with ${page} select ${summaryColumns}, r.${key}::text as place from page join resources r using (id)
     order by ${forwards}`,
    [way.limit, way.offset, ...start, ...conditions.values],
  );
  const [first] = rows;
  return { rows, first: first ? { key: first.place, id: first.id } : null };
}

/**
 * Up to three listed resources of the same type: those that share most principles first, then the newest. Each of the
 * few kinds of a type gives its three newest, so the size of the catalogue does not matter.
 */
export async function listRelated(db: Db, resourceId: number): Promise<SummaryRow[]> {
  return db.prepared<SummaryRow>(
    'catalogue.list_related',
    `with own as (select id, type, principles_bits from resources where id = $1),
     candidates as (
       select near.id, near.created_at, bit_count((kind.principles_bits & own.principles_bits)::integer::bit(4)) as shared
       from own join resource_counts kind on kind.type = own.type
       cross join lateral (
         select id, created_at from resources
         where is_listed and type = kind.type and access_type = kind.access_type
           and principles_bits = kind.principles_bits and id <> own.id
         order by created_at desc, id desc limit 3
       ) near
     ),
     nearest as (select id, shared from candidates order by shared desc, created_at desc, id desc limit 3)
     select ${summaryColumns} from nearest join resources r using (id) order by shared desc, created_at desc, id desc`,
    [resourceId],
  );
}
