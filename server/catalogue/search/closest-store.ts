import { type SummaryRow, summaryColumns } from '#server/catalogue/catalogue/columns.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Nearness } from './ranking-rules.ts';
import type { Filter } from './rules.ts';
import {
  beginning,
  conditionsOf,
  filtersOf,
  matchesOf,
  textBeginning,
  timeOf,
  wordsAnywhere,
  wordsBeginning,
} from './store.ts';

type Nearest = { nearness: Nearness; filter: Filter; except: readonly number[]; limit: number };

/** Number of candidates whose whole text is read. */
const mostRead = 60;

/**
 * Lists the resources closest to a search, except the given ones. A term counts its weight, half more in the title and
 * a quarter more in the tags. The index of words finds the candidates with a rare term. A frequent term is searched in
 * titles and tags, and only in the texts of the leading candidates, because reading all texts takes too long.
 */
export async function listClosest(db: Db, { nearness, filter, except, limit }: Nearest): Promise<SummaryRow[]> {
  const { terms, places, mostOfPlace, soft, phrases, minutes, filterWeight } = nearness;
  const values: unknown[] = [limit, except, mostOfPlace];
  const add = (value: unknown) => `$${values.push(value)}`;
  const names: string[] = [];
  const held = places.map(({ search, holds }, place) => {
    const where = conditionsOf(matchesOf(search), values);
    names.push(`${where.name}${holds.join('')}`);
    values.splice(0, values.length, ...where.values);
    return `(select r.id, ${place} as place from resources r where r.is_listed${where.sql} limit $3)`;
  });
  const placesWith = (term: number) =>
    places.flatMap(({ holds }, place) => (holds.includes(term) ? [`c.in${place}`] : []));
  // The first comparison excludes most texts, at a third of the cost of the second.
  const begins = (texts: readonly string[]) => {
    const [anywhere, words] = [add(texts.map(wordsAnywhere)), add(texts.map(wordsBeginning))];
    return (column: string) =>
      `${column} like any (${anywhere}::text[]) and ${beginning(column)} like any (${words}::text[])`;
  };
  const counted = terms.map(({ texts, weight }, index) => {
    const isIn = begins(texts);
    return `${add(weight)}::real * case when ${isIn('s.title')} then 1.5
      when ${isIn('s.tags')} then 1.25 when ${placesWith(index).join(' or ') || 'false'} then 1
      else 0 end as p${index}`;
  });
  const ranked = soft.map(({ texts, weight }) => {
    const isIn = begins(texts);
    return `case when ${isIn('s.title')} or ${isIn('s.tags')} then ${add(weight)}::real else 0 end`;
  });
  if (minutes) ranked.push(`${add(minutes.weight)}::real * ${timeOf('s.duration', `${add(minutes.most)}::integer`)}`);
  const filters = conditionsOf(filtersOf(filter), values);
  if (filters.sql !== '') {
    values.splice(0, values.length, ...filters.values);
    ranked.push(`case when true${filters.sql.replaceAll(' r.', ' s.')} then ${add(filterWeight)}::real else 0 end`);
  }
  const heldIn = (texts: readonly string[], weight: number) =>
    `case when s.text like any (${add(texts.map(wordsAnywhere))}::text[])
      and ${beginning('s.text')} like any (${add(texts.map(textBeginning))}::text[]) then ${add(weight)}::real else 0 end`;
  const isFound = terms.map((_, index) => placesWith(index).length > 0);
  const read = terms.map(({ texts, weight }, index) =>
    isFound[index] ? `t.p${index}` : `greatest(t.p${index}, ${heldIn(texts, weight)})`,
  );
  const near = phrases.map(({ texts, weight }) => heldIn(texts, weight));
  const sum = (parts: readonly string[]) => parts.join(' + ') || '0::real';
  const rare = read.filter((_, index) => terms[index]?.isRare);
  const weights = terms.map((_, index) => `p${index}`);
  const kinds = terms.map(({ isRare }) => (isRare ? 'r' : 'f')).join('');
  const readsTexts = near.length > 0 || isFound.includes(false);
  return db.prepared<SummaryRow>(
    `search.closest.${kinds}.${soft.length}${minutes ? 't' : ''}.${filters.name}.${names.join('')}.${phrases.length}`,
    `with held as (${held.join(' union all ')}),
     candidates as materialized (
       select id, ${places.map((_, place) => `bool_or(place = ${place}) as in${place}`).join(', ')}
       from held where id <> all ($2::integer[]) group by id
     ),
     scored as materialized (
       select c.id, s.created_at, ${counted.join(', ')}, ${sum(ranked)} as ranked
       from candidates c cross join lateral (
         select r.created_at, r.type, r.access_type, r.principles_bits, r.rapp_implementation_phase,
           r.role_affiliations, r.estimated_duration as duration, r.title_order as title, r.search_tags as tags
         from resources r where r.id = c.id offset 0
       ) s
     ),
     first as materialized (
       select id, created_at, ${weights.join(', ')}, ranked from scored
       order by ${sum(weights)} + ranked desc, created_at desc, id desc
       limit ${mostRead}
     ),
     final as materialized (
       select t.id, t.created_at, ${sum(rare)} as rare, ${sum(read)} as held, t.ranked + ${sum(near)} as ranked
       from first t${readsTexts ? textOf : ''}
     ),
     page as (
       select id, held + ranked as score from final, (select max(held) as most from final) best
       where rare > 0 and held >= most / 3 order by score desc, created_at desc, id desc limit $1
     )
     select ${summaryColumns} from page join resources r on r.id = page.id
     order by page.score desc, r.created_at desc, r.id desc`,
    values,
  );
}

const textOf = ` cross join lateral (
  select r.search_text as text from resources r where r.id = t.id offset 0
) s`;
