/**
 * Plain English: words that are almost always a sign of a sentence to be put more simply; `node lint/words.ts` checks
 * them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fits } from './paths.ts';
import { lineAt, readSources, report, type Source, type Violation } from './sources.ts';

const listed = /\b(somebody|nobody|whoever|told|tells|stands|comes to|lies|meanwhile|what is theirs|who has)\b/gi;

/** Files with words that the project cannot choose, or that are about the words themselves. */
const exempt = 'lint/words.ts lint/words.test.ts';

/** Lines that may use a listed word: part of the line, and the reason. */
const allowed: readonly { path: string; text: string; why: string }[] = [];

const files = /\.(md|tsx?)$/;

/**
 * Reports each listed word in a Markdown or TypeScript file. Sentences that `docs/requirements.md` quotes are the
 * product's own words and are left out wherever they appear.
 *
 * @param requirements the text of docs/requirements.md
 */
export function checkWords(sources: readonly Source[], requirements: string): Violation[] {
  const quotes = quotesWithListedWords(requirements);
  return sources.filter(({ path }) => !fits(path, exempt)).flatMap((source) => checkSource(source, quotes));
}

function checkSource({ path, text }: Source, quotes: readonly string[]): Violation[] {
  const checked = quotes.reduce((rest, quote) => rest.replaceAll(quote, (found) => found.replaceAll(/\S/g, '·')), text);
  return [...checked.matchAll(listed)]
    .map(({ 0: word, index }) => ({ word, line: lineAt(checked, index) }))
    .filter(({ line }) => !isAllowed(path, text.split('\n')[line - 1] ?? ''))
    .map(({ word, line }) => ({
      path,
      line,
      subject: `says "${word}"`,
      rule: 'plain English',
      why: 'name the actor and use the word the field uses (CONTRIBUTING.md, Words)',
    }));
}

function isAllowed(path: string, line: string): boolean {
  return allowed.some((entry) => entry.path === path && line.includes(entry.text));
}

/** Returns the quotations of the requirements that contain a listed word. */
function quotesWithListedWords(requirements: string): string[] {
  return [...requirements.matchAll(/"([^"\n]+)"/g)]
    .map(([, quote = '']) => quote)
    .filter((quote) => quote.match(listed));
}

if (import.meta.main) {
  const root = process.cwd();
  const requirements = readFileSync(join(root, 'docs/requirements.md'), 'utf8');
  report('words', checkWords(readSources(root, '', files), requirements));
}
