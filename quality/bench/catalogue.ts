import {
  type accessTypes,
  type RappPrinciple,
  type ResourceType,
  rappPhases,
  rappPrinciples,
  resourceTypes,
  roleAffiliations,
} from '#contract/catalogue/catalogue.ts';

/** A published resource as the columns of its table. */
export type GeneratedResource = {
  title: string;
  description: string;
  type: ResourceType;
  access_type: (typeof accessTypes)[number];
  price_minor: number | null;
  monthly_price_minor: number | null;
  annual_price_minor: number | null;
  currency: string;
  estimated_duration: number;
  thumbnail_url: string | null;
  tags: string[];
  role_affiliations: string[];
  rapp_principles: RappPrinciple[];
  rapp_implementation_phase: string[];
  is_published: true;
  created_at: string;
};

/** A learning path is made of other resources, so none is generated. */
export const generatedTypes = resourceTypes.filter((type) => type !== 'path');

const firstCreatedAt = Date.UTC(2023, 0, 1);
const minuteMs = 60_000;

/** Generates resources in batches, always the same ones: texts of about 250 letters, the oldest first. */
export function* generateResources(
  count: number,
  words: Vocabulary,
  batchSize = 2_000,
): Generator<GeneratedResource[]> {
  const random = randomFrom(2026);
  for (let made = 0; made < count; made += batchSize) {
    const size = Math.min(batchSize, count - made);
    yield Array.from({ length: size }, (_, index) => generateResource(random, words, made + index));
  }
}

function generateResource(random: () => number, words: Vocabulary, index: number): GeneratedResource {
  const one = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  const some = <Value>(values: readonly Value[], share: number) => values.filter(() => random() < share);
  // The cube makes the first words frequent and the last ones rare.
  const word = () => words.ordinary[Math.floor(random() ** 3 * words.ordinary.length)] ?? '';
  const sentence = (length: number) => Array.from({ length }, word).join(' ');
  const marked = [...some(words.onePercent, 0.01), ...some(words.fivePercent, 0.05), ...some([words.everywhere], 0.69)];
  const access = one(['free', 'free', 'purchase', 'purchase', 'subscription'] as const);
  const price = (pounds: number) => 100 * (1 + Math.floor(random() * pounds)) - 1;
  return {
    title: sentence(4 + Math.floor(random() * 4)),
    description: `${sentence(12)} ${marked.join(' ')} ${sentence(12 + Math.floor(random() * 10))}.`,
    type: one(generatedTypes),
    access_type: access,
    price_minor: access === 'purchase' ? price(80) : null,
    monthly_price_minor: access === 'subscription' ? price(20) : null,
    annual_price_minor: access === 'subscription' ? price(200) : null,
    currency: 'GBP',
    estimated_duration: 5 + Math.floor(random() * 120),
    // Covers are drawn, like most covers, because failing URLs would fill the browser's log.
    thumbnail_url: null,
    tags: [word(), word(), word()],
    role_affiliations: some(roleAffiliations, 0.2),
    rapp_principles: some(rappPrinciples, 0.4),
    rapp_implementation_phase: some(rappPhases, 0.4),
    is_published: true,
    created_at: new Date(firstCreatedAt + index * minuteMs).toISOString(),
  };
}

/** Made-up words by the share of resources with them. No rare word is part of another word. */
export type Vocabulary = {
  /** Words of all resources; the first ones are far more frequent. */
  ordinary: string[];
  /** Each in one of a hundred resources. */
  onePercent: string[];
  /** Each in one of twenty resources. */
  fivePercent: string[];
  /** In 69 of a hundred resources. */
  everywhere: string;
  /** In no resource, and similar to no other word. */
  nowhere: string[];
};

const syllables = 'ba be da de fi fo ga go ka ke la lo ma mi na no pa pe ra ri sa so ta te va vo'.split(' ');

/** Returns the words of a catalogue of this size; larger ones have more words, like real texts. */
export function vocabularyOf(resources: number): Vocabulary {
  const random = randomFrom(7);
  const syllable = () => syllables[Math.floor(random() * syllables.length)] ?? '';
  const word = (first: string, length: number) => first + Array.from({ length }, syllable).join('');
  const words = (count: number, make: () => string) => {
    const made = new Set<string>();
    while (made.size < count) made.add(make());
    return [...made];
  };
  return {
    onePercent: words(80, () => word('z', 3)),
    fivePercent: words(20, () => word('x', 3)),
    everywhere: 'jomari',
    nowhere: words(80, () => `${word('w', 2)}w${word('w', 2)}`),
    ordinary: words(2_000 + Math.round(resources / 20), () => word('', 2 + Math.floor(random() * 3))),
  };
}

/** Returns a word with a frequent typing error: a doubled letter. */
export function misspelt(word: string): string {
  return `${word.slice(0, 3)}${word.slice(2)}`;
}

/** Returns numbers from 0 up to 1, always the same ones for a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
