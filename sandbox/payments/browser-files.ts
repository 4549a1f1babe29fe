import { readFileSync } from 'node:fs';

/** The parts of the script that takes the place of Stripe.js, each after those it imports from. */
const scriptParts = [
  'elements-of-page',
  'style',
  'card-values',
  'card-form',
  'overlay',
  'api-client',
  'intents',
  'payment-elements',
  'stripe',
];

let script: string | undefined;

/**
 * The parts put together as one plain script, as Stripe.js is one: a page loads it before its own modules, and it
 * leaves nothing behind but `window.Stripe`. Modules joined in one scope need neither their imports nor exports.
 */
export function browserScript(): string {
  const joined = () => scriptParts.map((part) => withoutModuleWords(read(`${part}.js`))).join('\n');
  script ??= `(() => {\n'use strict';\n${joined()}\n})();\n`;
  return script;
}

function withoutModuleWords(source: string): string {
  return source.replace(/^import [^;]*;\n/gm, '').replace(/^export /gm, '');
}

export function pageStyle(): string {
  return read('page.css');
}

function read(name: string): string {
  return readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8');
}
