import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSources } from '../lint/sources.ts';

it('the page about going live lists exactly the calls to Stripe that the server makes', () => {
  const calls = readSources('.')
    .filter(({ path }) => path.startsWith('server/') && !path.endsWith('.test.ts'))
    .flatMap(({ text }) => [...text.matchAll(/\bapi((?:\s*\.\s*[A-Za-z]+)+)\(/g)])
    .map(([, call = '']) => call.replaceAll(/\s/g, '').slice(1).replace('.autoPagingToArray', ''));
  const [, table = ''] = readFileSync('docs/operator/going-live.md', 'utf8').split('## Calls and rights');
  const listed = [...table.matchAll(/`([A-Za-z]+(?:\.[A-Za-z]+)+)`/g)].map(([, call]) => call);
  expect(listed.toSorted()).toEqual([...new Set(calls)].toSorted());
});
