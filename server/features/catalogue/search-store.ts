import type { ResourceSort } from '#contract/catalogue.ts';
import type { Db } from '#server/platform/db.ts';
import { conditionsOf, orders, summaryColumns } from './filter-store.ts';
import type { SummaryRow } from './presenters.ts';
import type { Filter, Slice } from './rules.ts';
import type { Ranking, Search, SoughtWord } from './search-rules.ts';

/** More spellings than this are not looked up one by one. */
const mostSpellings = 1000;

/** The words of a search text in search form, each with the words of the catalogue that hold it. */
export async function listSoughtWords(db: Db, search: string): Promise<SoughtWord[]> {
  return db.prepared<SoughtWord>(
    'catalogue.list_sought_words',
    // What has three letters is looked up by its trigrams, shorter words have an index of their own.
    `with sought as materialized (
       select distinct word from string_to_table(search_form($1), ' ') as word where word <> ''
     ), known as (
       select sought.word, w.word as spelling, w.resources from sought join search_words w
         on length(sought.word) > 2
         and w.word like '%' || regexp_replace(sought.word, '([\\\\%_])', '\\\\\\1', 'g') || '%'
       union all
       select sought.word, w.word, w.resources from sought join search_words w
         on length(sought.word) <= 2 and short_parts(w.word) @> array[sought.word]
     )
     select word, coalesce(sum(resources), 0)::integer as uses,
       case when count(spelling) <= ${mostSpellings}
         then coalesce(array_agg(spelling) filter (where spelling is not null), '{}') end as spellings
     from sought left join known using (word) group by word order by word`,
    [search],
  );
}

/** Words of the catalogue that look like this one, best first. */
export async function listSimilarWords(db: Db, word: string): Promise<string[]> {
  const rows = await db.prepared<{ word: string }>(
    'catalogue.list_similar_words',
    'select word from similar_words($1)',
    [word],
  );
  return rows.map((row) => row.word);
}

type Part = { filter: Filter; sort: ResourceSort; slice: Slice };

type SearchAll = Part & {
  search: Search;
  /**
   * Stop looking after so many: a total above it says only that there are more, and the slice is not the true one
   * then. Null looks to the end.
   */
  countTo: number | null;
  /** Best matches first, in place of the sort, which then decides between equals. */
  ranking?: Ranking;
};

/** Finds what matches, sorts it and answers a slice and the total. */
export async function searchAll(
  db: Db,
  { search, filter, sort, slice, countTo, ranking }: SearchAll,
): Promise<{ total: number; rows: SummaryRow[] }> {
  const { key, forwards } = orders[sort];
  const ranked = ranking
    ? { name: 'ranked.', column: `, ${rankOf('$4')} as rank`, order: 'rank desc, ', values: [ranking.patterns] }
    : { name: '', column: '', order: '', values: [] };
  const matches = matchesOf(search, filter, 3 + ranked.values.length);
  const rows = await db.prepared<SummaryRow & { total: number }>(
    `catalogue.search_all.${sort}.${ranked.name}${matches.name}`,
    // Materialized with a limit: walking along the order would read the whole table when few rows match.
    `with found as materialized (select id, ${key}${ranked.column} from resources where is_listed${matches.sql} limit $3),
       page as (select id${ranking ? ', rank' : ''} from found order by ${ranked.order}${forwards} limit $1 offset $2)
     select total, ${summaryColumns} from (select count(*)::integer as total from found) as counted
     left join (page join resources r using (id)) on true order by ${ranked.order}${forwards}`,
    [slice.limit, slice.offset, countTo === null ? null : countTo + 1, ...ranked.values, ...matches.values],
  );
  // When the slice is empty the total comes alone.
  return { total: rows[0]?.total ?? 0, rows: rows.filter(({ id }) => id !== null) };
}

/** A point for what is in the text, two for the tags, three for the title, of each pattern. */
function rankOf(patterns: string): string {
  return `(select sum(case when title_order like pattern then 3 when search_tags like pattern then 2 else 1 end)
    from unnest(${patterns}::text[]) as pattern)`;
}

type SearchAlong = Part & {
  /** For LIKE; all of them occur in what is found. */
  patterns: string[];
  /** Give up after so many listed resources; null walks to the end. */
  within: number | null;
};

/** Walks along the order of the list until the slice is full: quick when much matches. */
export async function searchAlong(
  db: Db,
  { patterns, filter, sort, slice, within }: SearchAlong,
): Promise<SummaryRow[]> {
  const { forwards } = orders[sort];
  const conditions = conditionsOf(filter, 4);
  return db.prepared<SummaryRow>(
    `catalogue.search_along.${sort}.${conditions.name}`,
    `select ${summaryColumns} from (
       select * from resources where is_listed${conditions.sql} order by ${forwards} limit $3
     ) r where search_text like all ($4::text[]) limit $1 offset $2`,
    [slice.limit, slice.offset, within, patterns, ...conditions.values],
  );
}

/** The conditions of a search and a filter; `name` tells the variants of the statement apart. */
export function matchesOf({ tsquery, patterns }: Search, filter: Filter, used: number) {
  const parts: { sql: (parameter: string) => string; value: unknown; name: string }[] = [];
  if (tsquery !== null) {
    const sql = (parameter: string) => `array_to_tsvector(words_of(search_text)) @@ ${parameter}::tsquery`;
    parts.push({ sql, value: tsquery, name: 'words' });
  }
  if (patterns.length > 0) {
    parts.push({ sql: (parameter) => `search_text like all (${parameter}::text[])`, value: patterns, name: 'parts' });
  }
  const conditions = conditionsOf(filter, used + parts.length);
  return {
    sql: parts.map(({ sql }, index) => ` and ${sql(`$${used + index + 1}`)}`).join('') + conditions.sql,
    values: [...parts.map(({ value }) => value), ...conditions.values],
    name: [...parts.map(({ name }) => name), conditions.name].join('.'),
  };
}
