import type { ResourceSort } from '#contract/catalogue.ts';
import { batched } from '#server/platform/batch.ts';
import type { Db } from '#server/platform/db.ts';
import { conditionsOf, orders } from './filter-store.ts';
import type { Filter, Placed, Slice } from './rules.ts';
import type { Ranking, Search, SoughtWord } from './search-rules.ts';

/** More spellings than this are not looked up one by one. */
const mostSpellings = 1000;

type SoughtRow = SoughtWord & { place: number };

/** The words of a search text in search form, each with the words of the catalogue that hold it. */
export const listSoughtWords = batched<string, SoughtWord[]>(async (db, searches) => {
  const rows = await db.prepared<SoughtRow>(
    'catalogue.list_sought_words',
    // What has three letters is looked up by its trigrams, shorter words have an index of their own.
    `select asked.place, sought.word, known.uses, known.spellings
     from unnest($1::text[]) with ordinality as asked(search, place)
     cross join lateral (
       select distinct word from string_to_table(search_form(asked.search), ' ') as word where word <> ''
     ) sought
     cross join lateral (
       select coalesce(sum(resources), 0)::integer as uses,
         case when count(*) <= ${mostSpellings} then coalesce(array_agg(word), '{}') end as spellings
       from (
         select w.word, w.resources from search_words w where length(sought.word) > 2
           and w.word like '%' || regexp_replace(sought.word, '([\\\\%_])', '\\\\\\1', 'g') || '%'
         union all
         select w.word, w.resources from search_words w where length(sought.word) <= 2
           and short_parts(w.word) @> array[sought.word]
       ) holding
     ) known
     order by asked.place, sought.word`,
    [searches],
  );
  const lists = searches.map((): SoughtWord[] => []);
  for (const { place, ...word } of rows) lists[place - 1]?.push(word);
  return lists;
});

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
): Promise<{ total: number; placed: Placed[] }> {
  const { key, forwards } = orders[sort];
  const ranked = ranking
    ? { ...rankOf(ranking, '$4'), order: 'rank desc, ', values: [ranking.patterns] }
    : { name: '', column: '', order: '', values: [] };
  const matches = matchesOf(search, filter, 3 + ranked.values.length);
  const rows = await db.prepared<Placed & { total: number }>(
    `catalogue.search_all.${sort}.${ranked.name}${matches.name}`,
    // Materialized with a limit: walking along the order would read the whole table when few rows match.
    `with found as materialized (
       select id, xmin as revision, ${key}${ranked.column} from resources where is_listed${matches.sql} limit $3
     ), page as (select * from found order by ${ranked.order}${forwards} limit $1 offset $2)
     select total, id, revision from (select count(*)::integer as total from found) as counted
     left join page on true order by ${ranked.order}${forwards}`,
    [slice.limit, slice.offset, countTo === null ? null : countTo + 1, ...ranked.values, ...matches.values],
  );
  // When the slice is empty the total comes alone.
  return { total: rows[0]?.total ?? 0, placed: rows.filter(({ id }) => id !== null) };
}

/** A point for what is in the text, two for the tags, three for the title, of each pattern. */
function rankOf({ patterns }: Ranking, given: string): { name: string; column: string } {
  const pointsOf = (pattern: string) =>
    `case when title_order like ${pattern} then 3 when search_tags like ${pattern} then 2 else 1 end`;
  // Most people search for one word, and a query over a list of one costs more than the comparison.
  return patterns.length === 1
    ? { name: 'ranked-by-one.', column: `, ${pointsOf(`(${given}::text[])[1]`)} as rank` }
    : { name: 'ranked.', column: `, (select sum(${pointsOf('p')}) from unnest(${given}::text[]) as p) as rank` };
}

type SearchAlong = Part & {
  /** For LIKE; all of them occur in what is found. */
  patterns: string[];
  /** Give up after so many listed resources; null walks to the end. */
  within: number | null;
};

/** Walks along the order of the list until the slice is full: quick when much matches. */
export async function searchAlong(db: Db, { patterns, filter, sort, slice, within }: SearchAlong): Promise<Placed[]> {
  const { forwards } = orders[sort];
  const conditions = conditionsOf(filter, 4);
  return db.prepared<Placed>(
    `catalogue.search_along.${sort}.${conditions.name}`,
    `select id, revision from (
       select id, xmin as revision, search_text from resources where is_listed${conditions.sql} order by ${forwards} limit $3
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
