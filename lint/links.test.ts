import { expect, test } from 'vitest';
import { checkLinks } from './links.ts';
import { readSources } from './sources.ts';

const root = process.cwd();
const check = (text: string) => checkLinks([{ path: 'docs/page.md', text }], root).map(({ subject }) => subject);

test.each([
  ['a link to a file that does not exist', '[more](gone.md)', 'links to gone.md'],
  [
    'a link to a heading that does not exist',
    '[more](requirements.md#no-such-heading)',
    'links to requirements.md#no-such-heading',
  ],
  ['a path that does not exist', 'see `server/gone.ts`', 'names server/gone.ts'],
  ['a folder that does not exist', 'see `trust/`', 'names trust/'],
])('%s is reported', (_, text, subject) => {
  expect(check(text)).toEqual([subject]);
});

test('links and paths that lead somewhere, other sites and files made later are left alone', () => {
  const text =
    '[a](requirements.md) [b](../README.md#test-it) [c](https://example.org/x) `server/app/app.ts` `server/` `dist/web/`';
  expect(check(text)).toEqual([]);
});

test('each link and path in the docs of this repository leads somewhere', () => {
  expect(checkLinks(readSources('.', '', /\.md$/), root)).toEqual([]);
});
