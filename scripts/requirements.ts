/** `npm run requirements`: lists the requirements that no test of the last `npm test` names. */
import { existsSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import type { Source } from '../lint/sources.ts';

const oneId = /[A-Z]+(?:-[A-Z]+)?-\d{2}/;
const leadingIds = new RegExp(`^(?:${oneId.source}(?:,? and |,? |:? ?|$))+`);

/** A mention of an id in a test: the file and the whole title. */
export type Naming = { id: string; path: string; title: string };

/** Returns the ids of the list, in its order. */
export function idsOf(list: string): string[] {
  return [...list.matchAll(new RegExp(`^- (${oneId.source}) `, 'gm'))].map(([, id = '']) => id);
}

/** Returns an id without its number: `ADM-RES` of `ADM-RES-07`. */
export function areaOf(id: string): string {
  return id.slice(0, id.lastIndexOf('-'));
}

/**
 * Finds the ids at the beginnings of strings in the tests. Any string counts, not only an argument of `test`, because
 * some titles come from tables. The area of an id must be one of the list's; otherwise SHA-256 would be a requirement.
 */
export function namingsIn(tests: readonly Source[], areas: ReadonlySet<string>): Naming[] {
  return tests.flatMap(({ path, text }) => {
    const titles: string[] = [];
    new Visitor({
      Literal: (node) => typeof node.value === 'string' && titles.push(node.value),
      TemplateLiteral: (node) => node.quasis[0]?.value.cooked && titles.push(node.quasis[0].value.cooked),
    }).visit(parseSync(path, text).program);
    return titles.flatMap((title) =>
      leadingIdsOf(title)
        .filter((id) => areas.has(areaOf(id)))
        .map((id) => ({ id, path, title })),
    );
  });
}

function leadingIdsOf(text: string): string[] {
  return leadingIds.exec(text)?.[0].match(new RegExp(oneId, 'g')) ?? [];
}

/**
 * Returns the ids of `docs/requirements.md` that no title begins with. The titles of `describe`s are parts of a title,
 * and a `describe` may name ids for all of its tests.
 */
export function idsWithoutTest(titles: readonly string[]): string[] {
  const named = new Set(titles.flatMap((title) => title.split(' > ').flatMap(leadingIdsOf)));
  return idsOf(readFileSync('docs/requirements.md', 'utf8')).filter((id) => !named.has(id));
}

/** Titles of the tests of the last `npm test`. */
export const titlesFile = 'test-results/titles.json';

function print(): void {
  if (!existsSync(titlesFile)) {
    console.log('Run npm test first: it keeps the titles of the tests that ran.');
    return;
  }
  const ids = idsOf(readFileSync('docs/requirements.md', 'utf8'));
  const open = idsWithoutTest(JSON.parse(readFileSync(titlesFile, 'utf8')));
  for (const area of new Set(ids.map(areaOf))) {
    const all = ids.filter((id) => areaOf(id) === area);
    const openHere = open.filter((id) => areaOf(id) === area).map((id) => id.slice(area.length + 1));
    const rest = openHere.length > 0 ? `without a test: ${openHere.join(' ')}` : '';
    console.log(
      `${area.padEnd(9)} ${String(all.length - openHere.length).padStart(3)} of ${all.length}  ${rest}`.trimEnd(),
    );
  }
  console.log(`\n${ids.length - open.length} of ${ids.length} were proved by the last npm test.`);
}

if (import.meta.main) print();
