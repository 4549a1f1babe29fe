import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

it('OPS-18 the list of changes has the version, and the newest first', () => {
  const text = read('CHANGELOG.md');
  const headings = Array.from(text.matchAll(/^## (.+)$/gm), ([, heading = '']) => heading);
  const versions = headings.filter((heading) => heading !== 'Unreleased');
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  const byNumber = (a: string, b: string) => b.localeCompare(a, 'en', { numeric: true });
  expect(versions).toEqual(versions.toSorted(byNumber));
  expect(versions[0]).toBe(JSON.parse(read('package.json')).version);
});
