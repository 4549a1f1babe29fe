import { randomFrom } from './random.ts';

/** Made-up words by how many resources they stand in. No rare word lies inside an ordinary one or in another. */
export type Vocabulary = {
  /** Any of these, the first ones far more often. */
  ordinary: string[];
  /** Each in one resource of a hundred. */
  onePercent: string[];
  /** Each in one of twenty. */
  fivePercent: string[];
  /** In 69 of a hundred. */
  everywhere: string;
  /** In none, and unlike any other. */
  nowhere: string[];
};

const syllables = 'ba be da de fi fo ga go ka ke la lo ma mi na no pa pe ra ri sa so ta te va vo'.split(' ');

/** The words of a catalogue of this size: larger ones have more of them, as real texts do. */
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

/** How somebody might mistype a word: one letter twice. */
export function misspelt(word: string): string {
  return `${word.slice(0, 3)}${word.slice(2)}`;
}
