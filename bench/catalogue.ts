import {
  type accessTypes,
  type RappPrinciple,
  type ResourceType,
  rappPhases,
  rappPrinciples,
  resourceTypes,
  roleAffiliations,
} from '#contract/catalogue.ts';
import { randomFrom } from './random.ts';
import type { Vocabulary } from './words.ts';

/** A resource as the columns of its table; all are published. */
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

const firstCreatedAt = Date.UTC(2023, 0, 1);
const minuteMs = 60_000;

/** So many resources in batches, always the same ones: texts of about 250 letters, the oldest first. */
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
  // The cube makes the first words common and the last ones rare.
  const word = () => words.ordinary[Math.floor(random() ** 3 * words.ordinary.length)] ?? '';
  const sentence = (length: number) => Array.from({ length }, word).join(' ');
  const marked = [...some(words.onePercent, 0.01), ...some(words.fivePercent, 0.05), ...some([words.everywhere], 0.69)];
  const access = one(['free', 'free', 'purchase', 'purchase', 'subscription'] as const);
  const price = (pounds: number) => 100 * (1 + Math.floor(random() * pounds)) - 1;
  return {
    title: sentence(4 + Math.floor(random() * 4)),
    description: `${sentence(12)} ${marked.join(' ')} ${sentence(12 + Math.floor(random() * 10))}.`,
    type: one(resourceTypes),
    access_type: access,
    price_minor: access === 'purchase' ? price(80) : null,
    monthly_price_minor: access === 'subscription' ? price(20) : null,
    annual_price_minor: access === 'subscription' ? price(200) : null,
    currency: 'GBP',
    estimated_duration: 5 + Math.floor(random() * 120),
    // Their covers are drawn, as most are: addresses that lead nowhere would fill the browser's log.
    thumbnail_url: null,
    tags: [word(), word(), word()],
    role_affiliations: some(roleAffiliations, 0.2),
    rapp_principles: some(rappPrinciples, 0.4),
    rapp_implementation_phase: some(rappPhases, 0.4),
    is_published: true,
    created_at: new Date(firstCreatedAt + index * minuteMs).toISOString(),
  };
}
