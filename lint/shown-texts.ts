/** Finds texts that a browser's translation would change (GEN-28): codes, and names and addresses of people. */
import { type JSXElement, parseSync, type Span, Visitor } from 'oxc-parser';
import type { Source } from './sources.ts';

const address = /\b(?:\w*[a-z]E|e)mail\b/;
const person =
  /\b(?:(?:user|member|person|owner|holder|inviter)Name\b|\b(?:made|sent|published|tested)By\b|fullName\(|firstNameOf\(|firstName\b|(?:person|owner|member|user|holder|invitedBy)\??\.name\b)/;

/**
 * Returns the expressions on a screen that show an address, the name of a person or, in an element for codes, a code,
 * outside every element with `translate`. `name` alone is that of a person beside an address.
 */
export function findTranslated({ path, text }: Source): (Span & { shows: 'address' | 'name' | 'code' })[] {
  const found: (Span & { shows: 'address' | 'name' | 'code' })[] = [];
  /** Expressions `name` of the outermost element that is being read, and whether it shows an address. */
  let names: Span[] = [];
  let hasAddress = false;
  let depth = 0;
  let marked = 0;
  const at = ({ start, end }: Span) => text.slice(start, end);
  new Visitor({
    JSXElement: (node) => {
      depth += 1;
      if (isMarked(node)) marked += 1;
      const opening = at(node.openingElement);
      const isForCode = /\bfont-mono\b/.test(opening) || opening.startsWith('<code');
      for (const child of node.children) {
        // Elements inside of an expression are read themselves.
        if (child.type !== 'JSXExpressionContainer' || /<\w/.test(at(child))) continue;
        const shown = withoutWords(at(child.expression));
        if (address.test(shown)) hasAddress = true;
        if (marked > 0) continue;
        if (isForCode) found.push({ start: child.start, end: child.end, shows: 'code' });
        else if (address.test(shown)) found.push({ start: child.start, end: child.end, shows: 'address' });
        else if (person.test(shown)) found.push({ start: child.start, end: child.end, shows: 'name' });
        else if (/^\w*\.?name$/.test(shown)) names.push(child);
      }
    },
    'JSXElement:exit': (node) => {
      depth -= 1;
      if (isMarked(node)) marked -= 1;
      if (depth > 0) return;
      if (hasAddress) found.push(...names.map(({ start, end }) => ({ start, end, shows: 'name' as const })));
      names = [];
      hasAddress = false;
    },
    // The columns of tables: a cell that is no element.
    Property: ({ key, value }) => {
      if (at(key) !== 'cell' || value.type !== 'ArrowFunctionExpression' || /<\w/.test(at(value))) return;
      const shown = withoutWords(at(value.body));
      if (address.test(shown)) found.push({ start: value.start, end: value.end, shows: 'address' });
      else if (person.test(shown) || /^(?:member|owner|user)\b/.test(shown))
        found.push({ start: value.start, end: value.end, shows: 'name' });
    },
  }).visit(parseSync(path, text).program);
  return found;
}

/** Removes comments, and words in quotation marks; the values inside a template stay. */
const withoutWords = (code: string) =>
  code
    .replaceAll(/\/\*.*?\*\/|'[^'\n]*'/gs, '')
    .replaceAll(/`[^`]*`/g, (template) => [...template.matchAll(/\$\{[^}]*\}/g)].join(' '));

const isMarked = ({ openingElement }: JSXElement) =>
  openingElement.attributes.some((one) => one.type === 'JSXAttribute' && one.name.name === 'translate');
