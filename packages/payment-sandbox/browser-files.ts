import { readFileSync } from 'node:fs';

/** What both scripts are made of, each part after those it imports from. */
const cardParts = ['elements-of-page', 'style', 'card-values', 'card-form', 'overlay', 'api-client'];

/** The script that takes the place of Stripe.js, and the one of the sandbox's own pages, by their addresses. */
const scripts: Readonly<Record<string, readonly string[]>> = {
  '/v3/stripe.js': [...cardParts, 'intents', 'payment-elements', 'stripe'],
  '/v3/card-page.js': [...cardParts, 'card-page'],
};

const joined = new Map<string, string>();

/** A script or style that pages load. */
export function browserFile(path: string): { type: string; text: string } | undefined {
  if (path === '/v3/page.css') return { type: 'text/css', text: read('page.css') };
  const parts = scripts[path];
  return parts && { type: 'text/javascript', text: scriptOf(path, parts) };
}

/**
 * The parts put together as one plain script, as Stripe.js is one: a page loads it before its own modules, and it
 * leaves nothing behind but `window.Stripe`. Modules joined in one scope need neither their imports nor exports.
 */
function scriptOf(path: string, parts: readonly string[]): string {
  const known = joined.get(path);
  if (known) return known;
  const source = parts.map((part) => withoutModuleWords(read(`${part}.js`))).join('\n');
  const script = `(() => {\n'use strict';\n${source}\n})();\n`;
  joined.set(path, script);
  return script;
}

function withoutModuleWords(source: string): string {
  return source.replace(/^import [^;]*;\n/gm, '').replace(/^export /gm, '');
}

function read(name: string): string {
  return readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8');
}
