import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { copyTitle } from './rules.ts';

let portal: TestPortal;
let administrator: Client;
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
});
afterAll(() => portal.close());

const report = { type: 'report', accessType: 'free', title: 'A report', description: 'One.\r\n\r\nTwo.\u0001\ufffe' };

it('TEXT-01 TEXT-02 a title is stored in one line, a description with its line breaks and without what XML forbids', async () => {
  const title = ' A\u000breport\n of \u202ehiring\u200b ';
  const { status, body } = await administrator.post('/api/admin/resources', { ...report, title });
  expect([status, body.title, body.description]).toEqual([201, 'A report of hiring', 'One.\n\nTwo.']);
});

it('TEXT-04 tags that read as one are stored once, and are added and removed as one', async () => {
  const tags = ['C++', 'c++', 'cafe\u0301', 'café', 'C', 'care, planning'];
  const { body } = await administrator.post('/api/admin/resources', { ...report, tags });
  expect(body.tags).toEqual(['C++', 'café', 'C', 'care, planning']);
  const change = (action: string, tag: string) =>
    administrator.post('/api/admin/resources/bulk', { action, ids: [body.id], tag });
  const tagsNow = async () => (await administrator.get(`/api/resources/${body.id}`)).body.tags;
  expect((await change('add-tag', 'CAFE\u0301')).status).toBe(200);
  expect(await tagsNow()).toEqual(['C++', 'café', 'C', 'care, planning']);
  expect((await change('remove-tag', 'c++\u200b')).status).toBe(200);
  expect(await tagsNow()).toEqual(['café', 'C', 'care, planning']);
});

it('TEXT-03 a title of 200 emoji is stored, listed and copied', async () => {
  const title = '🎉'.repeat(200);
  const { status, body } = await administrator.post('/api/admin/resources', { ...report, title });
  expect([status, body.title]).toEqual([201, title]);
  expect(copyTitle(title)).toBe(`Copy of ${'🎉'.repeat(192)}`);
  const long = await administrator.post('/api/admin/resources', { ...report, title: '👨‍👩‍👧‍👦'.repeat(120) });
  expect([long.status, long.body.message]).toEqual([400, 'Title must be at most 200 characters']);
});
