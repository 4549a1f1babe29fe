import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('docs/publisher/company-sign-in.md', 'utf8');

test('the guide in the app has every provider of the page for IT departments', () => {
  const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
  const providers = sections.slice(sections.indexOf('In four steps') + 1, sections.indexOf('Other providers'));
  const guide = readFileSync('web/identity/connections/guide-display.ts', 'utf8');
  const guided = [...guide.matchAll(/^ +provider: '(.+)',$/gm)].map(([, provider]) => provider);
  expect(guided.slice(0, -1)).toEqual(providers);
});

test('the page for IT departments names the fields of the portal as its screens do', () => {
  const screens = globSync('web/identity/connections/*.tsx', {
    exclude: (name) => String(name).includes('.test.'),
  }).map((file) => readFileSync(file, 'utf8'));
  const named = [...page.matchAll(/^\|.*\| In the portal \|\n\|---\|---\|\n((?:\|.*\n)+)/gm)].flatMap(([, rows = '']) =>
    rows
      .split('\n')
      .flatMap((row) => [...(row.split('|')[2] ?? '').matchAll(/\*\*(.+?)\*\*/g)].map(([, label]) => label)),
  );
  expect(named).toContain('Redirect URL');
  const labels = [...named, 'Sign-out URL', 'Claims, sessions and bookmarks'];
  const isShown = (label = '') => screens.some((text) => text.includes(`"${label}"`) || text.includes(`${label}\n`));
  expect(labels.filter((label) => !isShown(label))).toEqual([]);
});
