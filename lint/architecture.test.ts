import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { domains } from './paths.ts';

const page = readFileSync('docs/architecture.md', 'utf8');

test('the architecture page has at most 1,500 words and one drawing', () => {
  const withoutDrawing = page.replace(/```mermaid[\s\S]*?```/, '');
  expect(withoutDrawing.split(/\s+/).filter((word) => /\w/.test(word)).length).toBeLessThanOrEqual(1500);
  expect(page.match(/```mermaid/g)).toHaveLength(1);
});

test('the architecture page lists every folder of the repository, and only those', () => {
  const rows = [...page.matchAll(/^\| `([\w./<>-]+\/[\w./<>-]*)` \|/gm)].map(([, path = '']) => path);
  const listed = new Set(rows.map((path) => path.split('/')[0]));
  const notCode = new Set(['node_modules', 'dist', 'test-results', 'docs', 'coverage']);
  const folders = readdirSync('.', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !notCode.has(entry.name))
    .map(({ name }) => name);
  expect(folders.filter((name) => !listed.has(name))).toEqual([]);
  expect(rows.filter((path) => !existsSync(path.replace(/\/<.*/, '')))).toEqual([]);
});

test('the architecture page names the groups of server/platform', () => {
  const row = page.split('\n').find((line) => line.startsWith('| `server/platform/`')) ?? '';
  const named = [...row.matchAll(/`([a-z]+)`/g)].map(([, name]) => name);
  const groups = readdirSync('server/platform', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(named.sort()).toEqual(groups.map(({ name }) => name).sort());
});

test('the order of domains on the architecture page is the one that the lint checks, and holds every feature', () => {
  const rows = [...page.matchAll(/^\| `([a-z]+)` \| ((?:`[a-z-]+`(?:, )?)+) \|/gm)];
  expect(rows.map(([, domain]) => domain)).toEqual(domains);
  for (const [, domain, features = ''] of rows) {
    const named = features.split(', ').map((name) => name.replaceAll('`', ''));
    expect([...named].sort(), domain).toEqual(readdirSync(`server/${domain}`).sort());
  }
});

test('the limit of lines on the architecture page is the one that the lint checks', () => {
  const { linter } = JSON.parse(readFileSync('biome.json', 'utf8'));
  expect(page).toContain(`${linter.rules.style.noExcessiveLinesPerFile.options.maxLines} the limit`);
});
