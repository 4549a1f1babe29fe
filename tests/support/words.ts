import { readFileSync } from 'node:fs';
import path from 'node:path';

const docs = path.join(import.meta.dirname, '../../docs');
const read = (page: string) => readFileSync(path.join(docs, page), 'utf8');

/** Text in quotation marks of docs/requirements.md, the longest first: it stays letter for letter. */
const quotes = [
  ...new Set([...read('requirements.md').matchAll(/"([^"\n]{2,})"/g)].map(([, quote = '']) => quote)),
].sort((one, other) => other.length - one.length);

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The last column of the tables in docs/language.md. */
const listed = read('language.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('|---'))
  .flatMap((line) => [...(line.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)].map(([, word = '']) => word));

const patterns = new RegExp(
  `(?<![\\w.@-])(?:${listed.map((word) => (word.endsWith('*') ? `${escaped(word.slice(0, -1))}\\w*` : escaped(word))).join('|')})(?![\\w@-]|[.]\\w)`,
  'gi',
);

/** Words that are written in small letters somewhere in the requirements: with a capital letter they are no names. */
const ordinary = new Set(read('requirements.md').match(/(?<![\w/.-])[a-z]{2,}(?![\w/.-])/g));

/** Screens and things of the portal that are written with a capital letter, and names from outside. */
const names = new Set(
  (
    'Access Analytics Android Annual Apple Article Authenticator Billing Book Bundle Browse Catalogue Chrome Dashboard Edge English Excel Firefox Google ' +
    'Insight Linux Microsoft My Monday Monthly Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June ' +
    'July August September October November December Overview Newsletter Profile Reconciliation Report Resources Safari Saved Settings Stripe ' +
    'Subscriptions System Template Tool Users Windows'
  ).split(' '),
);

/** A word with a capital letter after another one, also with one small word such as "of" between them. */
const capital = /(?<=\b[A-Z][a-z]+ (?:(?:a|an|and|as|at|by|for|from|in|of|on|or|the|to|with|your) )?)[A-Z][a-z]+\b/g;

const wordsIn = (text: string) => [...text.matchAll(patterns)].map(([word]) => word);

const capitalsIn = (text: string) =>
  [...text.matchAll(capital)]
    .map(([word]) => word)
    .filter((word) => ordinary.has(word.toLowerCase()) && !names.has(word));

/** Names of several words: of the plan, and from outside. */
const longNames = [
  'Admin Console',
  'Accounts in this organizational directory only',
  'Authorized redirect URIs',
  'back-channel logout',
  'Cash App Pay',
  'Continue with {name}',
  'Customer Portal',
  'debit not authorized',
  'Entra admin centre',
  'HTTP Header, Authorization, Bearer',
  'Initiate login URI',
  'Login initiated by',
  'Model Context Protocol',
  'Papua New Guinea',
  'RAPP Learning Subscription',
  'Secret Token',
  'Stripe Tax',
  'United States',
];

/**
 * `{name}` and `…` of a quote are any text. A quote of one word is a label alone: `Organization`, not an organization.
 */
const patternOf = (quote: string) =>
  quote.includes(' ')
    ? new RegExp(escaped(quote).replaceAll(/\\\{\w+\\\}|…/g, '.{0,200}?'), 'gi')
    : new RegExp(`^${escaped(quote)}(?=$| \\()`, 'g');

/** Quotes that may have a refused word or capital letter. */
const allowed = [...quotes, ...longNames]
  .filter((quote) => wordsIn(quote).length > 0 || / [A-Z]|with \{/.test(quote))
  .map(patternOf);

const withoutQuotes = (text: string) => allowed.reduce((rest, quote) => rest.replaceAll(quote, '·'), text);

/** Returns the words of a text that docs/language.md refuses, each with the text around it. */
export function rejectedWords(text: string): string[] {
  if (wordsIn(text).length === 0) return [];
  return wordsIn(withoutQuotes(text)).map((word) => `says "${word}" (docs/language.md): ${excerpt(text)}`);
}

/** Returns the words of a label or sentence that are written with a capital letter without being a name. */
export function needlessCapitals(text: string): string[] {
  if (capitalsIn(text).length === 0) return [];
  return capitalsIn(withoutQuotes(text)).map((word) => `writes "${word}" with a capital letter: ${excerpt(text)}`);
}

const excerpt = (text: string) => text.trim().slice(0, 160);
