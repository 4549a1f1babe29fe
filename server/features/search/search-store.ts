import type { ResourceSort } from '#contract/search.ts';
import type { Slice } from '#server/features/catalogue/rules.ts';
import { batched, listOfAnyLength } from '#server/platform/database/batch.ts';
import type { Db } from '#server/platform/database/db.ts';
import { type Conditions, conditionsOf, indexConditionsOf, joined, orders } from './filter-store.ts';
import type { Filter, Placed } from './rules.ts';
import type { Look, Ranking, Search, SoughtWord } from './search-rules.ts';

/** More spellings than this are not looked up one by one. */
const mostSpellings = 1000;

type SoughtRow = Omit<SoughtWord, 'similar'> & { place: number };

/** The words of a search text in search form, each with the words of the catalogue that hold it. */
export const listSoughtWords = batched<string, SoughtWord[]>(async (db, searches) => {
  const rows = await db.prepared<SoughtRow>(
    'catalogue.list_sought_words',
    // What has three letters is looked up by its trigrams, shorter words have an index of their own.
    `select asked.place, sought.word, known.uses, known.spellings
     from unnest(${listOfAnyLength('text')}) with ordinality as asked(search, place)
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
  for (const { place, ...word } of rows) lists[place - 1]?.push({ ...word, similar: [] });
  return lists;
});

/** Words of the catalogue that look like this one, best first, and in how many resources each stands. */
export function listSimilarWords(db: Db, word: string): Promise<{ word: string; resources: number }[]> {
  return db.prepared('catalogue.list_similar_words', 'select word, resources from similar_words($1)', [word]);
}

type Part = { filter: Filter; sort: ResourceSort; slice: Slice };

type SearchAll = Part & {
  search: Search;
  /** Stop after so many: with a total above it the slice is not the true one. Null looks to the end. */
  most: number | null;
  /** Best matches first, in place of the sort, which then decides between equals. */
  ranking?: Ranking | undefined;
  /** When more than so many are found the sort holds all the same. */
  rankedTo: number | null;
};

/** Finds what matches, sorts it and answers a slice and the total. */
export async function searchAll(
  db: Db,
  { search, filter, sort, slice, most, ranking, rankedTo }: SearchAll,
): Promise<{ total: number; placed: Placed[] }> {
  const { key, forwards } = orders[sort];
  const ranked = ranking ? rankOf(ranking, rankedTo) : { name: '', columns: '', points: '', order: '', values: [] };
  const matches = matchesOf(search, filter, 3 + ranked.values.length);
  const rows = await db.prepared<Placed & { total: number }>(
    `catalogue.search_all.${sort}.${ranked.name}${matches.name}`,
    // Materialized with a limit: walking along the order would read the whole table when few rows match.
    `with found as materialized (
       select id, xmin as revision, ${key}${ranked.columns} from resources where is_listed${matches.sql} limit $3
     ),
     counted as materialized (select count(*)::integer as total from found),
     page as (
       select id, revision, ${key}${ranked.points} from found, counted order by ${ranked.order}${forwards} limit $1 offset $2
     )
     select total, id, revision from counted left join page on true order by ${ranked.order}${forwards}`,
    [slice.limit, slice.offset, most === null ? null : most + 1, ...ranked.values, ...matches.values],
  );
  // When the slice is empty the total comes alone.
  return { total: rows[0]?.total ?? 0, placed: rows.filter(({ id }) => id !== null) };
}

/**
 * A point for what is in the text, two for the tags, three for the title, of each pattern: in the order, as the
 * parameters 4 and 5.
 */
function rankOf({ patterns }: Ranking, rankedTo: number | null) {
  const pointsOf = (pattern: string) =>
    `case when title like ${pattern} then 3 when tags like ${pattern} then 2 else 1 end`;
  // Most people search for one word, and a query over a list of one costs more than the comparison.
  const isOne = patterns.length === 1;
  const sum = isOne ? pointsOf('($4::text[])[1]') : `(select sum(${pointsOf('p')}) from unnest($4::text[]) as p)`;
  return {
    name: isOne ? 'ranked-by-one.' : 'ranked.',
    // Under other names, for the title may be what is sorted by.
    columns: ', title_order as title, search_tags as tags',
    points: `, case when (total <= $5::integer) is not false then ${sum} end as points`,
    order: 'points desc, ',
    values: [patterns, rankedTo],
  };
}

type SearchAlong = Part & {
  /** What of the filter the order's index goes by. */
  along: Filter;
  look: Look;
  /** Give up after so many resources; null walks to the end. */
  within: number | null;
};

/** Walks along the order of the list until the slice is full: quick when much matches. */
export async function searchAlong(
  db: Db,
  { look, filter, along, sort, slice, within }: SearchAlong,
): Promise<Placed[]> {
  const { forwards } = orders[sort];
  const walked = conditionsOf(along, 2);
  const looked = looksOf(look, 2 + walked.values.length);
  const conditions = conditionsOf(filter, 2 + walked.values.length + looked.values.length);
  const values = [slice.limit, slice.offset, ...walked.values, ...looked.values, ...conditions.values];
  const listed = `from resources where is_listed${walked.sql}`;
  const fits = `${looked.sql}${conditions.sql}`;
  const name = `catalogue.search_along.${sort}.${looked.name}.${conditions.name}`;
  if (within === null) {
    const text = `select id, xmin as revision ${listed}${fits} order by ${forwards} limit $1 offset $2`;
    return db.prepared<Placed>(`${name}.all`, text, values);
  }
  // What does not fit counts as well, for its rows are read; and the planner can do nothing but walk.
  const text = `select id, revision from (
      select id, xmin as revision, search_text, type, access_type, principles_bits, rapp_implementation_phase,
        role_affiliations
      ${listed} order by ${forwards} limit $${values.length + 1}
    ) r where true${fits} limit $1 offset $2`;
  return db.prepared<Placed>(name, text, [...values, within]);
}

/** The conditions of a search and a filter; `name` tells the variants of the statement apart. */
export function matchesOf({ tsquery, labels, ...look }: Search, filter: Filter, used: number): Conditions {
  const looked = looksOf(look, used);
  const usedThen = used + looked.values.length;
  const found = labels ? indexConditionsOf({ tsquery, labels }, filter, usedThen) : conditionsOf(filter, usedThen);
  return {
    sql: looked.sql + found.sql,
    values: [...looked.values, ...found.values],
    name: [looked.name, found.name].filter((name) => name !== '').join('.'),
  };
}

/** The conditions of what a text is looked through for. */
function looksOf({ patterns, meant }: Look, used: number): Conditions {
  const typed = (given: string) => ` and search_text like all (${given}::text[])`;
  const other = (given: string) => ` and ' ' || search_text || ' ' like any (${given}::text[])`;
  return joined(
    [
      ...(patterns.length > 0 ? [{ sql: typed, value: patterns, name: 'l' }] : []),
      ...meant.map((alternatives, index) => ({
        sql: other,
        value: alternatives,
        name: index === 0 ? `m${meant.length}` : '',
      })),
    ],
    used,
  );
}
