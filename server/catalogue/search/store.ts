import type { ResourceSort } from '#contract/catalogue/search.ts';
import { type SummaryRow, summaryColumns } from '#server/catalogue/catalogue/columns.ts';
import type { Slice } from '#server/catalogue/catalogue/rules.ts';
import { batched, listOfAnyLength } from '#server/platform/database/batch.ts';
import type { Db } from '#server/platform/database/db.ts';
import { containing, escapeLike } from '#server/platform/database/like.ts';
import type { WeighedTerm } from './ranking-rules.ts';
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

/**
 * Lists one page of the listed resources that match a filter and whose texts have the words, in the order of an index.
 */
export function listPage(
  db: Db,
  { patterns = { parts: [], meant: [] }, minutes = null, filter, sort, slice }: Page & Partial<Omit<Search, 'tsquery'>>,
): Promise<SummaryRow[]> {
  const search = { tsquery: null, patterns, minutes };
  const where = conditionsOf([...matchesOf(search), ...filtersOf(filter)], [slice.limit, slice.offset]);
  return db.prepared<SummaryRow>(
    `search.list_page.${sort}.${where.name}`,
    `select ${summaryColumns} from resources r where r.is_listed${where.sql} order by ${orders[sort]} limit $1 offset $2`,
    where.values,
  );
}

type Ranking = {
  /**
   * Terms of the search. A text at the beginning of a word counts three times the weight in the title and twice in the
   * tags; any other match counts it once.
   */
  terms: WeighedTerm[];
  /** Terms that a match may lack; they count twice their weight in the title and the tags. */
  soft: WeighedTerm[];
  /** Sought time in minutes. A resource that takes about this long counts one, a shorter one a half. */
  minutes: number | null;
};

type Matches = Page & {
  search: Search;
  /** Terms that rank the matches; null when only the sort decides. */
  ranking: Ranking | null;
  /** Counting stops above this number of matches. With a higher total, no rows are returned. */
  most: number;
};

/**
 * Lists one page of the matches of a search and a filter, with the total. The matches are collected first, at most one
 * more than `most`, because PostgreSQL would otherwise follow the order's index through the whole table when few or
 * none match.
 */
export async function listMatches(
  db: Db,
  { search, filter, sort, slice, ranking, most }: Matches,
): Promise<{ rows: SummaryRow[]; total: number }> {
  const points = pointsOf(ranking, 3);
  const where = conditionsOf(
    [...matchesOf(search), ...filtersOf(filter)],
    [slice.limit, slice.offset, most, ...points.values],
  );
  // An empty page has one row, which only has the total.
  const rows = await db.prepared<(SummaryRow | { id: null }) & { total: number }>(
    `search.list_matches.${sort}.${points.name}${where.name}`,
    `with found as materialized (
       select r.id, r.created_at, r.title_order, r.shown_price_minor, r.search_tags, r.estimated_duration
       from resources r where r.is_listed${where.sql} limit $3::integer + 1
     ),
     counted as materialized (select count(*)::integer as total from found),
     page as (
       select r.id, ${points.sql} as points from found r, counted where total <= $3
       order by ${points.order}${orders[sort]} limit $1 offset $2
     )
     select total, ${summaryColumns} from counted left join page on true left join resources r on r.id = page.id
     order by ${points.order && 'page.'}${points.order}${orders[sort]}`,
    where.values,
  );
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
}

/** Returns SQL of a text in which each word has a space before it. */
export const beginning = (column: string) => `' ' || translate(${column}, '-/(“‘', '     ')`;

/** Returns SQL of the ranking, with parameters numbered after the first `given`. */
function pointsOf(ranking: Ranking | null, given: number) {
  const { terms, soft, minutes } = ranking ?? { terms: [], soft: [], minutes: null };
  const values: unknown[] = [];
  const add = (value: unknown) => `$${given + values.push(value)}`;
  const ofTerm = ({ texts, weight }: WeighedTerm, [title, tags, otherwise]: [number, number, number]) => {
    const [words, parts] = [add(texts.map(wordsBeginning)), add(texts.map(wordsAnywhere))];
    // The first comparison excludes most matches, at a third of the cost of the second.
    const begins = (column: string) =>
      `${column} like any (${parts}::text[]) and ${beginning(column)} like any (${words}::text[])`;
    return `${add(weight)}::real * case when ${begins('r.title_order')} then ${title}
      when ${begins('r.search_tags')} then ${tags} else ${otherwise} end`;
  };
  const points = [
    ...terms.map((term) => ofTerm(term, [3, 2, 1])),
    ...soft.map((term) => ofTerm(term, [2, 2, 0])),
    ...(minutes === null ? [] : [timeOf('r.estimated_duration', `${add(minutes)}::integer`)]),
  ];
  if (points.length === 0) return { name: '', sql: '0', order: '', values };
  const others = soft.length > 0 || minutes !== null ? `${soft.length}${minutes === null ? '' : 't'}.` : '';
  return { name: `ranked${terms.length}.${others}`, sql: points.join(' + '), order: 'points desc, ', values };
}

