import { accessTypes, rappPhases, rappPrinciples, roleAffiliations } from '#contract/catalogue/catalogue.ts';
import type { ResourceQuery } from '#contract/catalogue/search.ts';
import { findResource } from '#server/catalogue/catalogue/actions.ts';
import { showSummary } from '#server/catalogue/catalogue/rules.ts';
import { findWithClosest, readKnown } from '#server/catalogue/search/actions.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import { generatedTypes, misspelt, type Vocabulary } from './catalogue.ts';

/** A call to measure, such as a query to the catalogue; each number makes another one of its kind. */
export type Question = { name: string; ask: (number: number) => Promise<unknown> };

const everything: ResourceQuery = {
  type: [],
  accessType: [],
  rappPrinciples: [],
  rappImplementationPhase: [],
  roleAffiliations: [],
  search: '',
  page: 1,
  pageSize: 12,
};

/** Returns members' queries over a catalogue of this size. */
export async function readQuestions(
  { db }: Database,
  { size, words }: { size: number; words: Vocabulary },
): Promise<Question[]> {
  const ctx: Context = { db, now: new Date(), actor: null, origin: { ip: '127.0.0.1', requestId: 'bench' } };
  // Cached with the catalogue's version, as in the portal.
  const known = await readKnown(ctx, { searchSynonyms: [] });
  const list = (name: string, queryOf: (number: number) => Partial<ResourceQuery>): Question => ({
    name,
    ask: async (number) => {
      const { rows, closest } = await findWithClosest(ctx, { ...everything, ...queryOf(number) }, known);
      return [...rows, ...closest].map(showSummary);
    },
  });
  const search = (name: string, wordOf: (number: number) => string) =>
    list(`search: ${name}`, (number) => ({ search: wordOf(number) }));
  return [
    list('list: 12 newest', () => ({})),
    list('one of the first 50 pages', (number) => ({ page: 1 + (number % 50) })),
    list('the last pages', (number) => ({ page: 200 - (number % 3) })),
    list('filter: phase and role', audienceOf),
    list('filter: type, access, principle', filterOf),
    list('filter, by price, page 5', (number) => ({ ...filterOf(number), sort: 'price_low_high', page: 5 })),
    search('a word in none', (number) => take(words.nowhere, number)),
    search('a word in 1 %', (number) => take(words.onePercent, number)),
    search('a word in 5 %', (number) => take(words.fivePercent, number)),
    search('a word in 69 %', () => words.everywhere),
    search('a part of words (3 letters)', (number) => take(words.ordinary, number).slice(1, 4)),
    list('search: a word in 69 %, first 50 pages', (number) => ({
      search: words.everywhere,
      page: 1 + (number % 50),
    })),
    search('two words', (number) => `${take(words.onePercent, number)} ${words.everywhere}`),
    search('a misspelt word', (number) => misspelt(take(words.onePercent, number))),
    // Searches with few results, after which the closest matches are searched.
    search('closest, a word in 1 % and one in none', (number) =>
      [take(words.onePercent, number), take(words.nowhere, number)].join(' '),
    ),
    search('closest, two words in 1 %, a filter word', (number) =>
      [take(words.onePercent, number), take(words.onePercent, number + 1), 'template'].join(' '),
    ),
    search('closest, words in 5 % and in none', (number) =>
      [take(words.fivePercent, number), take(words.fivePercent, number + 1), take(words.nowhere, number)].join(' '),
    ),
    search('closest, a question of eight words', (number) =>
      [
        ...[0, 1, 2, 3].map((further) => take(words.ordinary, number + 7 * further)),
        ...[0, 1].map((further) => take(words.onePercent, number + further)),
        take(words.fivePercent, number),
        take(words.nowhere, number),
      ].join(' '),
    ),
    search('closest, a word in 69 % and one in none', (number) => `${words.everywhere} ${take(words.nowhere, number)}`),
    list('search in 1 % with a filter', (number) => ({
      ...filterOf(number),
      search: take(words.onePercent, number),
    })),
    list('search in 5 % with a filter', (number) => ({
      ...filterOf(number),
      search: take(words.fivePercent, number),
    })),
    list('search in 1 %, by title, page 5', (number) => ({
      search: take(words.onePercent, number),
      sort: 'title',
      page: 5,
    })),
    { name: 'one by id', ask: (number) => findResource(ctx, 1 + ((number * 7919) % size), 'user') },
  ];
}

function filterOf(number: number): Partial<ResourceQuery> {
  return {
    type: [take(generatedTypes, number)],
    accessType: [take(accessTypes, number)],
    rappPrinciples: [take(rappPrinciples, number)],
  };
}

function audienceOf(number: number): Partial<ResourceQuery> {
  return {
    rappImplementationPhase: [take(rappPhases, number)],
    roleAffiliations: [take(roleAffiliations, number)],
  };
}

function take<Value>(values: readonly Value[], number: number): Value {
  // Safe cast, because the list is never empty and the remainder is below its length.
  return values[number % values.length] as Value;
}
