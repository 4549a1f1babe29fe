import { accessTypes, rappPrinciples, resourceTypes } from '#contract/catalogue.ts';
import type { ResourceQuery } from '#contract/search.ts';
import { findResource } from '#server/features/catalogue/actions.ts';
import { createCards } from '#server/features/search/card-actions.ts';
import { countResources, listResources } from '#server/features/search/list-actions.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import { misspelt, type Vocabulary } from './catalogue.ts';

/** A question to the catalogue; each number asks another one of its kind. */
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

/** The questions that members ask, over a catalogue of this size. */
export async function questionsOf(
  { db }: Database,
  { size, words }: { size: number; words: Vocabulary },
): Promise<Question[]> {
  const ctx: Context = { db, now: new Date(), actor: null, origin: { ip: '127.0.0.1', requestId: 'bench' } };
  // Kept with the catalogue's version, as the portal does.
  const known = { ...(await countResources(ctx)), cards: createCards() };
  const list = (name: string, queryOf: (number: number) => Partial<ResourceQuery>): Question => ({
    name,
    ask: (number) => listResources(ctx, { ...everything, ...queryOf(number) }, known),
  });
  const search = (name: string, wordOf: (number: number) => string) =>
    list(`search: ${name}`, (number) => ({ search: wordOf(number) }));
  const deepPage = (share: number) => Math.max(1, Math.floor((size * share) / 12));
  return [
    list('list: 12 newest', () => ({})),
    list('page in the middle', (number) => ({ page: deepPage(0.5) - (number % 3) })),
    list('page at 90 %', (number) => ({ page: deepPage(0.9) - (number % 3) })),
    list('filter: type, access, principle', filterOf),
    list('filter, by price, page 5', (number) => ({ ...filterOf(number), sort: 'price_low_high', page: 5 })),
    search('a word in none', (number) => take(words.nowhere, number)),
    search('a word in 1 %', (number) => take(words.onePercent, number)),
    search('a word in 5 %', (number) => take(words.fivePercent, number)),
    search('a word in 69 %', () => words.everywhere),
    search('a part of words (3 letters)', (number) => take(words.ordinary, number).slice(1, 4)),
    search('two words', (number) => `${take(words.onePercent, number)} ${words.everywhere}`),
    search('a misspelt word', (number) => misspelt(take(words.onePercent, number))),
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
    type: [take(resourceTypes, number)],
    accessType: [take(accessTypes, number)],
    rappPrinciples: [take(rappPrinciples, number)],
  };
}

function take<Value>(values: readonly Value[], number: number): Value {
  // Never empty, and the remainder stays within.
  return values[number % values.length] as Value;
}
