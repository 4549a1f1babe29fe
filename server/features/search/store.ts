import type { ResourceSort } from '#contract/search.ts';
import { type SummaryRow, summaryColumns } from '#server/features/catalogue/columns.ts';
import type { Slice } from '#server/features/catalogue/rules.ts';
import { batched, listOfAnyLength } from '#server/platform/database/batch.ts';
import type { Db } from '#server/platform/database/db.ts';
import { containing } from '#server/platform/database/like.ts';
import type { Filter, FoundCount, ListedCount } from './rules.ts';
import type { Patterns, Search, SoughtWord } from './word-rules.ts';

/** The orders of a list; each ends with the id, so that no resource is on two pages. */
const orders: Record<ResourceSort, string> = {
  created_at: 'r.created_at desc, r.id desc',
  title: 'r.title_order, r.id',
  price_low_high: 'r.shown_price_minor, r.id',
  price_high_low: 'r.shown_price_minor desc, r.id desc',
};

type Page = { filter: Filter; sort: ResourceSort; slice: Slice };

/** One page of the listed resources that match a filter, and in whose text the words are; an index has their order. */
export function listPage(
  db: Db,
  { patterns = { parts: [], meant: [] }, filter, sort, slice }: Page & { patterns?: Patterns },
): Promise<SummaryRow[]> {
  const where = conditionsOf([...likePatterns(patterns), ...filtersOf(filter)], [slice.limit, slice.offset]);
  return db.prepared<SummaryRow>(
    `search.list_page.${sort}.${where.name}`,
    `select ${summaryColumns} from resources r where r.is_listed${where.sql} order by ${orders[sort]} limit $1 offset $2`,
    where.values,
  );
}

type Matches = Page & {
  search: Search;
  /** For each term its texts: one that begins a word counts three in the title, two in the tags, and one anywhere. */
  ranking: string[][];
  /** Stop after so many: a higher total comes without rows. */
  most: number;
};

/**
 * One page of what matches a search and a filter, and the total. The matches are collected first, at most one more than
 * `most`: PostgreSQL would otherwise follow the order's index through the whole table when few or none match.
 */
export async function listMatches(
  db: Db,
  { search, filter, sort, slice, ranking, most }: Matches,
): Promise<{ rows: SummaryRow[]; total: number }> {
  const given = [
    slice.limit,
    slice.offset,
    most,
    ...ranking.map((texts) => texts.map((text) => containing(` ${text}`))),
  ];
  const where = conditionsOf([...matchesOf(search), ...filtersOf(filter)], given);
  const points = ranking.map((_, index) => {
    const texts = `any ($${index + 4}::text[])`;
    return `case when ${beginning('r.title_order')} like ${texts} then 3 when ${beginning('r.search_tags')} like ${texts} then 2 else 1 end`;
  });
  const ranked =
    ranking.length > 0
      ? { name: `ranked${ranking.length}.`, points: points.join(' + '), order: 'page.points desc, ' }
      : unranked;
  const rows = await db.prepared<SummaryRow & { total: number }>(
    `search.list_matches.${sort}.${ranked.name}${where.name}`,
    `with found as materialized (
       select r.id, r.created_at, r.title_order, r.shown_price_minor, r.search_tags
       from resources r where r.is_listed${where.sql} limit $3::integer + 1
     ),
     counted as materialized (select count(*)::integer as total from found),
     page as (
       select r.id, ${ranked.points} as points from found r, counted where total <= $3
       order by ${ranked.points === '0' ? '' : 'points desc, '}${orders[sort]} limit $1 offset $2
     )
     select total, ${summaryColumns} from counted left join page on true left join resources r on r.id = page.id
     order by ${ranked.order}${orders[sort]}`,
    where.values,
  );
  // An empty page leaves one row with the total alone.
  return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 };
}

/** A text in which each word has a space before it. */
const beginning = (column: string) => `' ' || translate(${column}, '-/(“‘', '     ')`;

const unranked = { name: '', points: '0', order: '' };

/** What matches a search, counted by everything that filters ask for; at most one resource more than `most` is read. */
export function countMatches(db: Db, { search, most }: { search: Search; most: number }): Promise<FoundCount[]> {
  const where = conditionsOf(matchesOf(search), [most + 1]);
  return db.prepared<FoundCount>(
    `search.count_matches.${where.name}`,
    `with found as materialized (
       select r.type, r.access_type, r.principles_bits, r.rapp_implementation_phase as phases, r.role_affiliations as roles
       from resources r where r.is_listed${where.sql} limit $1
     )
     select type, access_type, principles_bits, phases, roles, count(*)::integer as resources
     from found group by type, access_type, principles_bits, phases, roles`,
    where.values,
  );
}

/** The listed resources by type, access and principles. */
export function listCounts(db: Db): Promise<ListedCount[]> {
  return db.prepared<ListedCount>(
    'search.list_counts',
    'select type, access_type, principles_bits, resources from resource_counts where resources > 0',
    [],
  );
}

