import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSources } from '../lint/sources.ts';
import { areaOf, idsOf, namingsIn } from './requirements.ts';

const areas = new Set(['ACCESS', 'ADM-RES']);
const idsIn = (text: string) => namingsIn([{ path: 'a.test.ts', text }], areas).map(({ id }) => id);

test('ids are read from the list, in its order', () => {
  const list = 'See ADM-RES-09.\n\n- ACCESS-01 Who may use it. [decided]\n- ADM-RES-02 As ACCESS-01 says.\n';
  expect(idsOf(list)).toEqual(['ACCESS-01', 'ADM-RES-02']);
});

test('the area of an id is the id without its number', () => {
  expect(areaOf('ADM-RES-02')).toBe('ADM-RES');
});

test('every id at the beginning of a title counts, wherever the title is written', () => {
  expect(idsIn("test('ACCESS-01 ADM-RES-02, ACCESS-03 and ACCESS-04: refuses', () => {});")).toEqual([
    'ACCESS-01',
    'ADM-RES-02',
    'ACCESS-03',
    'ACCESS-04',
  ]);
  expect(idsIn("test.each([['ACCESS-05 one', 1]])('%s', () => {});")).toEqual(['ACCESS-05']);
  expect(idsIn('test(`ACCESS-06 shows it`, () => {});')).toEqual(['ACCESS-06']);
});

test('ids later in a title, in comments and of no area do not count', () => {
  expect(idsIn("// ACCESS-01\ntest('refuses as ACCESS-01 says', () => hash('SHA-256'));")).toEqual([]);
});

test('no test of the project names an id that does not exist', () => {
  const ids = idsOf(readFileSync('docs/requirements.md', 'utf8'));
  const tests = readSources('.').filter(({ path }) => /\.(test|e2e)\.tsx?$/.test(path) && !path.startsWith('scripts/'));
  const namings = namingsIn(tests, new Set(ids.map(areaOf)));
  expect(namings.filter(({ id }) => !ids.includes(id))).toEqual([]);
});
