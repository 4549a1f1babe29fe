import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let member: Client;
beforeAll(async () => {
  portal = await createTestPortal();
  member = await portal.member();
});
afterAll(() => portal.close());

const list = async (query: string) => {
  const answer = await member.get<{ title: string }[]>(`/api/resources${query}`);
  return { titles: answer.body.map(({ title }) => title), total: Number(answer.headers['x-total-count']) };
};
const titles = async (query: string) => (await list(query)).titles;

it('ranks the title over the tags over the text, then the newest, when the query names no sort', async () => {
  const add = (title: string, day: number, fields: object) =>
    insertResource(portal.database, { title, created_at: `2024-01-0${day}`, description: 'Plain.', ...fields });
  await add('Only the text', 6, { description: 'About quokkas.' });
  await add('Quokka notes', 1, {});
  await add('Tagged', 5, { tags: ['Quokka'] });
  await add('Newer quokka notes', 2, { description: 'quokka', tags: ['quokka'] });
  const ranked = ['Newer quokka notes', 'Quokka notes', 'Tagged', 'Only the text'];
  expect(await list('?search=quokka')).toEqual({ titles: ranked, total: 4 });
  expect(await list('?search=quokak')).toEqual({ titles: ranked, total: 4 });
  const pages = await Promise.all([1, 2, 3, 4].map((page) => titles(`?search=quokka&page=${page}&pageSize=1`)));
  expect(pages.flat()).toEqual(ranked);
  expect(await titles('?search=quokka&sort=created_at')).toEqual([
    'Only the text',
    'Tagged',
    'Newer quokka notes',
    'Quokka notes',
  ]);
  expect(await titles('?search=quokka%20plain')).toEqual(['Quokka notes', 'Tagged']);
});