/** How many listed resources each phase and role has within a filter that asks for neither. */
export function listAudienceCounts(db: Db, filter: Filter): Promise<{ audience: string; resources: number }[]> {
  const where = conditionsOf(filtersOf(filter), []);
  return db.prepared(
    `search.list_audience_counts.${where.name}`,
    `select audience, sum(resources)::integer as resources from resource_audience_counts r
     where resources > 0${where.sql} group by audience`,
    where.values,
  );
}

/** A condition on a row of resources, without its parameter; `name` is its part of the statement's name. */
type Condition = { name: string; value: unknown; sql: (parameter: string) => string };

/** The conditions as SQL, their values behind those given: parameters are numbered in this order. */
function conditionsOf(conditions: readonly Condition[], given: readonly unknown[]) {
  return {
    sql: conditions.map(({ sql }, index) => ` and ${sql(`$${given.length + index + 1}`)}`).join(''),
    values: [...given, ...conditions.map(({ value }) => value)],
    // PostgreSQL reads only 63 letters of a statement's name, so each condition has few.
    name: conditions.map(({ name }) => name).join(''),
  };
}

/** The filter: a single value is compared with `=`, so that an index of that column keeps its order. */
function filtersOf({ types, accessTypes, principlesBits, phases, roles }: Filter): Condition[] {
  const oneOf = (name: string, column: string, values: readonly unknown[], type: string): Condition[] => {
    if (values.length === 0) return [];
    if (values.length === 1) return [{ name, value: values[0], sql: (given) => `r.${column} = ${given}::${type}` }];
    return [{ name: `${name}s`, value: values, sql: (given) => `r.${column} = any (${given}::${type}[])` }];
  };
  const anyOf = (name: string, column: string, values: readonly string[]): Condition[] =>
    values.length === 0 ? [] : [{ name, value: values, sql: (given) => `r.${column} && ${given}::text[]` }];
  return [
    ...oneOf('t', 'type', types, 'text'),
    ...oneOf('a', 'access_type', accessTypes, 'text'),
    ...oneOf('p', 'principles_bits', principlesBits, 'smallint'),
    ...anyOf('f', 'rapp_implementation_phase', phases),
    ...anyOf('r', 'role_affiliations', roles),
  ];
}

/** The words that the index of words finds, and the rest as patterns. */
function matchesOf({ tsquery, patterns }: Search): Condition[] {
  const words = { name: 'w', value: tsquery, sql: wordsIn };
  return [...(tsquery === null ? [] : [words]), ...likePatterns(patterns)];
}

const wordsIn = (given: string) => `array_to_tsvector(words_of(r.search_text)) @@ ${given}::tsquery`;

/** The words as patterns over the text: all that were typed, and for each misspelt one any that may be meant. */
function likePatterns({ parts, meant }: Patterns): Condition[] {
  const typed = {
    name: 'l',
    value: parts.map(containing),
    sql: (given: string) => `r.search_text like all (${given}::text[])`,
  };
  const alternatives = meant.map((words) => ({
    name: 'm',
    value: words.map(containing),
    sql: (given: string) => `' ' || r.search_text || ' ' like any (${given}::text[])`,
  }));
  return [...(parts.length === 0 ? [] : [typed]), ...alternatives];
}

/** A word with more spellings than this is looked for in the texts instead. */
const mostSpellings = 1000;

type SoughtRow = SoughtWord & { place: number };

/**
 * The words of a text in search form, in their order, each with the words of the catalogue that hold it, and with other
 * forms of it: "policies" for "policy", "trained" for "training".
 */
export const listSoughtWords = batched<string, SoughtWord[]>(async (db, searches) => {
  const rows = await db.prepared<SoughtRow>(
    'search.list_sought_words',
    // Words of three letters and more are found by their trigrams; shorter ones have an index of their own.
    `select asked.place, sought.word, known.uses + forms.uses as uses, known.spellings, forms.others
     from unnest(${listOfAnyLength('text')}) with ordinality as asked(search, place)
     cross join lateral (
       select word, position from string_to_table(search_form(asked.search), ' ') with ordinality as part(word, position)
       where word <> ''
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
     cross join lateral (
       select coalesce(sum(w.resources), 0)::integer as uses, coalesce(array_agg(w.word), '{}') as others
       from search_words w where w.stem = word_stem(sought.word) and strpos(w.word, sought.word) = 0
     ) forms
     order by asked.place, sought.position`,
    [searches],
  );
  const lists = searches.map((): SoughtWord[] => []);
  for (const { place, ...word } of rows) lists[place - 1]?.push(word);
  return lists;
});

/** Words of the catalogue that look like this one, most similar first. */
export function listSimilarWords(db: Db, word: string): Promise<{ word: string; resources: number }[]> {
  return db.prepared('search.list_similar_words', 'select word, resources from similar_words($1)', [word]);
}

/**
 * Listed resources whose titles begin with a text, in the order of the titles: one range of the index of titles, up to
 * the last character of all.
 */
export function listTitlesFrom(
  db: Db,
  text: string,
  limit: number,
): Promise<Pick<SummaryRow, 'id' | 'title' | 'type'>[]> {
  return db.prepared(
    'search.list_titles_from',
    `select id, title, type from resources
     where is_listed and title_order >= search_form($1) and title_order < search_form($1) || chr(1114111)
     order by title_order, id limit $2`,
    [text, limit],
  );
}
