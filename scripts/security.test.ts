import { existsSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';

const page = readFileSync('docs/security.md', 'utf8');
/** The page of faults and random tests names tests in the same way. */
const pages = page + readFileSync('docs/reliability.md', 'utf8');
const rows = page
  .split('\n')
  .filter((line) => /^\| (V\d|H\d|T-|[A-Z][a-z]+ \|)/.test(line) && !/^\| (No\.|Test) \|/.test(line));

/** Returns every string of a file, and of a template the text before its first value. Titles are also made from tables. */
function textsOf(path: string): string[] {
  const texts: string[] = [];
  new Visitor({
    Literal: (node) => typeof node.value === 'string' && texts.push(node.value),
    TemplateLiteral: (node) => node.quasis[0]?.value.cooked && texts.push(node.quasis[0].value.cooked),
  }).visit(parseSync(path, readFileSync(path, 'utf8')).program);
  return texts;
}

test('every test that the pages name exists, under that title', () => {
  const named = [...pages.matchAll(/`([\w./-]+\.(?:test|e2e)\.ts)` “([^”]+)”/g)];
  const missing = named.filter(
    ([, path = '', title = '']) => !existsSync(path) || !textsOf(path).some((text) => text.startsWith(title)),
  );
  expect(missing.map(([, path, title]) => `${path}: ${title}`)).toEqual([]);
  expect(named.length).toBeGreaterThan(150);
}, 60_000);

test('every file that the pages name exists', () => {
  const paths = [...pages.matchAll(/`((?:server|contract|lint|scripts|docs|tests|web|deploy)\/[\w./-]+)`/g)];
  expect(paths.map(([, path = '']) => path).filter((path) => !existsSync(path))).toEqual([]);
});

test('every row of the security page is answered: by a test, or by a sentence that says why there is none', () => {
  const ids = rows.map((row) => row.split(' | ')[0]?.slice(2));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => id?.startsWith('V'))).toHaveLength(89);
  expect(ids.filter((id) => id?.startsWith('H'))).toHaveLength(30);
  const open = rows.filter((row) => !/“[^”]+”/.test(row) && !/\| not met \| .{60,} \|/.test(row));
  expect(open).toEqual([]);
});