/**
 * Returns a pattern for titles and tags, in which other words may be between those of `text`. In a whole text they must
 * be adjacent (`textBeginning`).
 */
export const wordsBeginning = (text: string) =>
  `%${text
    .split(' ')
    .map((word) => ` ${escapeLike(word)}`)
    .join('%')}%`;
export const wordsAnywhere = (text: string) => `%${text.split(' ').map(escapeLike).join('%')}%`;
export const textBeginning = (text: string) => containing(` ${text}`);

/** Returns SQL that is one for a resource that takes about `minutes`, and a half for a shorter one. */
export const timeOf = (duration: string, minutes: string) =>
  `case when ${duration} > ${minutes} * 1.1 then 0 when ${duration} >= ${minutes} * 0.6 then 1 when ${duration} > 0 then 0.5 else 0 end`;

/** Counts the matches of a search by all fields of the filters; reads at most one resource more than `most`. */
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

export function listCounts(db: Db): Promise<ListedCount[]> {
  return db.prepared<ListedCount>(
    'search.list_counts',
    'select type, access_type, principles_bits, resources from resource_counts where resources > 0',
    [],
  );
}

/** Counts the listed resources of each phase and role within a filter without either. */
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

/** Returns the conditions as SQL, with their values after the given ones; parameters are numbered in this order. */
export function conditionsOf(conditions: readonly Condition[], given: readonly unknown[]) {
  return {
    sql: conditions.map(({ sql }, index) => ` and ${sql(`$${given.length + index + 1}`)}`).join(''),
    values: [...given, ...conditions.map(({ value }) => value)],
    // PostgreSQL reads only 63 bytes of a statement's name, so each condition has a short one.
    name: conditions.map(({ name }) => name).join(''),
  };
}

/**
 * Returns the conditions of a filter. A single value is compared with `=`, so that an index on that column keeps its
 * order.
 */
export function filtersOf({ types, accessTypes, principlesBits, phases, roles }: Filter): Condition[] {
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

/** Returns the longest time that counts as about this long: a tenth more. */
const longestOf = (minutes: number) => Math.floor(minutes * 1.1);

/** Returns the conditions of a search: words for the index, other words as patterns, and the time. */
export function matchesOf({ tsquery, patterns, minutes = null }: Search): Condition[] {
  const words = { name: 'w', value: tsquery, sql: wordsIn };
  const time = {
    name: 'd',
    value: longestOf(minutes ?? 0),
    sql: (given: string) => `r.estimated_duration <= ${given}::integer`,
  };
  return [...(tsquery === null ? [] : [words]), ...likePatterns(patterns), ...(minutes === null ? [] : [time])];
}

const wordsIn = (given: string) => `array_to_tsvector(words_of(r.search_text)) @@ ${given}::tsquery`;

/** Returns the words as patterns over the text: all typed ones, and for each misspelt one any of the possible words. */
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

/** Maximum number of spellings; a word with more is searched in the texts instead. */
const mostSpellings = 1000;

type SoughtRow = SoughtWord & { place: number };

/**
 * Lists the words of a text in search form, in their order, each with the words of the catalogue that contain it, and
 * with its other forms: "policies" for "policy", "trained" for "training".
 */
export const listSoughtWords = batched<string, SoughtWord[]>(async (db, searches) => {
  const rows = await db.prepared<SoughtRow>(
    'search.list_sought_words',
    // Words of three letters and more are found by their trigrams; shorter ones have a separate index. Stems lose
    // punctuation, so a word with "%" or "_" at an end, which counts as written, has no other forms.
    `select asked.place, sought.word, known.uses + forms.uses as uses, known.spellings, known.counts, forms.others
     from unnest(${listOfAnyLength('text')}) with ordinality as asked(search, place)
     cross join lateral (
       select word, position from string_to_table(search_form(asked.search), ' ') with ordinality as part(word, position)
       where word <> ''
     ) sought
     cross join lateral (
       select coalesce(sum(resources), 0)::integer as uses,
         case when count(*) <= ${mostSpellings} then coalesce(array_agg(word), '{}') end as spellings,
         case when count(*) <= ${mostSpellings} then coalesce(array_agg(resources), '{}') else '{}' end as counts
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
         and sought.word !~ '^[%_]|[%_]$'
     ) forms
     order by asked.place, sought.position`,
    [searches],
  );
  const lists = searches.map((): SoughtWord[] => []);
  for (const { place, ...word } of rows) lists[place - 1]?.push(word);
  return lists;
});

/** Lists up to 200 words of the catalogue that are similar to this one, most similar first. */
export function listSimilarWords(db: Db, word: string): Promise<{ word: string; resources: number }[]> {
  return db.prepared('search.list_similar_words', 'select word, resources from similar_words($1)', [word]);
}

/**
 * Lists resources whose titles begin with a text, in the order of the titles: one range of the index of titles, up to
 * the last Unicode character.
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
