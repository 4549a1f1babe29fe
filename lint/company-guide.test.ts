import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the guide in the app has every provider of the page for IT departments', () => {
  const page = readFileSync('docs/publisher/company-sign-in.md', 'utf8');
  const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
  const providers = sections.slice(sections.indexOf('In four steps') + 1, sections.indexOf('Other providers'));
  const guide = readFileSync('web/identity/connections/guide-display.ts', 'utf8');
  const guided = [...guide.matchAll(/^ +provider: '(.+)',$/gm)].map(([, provider]) => provider);
  expect(guided.slice(0, -1)).toEqual(providers);
});
