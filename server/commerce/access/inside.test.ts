import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Resource } from '#contract/catalogue/catalogue.ts';
import { insertDocument, insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal({ CATALOGUE_PUBLIC: '1' });
});
afterAll(() => portal.close());

const line = (text: string) => [{ type: 'text', text }];
const heading = (level: 2 | 3, text: string) => ({ type: 'heading', attrs: { level }, content: line(text) });
const article = {
  type: 'doc',
  content: [
    heading(2, 'Before you start'),
    { type: 'paragraph', content: line('Kept for those who paid') },
    heading(3, 'A detail'),
    heading(2, 'Who decides'),
  ],
};

const published = async (fields: object) => {
  const administrator = await portal.administrator();
  const form = { type: 'article', title: 'Decide well', description: 'About it.', isPublished: true, ...fields };
  return (await administrator.post<{ id: number }>('/api/admin/resources', form)).body.id;
};

it('DETAIL-26 buyers see the headings of a text and what the subscription opens, and nothing else of the text', async () => {
  const [first, second] = [
    await published({ accessType: 'subscription', monthlyPrice: '12', annualPrice: '120', article }),
    await published({ accessType: 'subscription', monthlyPrice: '10', annualPrice: '110', title: 'Another' }),
  ];
  const member = await portal.member();
  const contents = ['Before you start', 'Who decides'];
  const subscription = { resources: 2, monthlyPrice: 10, annualPrice: 110, isFrom: true };
  const own = await member.get<Resource>(`/api/resources/${first}`);
  expect(own.body.inside).toMatchObject({ file: null, contents, subscription });
  expect(own.raw.toString()).not.toContain('Kept for those who paid');
  const open = await portal.visitor().get<Resource>(`/api/public/resources/${first}`);
  expect(open.body.inside).toEqual(own.body.inside);
  expect(open.raw.toString()).not.toContain('Kept for those who paid');
  expect((await member.get<Resource>(`/api/resources/${second}`)).body.inside).toMatchObject({ contents: [] });
});

it('DETAIL-26 buyers see format and size of the file and the last update, but not its address', async () => {
  const content = '%PDF-1.7';
  const file = await insertDocument(portal, { content, content_type: 'application/pdf', name: 'book.pdf' });
  const { id } = await insertResource(portal.database, { type: 'book', access_type: 'purchase', file_id: file.id });
  const open = await portal.visitor().get<Resource>(`/api/public/resources/${id}`);
  const [row] = (await portal.database.pool.query('select updated_at from resources where id = $1', [id])).rows;
  expect(open.body.inside).toEqual({
    file: { extension: 'pdf', bytes: content.length },
    contents: [],
    document: null,
    hasVideo: false,
    updatedAt: row.updated_at.toISOString(),
    subscription: null,
  });
  expect(open.raw.toString()).not.toContain(file.id);
});

it('DETAIL-26 FRONT-03 a draft says nothing of what is in it to visitors and members', async () => {
  const draft = await published({ accessType: 'free', isPublished: false, article });
  expect((await portal.visitor().get(`/api/public/resources/${draft}`)).status).toBe(404);
  expect((await (await portal.member()).get(`/api/resources/${draft}`)).status).toBe(404);
});
