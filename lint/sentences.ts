/**
 * Plain English, as a ratchet: each pattern of sentences that readers must decode may be found at most so many times,
 * and the number only falls; `node lint/sentences.ts` checks it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { fits } from './paths.ts';
import { lineAt, readSources, report, type Source, type Violation } from './sources.ts';

type Place = 'prose' | 'comment' | 'title' | 'code';

type Pattern = {
  name: string;
  place: Place;
  found: RegExp;
  /** Number of places that have the pattern today; lower it when a sentence is mended, never raise it. */
  most: number;
};

const patterns: readonly Pattern[] = [
  {
    name: 'words that hide the actor',
    place: 'prose',
    found: /\b(somebody|nobody|whoever|told|tells|stands|comes to|lies|meanwhile|what is theirs|who has)\b/gi,
    most: 0,
  },
  {
    name: 'a comment that begins with a question word or a comparison',
    place: 'comment',
    found: /^(What|Who|Whose|Which|Where|How|As|The same)\b/g,
    most: 0,
  },
  { name: 'words that must be decoded', place: 'comment', found: /\b(an own|anew|how often)\b/gi, most: 0 },
  { name: 'a case without its condition', place: 'comment', found: /, (or )?else the\b/g, most: 0 },
  {
    name: 'a test title that needs its describe',
    place: 'title',
    found:
      /^([A-Z][A-Z0-9]*(-[A-Z]+)*-\d+[a-z]? )*(its|nothing|of|what|who|which|is|are|has|with|without|into|while|by|that)\b/gi,
    most: 0,
  },
  {
    name: 'a function named …Of, without a verb, that waits for something outside',
    place: 'code',
    found:
      /\b(async function|const) (?!(create|find|insert|is|issue|list)[A-Z])\w+Of(?= = async\b|(?<=function \w+)\b)/g,
    most: 0,
  },
];

/** Files about the patterns themselves. */
const exempt = 'lint/sentences.ts lint/sentences.test.ts';

const files = /\.(md|tsx?)$/;

/** Tests name what they read by any short word. */
const isTest = /\.(test|e2e)\.tsx?$|^tests\//;

/** A part of a file that is read on its own, and the offset at which it begins. */
type Part = { text: string; offset: number };

type Found = { path: string; line: number; words: string };

/**
 * Reports each pattern that is found more often than its number allows, with its places, and each that is found less
 * often, so that the number falls. Sentences that `docs/requirements.md` quotes are left out wherever they appear.
 *
 * @param requirements the text of docs/requirements.md
 */
export function checkSentences(
  sources: readonly Source[],
  requirements: string,
  allowed: readonly Pattern[] = patterns,
): Violation[] {
  const quotes = [...requirements.matchAll(/"([^"\n]+)"/g)]
    .map(([, quote = '']) => quote)
    .filter((quote) => allowed.some(({ found }) => quote.match(found)));
  const read = sources
    .filter(({ path }) => !fits(path, exempt))
    .map(({ path, text }) => partsOf({ path, text: quotes.reduce(blank, text) }));
  return allowed.flatMap((pattern) => {
    const places = read.flatMap((source) => findIn(source, pattern));
    if (places.length < pattern.most) return [fallen(pattern, places.length)];
    if (places.length === pattern.most) return [];
    const why = `${pattern.name}: ${places.length} places, at most ${pattern.most} (CONTRIBUTING.md, Words)`;
    return places.map(({ path, line, words }) => ({
      path,
      line,
      subject: `says "${words}"`,
      rule: 'plain English',
      why,
    }));
  });
}

const fallen = ({ name }: Pattern, count: number): Violation => ({
  path: 'lint/sentences.ts',
  line: 1,
  subject: name,
  rule: 'the number only falls',
  why: `set its \`most\` to ${count}`,
});

type Read = Source & Record<Place, Part[]>;

function findIn(source: Read, { place, found }: Pattern): Found[] {
  return source[place].flatMap(({ text, offset }) =>
    [...text.matchAll(found)].map(({ 0: words, index }) => ({
      path: source.path,
      line: lineAt(source.text, offset + index),
      words,
    })),
  );
}

const blank = (text: string, quote: string) => text.replaceAll(quote, (sentence) => sentence.replaceAll(/\S/g, '·'));

function partsOf(source: Source): Read {
  const whole = [{ text: source.text, offset: 0 }];
  if (source.path.endsWith('.md')) return { ...source, prose: whole, comment: [], title: [], code: [] };
  const code = isTest.test(source.path) ? [] : whole;
  return { ...source, prose: whole, comment: commentsOf(source), title: titlesOf(source.text), code };
}

/** Returns the comments without their marks; line comments one below the other are one. */
function commentsOf({ path, text }: Source): Part[] {
  const parts: Part[] = [];
  let lastEnd = -1;
  for (const { type, value, start, end } of parseSync(path, text).comments) {
    const last = parts.at(-1);
    if (type === 'Line' && last && lastEnd >= 0 && /^\s*$/.test(text.slice(lastEnd, start))) {
      last.text += `${' '.repeat(start + 2 - lastEnd)}${value}`;
    } else {
      const begin = value.search(/[^\s*]/);
      // Marks become blanks of the same length, so that offsets stay those of the file.
      if (begin >= 0)
        parts.push({
          text: value.slice(begin).replaceAll(/\n\s*\*/g, (mark) => ' '.repeat(mark.length)),
          offset: start + 2 + begin,
        });
    }
    lastEnd = type === 'Line' ? end : -1;
  }
  return parts;
}

function titlesOf(text: string): Part[] {
  return [...text.matchAll(/(?:\b(?:it|test)(?:\.\w+)*|\]\))\(\s*(['"`])/g)].map(({ 0: call, index, 1: mark = '' }) => {
    const offset = index + call.length;
    return { text: text.slice(offset, text.indexOf(mark, offset)), offset };
  });
}

if (import.meta.main) {
  const root = process.cwd();
  const requirements = readFileSync(join(root, 'docs/requirements.md'), 'utf8');
  report('sentences', checkSentences(readSources(root, '', files), requirements));
}
