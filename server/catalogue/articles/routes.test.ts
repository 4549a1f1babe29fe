import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleDocument } from '#contract/catalogue/articles-nodes.ts';
import type { Client } from '#tests/support/client.ts';
import { insertGrant, insertPurchase, updateResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { onePixel } from '#tests/support/uploads.ts';

let portal: TestPortal;
let administrator: Client;
let member: Client & { userId: number };
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
  member = await portal.member();
});
afterAll(() => portal.close());

const written = (words: string): ArticleDocument => ({
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'First' }] },
    { type: 'paragraph', content: [{ type: 'text', text: words }] },
  ],
});
const form = { title: 'Read me', description: 'About it', type: 'article', accessType: 'free', isPublished: true };
const secret = 'quokkas decide nothing alone';

async function create(fields: object = {}): Promise<number> {
  const answer = await administrator.post('/api/admin/resources', { ...form, article: written(secret), ...fields });
  expect(answer).toMatchObject({ status: 201 });
  return Number(answer.body.id);
}
const read = (client: Client, id: number) => client.get(`/api/resources/${id}/article`);
const rowsOf = async (id: number) =>
  (await portal.database.pool.query('select document from articles where resource_id = $1', [id])).rows;

describe('who is refused', () => {
  it('ACCESS-15 GEN-14 refuses the text of an article to visitors, members without access, and members when it is a draft', async () => {
    const paid = await create({ accessType: 'purchase', price: '5.00' });
    const draft = await create({ isPublished: false });
    expect(await read(portal.visitor(), paid)).toMatchObject({ status: 401 });
    const rejected = await read(member, paid);
    expect(rejected).toMatchObject({ status: 403, body: { code: 'access.required' } });
    expect(JSON.stringify(rejected.body)).not.toContain('quokkas');
    expect(await read(member, draft)).toMatchObject({ status: 404, body: { code: 'catalogue.not-found' } });
    expect(await read(member, 999_999)).toMatchObject({ status: 404 });
    expect(await read(administrator, draft)).toMatchObject({ status: 200 });
  });

  it('ACCESS-15 a member who lost access gets no text of an article', async () => {
    const id = await create({ accessType: 'purchase', price: '5.00' });
    await insertGrant(portal.database, { userId: member.userId, resourceId: id });
    expect(await read(member, id)).toMatchObject({ status: 200 });
    await portal.database.pool.query('update access_grants set is_active = false where resource_id = $1', [id]);
    expect(await read(member, id)).toMatchObject({ status: 403 });
  });

  it('shows no article text in lists, pages, searches and the audit log', async () => {
    const id = await create({ title: 'Sealed quietly', accessType: 'purchase', price: '5.00' });
    for (const address of ['/api/resources?search=sealed', `/api/resources/${id}`, '/api/admin/resources']) {
      const text = (await administrator.get(address)).raw.toString();
      expect(text).toContain('Sealed quietly');
      expect(text).not.toContain('quokkas');
    }
    expect(await member.get('/api/resources?search=quokkas')).toMatchObject({ status: 200, body: [] });
    const { rows } = await portal.database.pool.query(
      `select after from audit_log where object = 'resource' and object_id = $1`,
      [String(id)],
    );
    expect(rows).toMatchObject([{ after: { title: 'Sealed quietly', article: { words: 5 } } }]);
    expect(JSON.stringify(rows)).not.toContain('quokkas');
  });

  it('answers 404 for the text of a resource without one', async () => {
    const id = await create({ article: null });
    expect(await read(member, id)).toMatchObject({
      status: 404,
      body: { code: 'library.no-article', message: 'This resource has no article text.' },
    });
  });
});

describe('what is not accepted', () => {
  const documentId = '11111111-1111-4111-8111-111111111111';
  const cases: [string, object, string][] = [
    [
      'GEN-20 a link that runs a script',
      {
        type: 'paragraph',
        content: [{ type: 'text', text: 'a', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }],
      },
      'A link must lead to an https address, an email address or a path of this portal',
    ],
    ['a table', { type: 'table' }, 'The text holds a part that articles cannot have: table'],
    [
      'a picture that was not uploaded',
      { type: 'image', attrs: { src: '/media/00000000-0000-4000-8000-000000000000', alt: 'Nothing' } },
      'An image in the text was not uploaded to this portal. Upload it, then save again.',
    ],
    [
      'ADM-RES-17 an uploaded document as a picture',
      { type: 'image', attrs: { src: `/media/${documentId}`, alt: 'A report' } },
      'An image in the text was not uploaded to this portal. Upload it, then save again.',
    ],
  ];
  beforeAll(async () => {
    await portal.database.pool.query(
      `insert into files (id, kind, name, content_type, bytes, sha256)
       values ($1, 'document', 'report.pdf', 'application/pdf', 9, '\\x00')`,
      [documentId],
    );
  });
  it.each(cases)('%s', async (_title, block, message) => {
    const id = await create();
    const article = { type: 'doc', content: [block] };
    const before = (await administrator.get(`/api/resources/${id}`)).body;
    for (const answer of [
      await administrator.put(`/api/admin/resources/${id}`, { ...form, title: 'Changed', article }),
      await administrator.patch(`/api/admin/resources/${id}`, { title: 'Changed', article }),
      await administrator.post('/api/admin/resources', { ...form, article }),
    ]) {
      expect([answer.status, answer.body.message]).toEqual([400, message]);
    }
    expect(await rowsOf(id)).toEqual([{ document: written(secret) }]);
    expect((await administrator.get(`/api/resources/${id}`)).body).toEqual(before);
  });
});

describe('what is kept', () => {
  it('answers the text to a member who bought it, withdrawn or not', async () => {
    const id = await create({ accessType: 'purchase', price: '5.00' });
    await insertPurchase(portal.database, { userId: member.userId, resourceId: id });
    await updateResource(portal.database, id, { is_published: false, withdrawn_at: new Date() });
    const answer = await read(member, id);
    expect(answer).toMatchObject({ status: 200, body: { document: written(secret), readingMinutes: 1 } });
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  it('shows the reading time of a text, keeps the text when a form omits it and removes it on null', async () => {
    const id = await create({ article: written('word '.repeat(900)) });
    expect((await member.get(`/api/resources/${id}`)).body).toMatchObject({ readingMinutes: 5 });
    await administrator.put(`/api/admin/resources/${id}`, { ...form, title: 'Renamed' });
    await administrator.patch(`/api/admin/resources/${id}`, { description: 'Anew' });
    expect((await member.get(`/api/resources/${id}`)).body).toMatchObject({ title: 'Renamed', readingMinutes: 5 });
    await administrator.patch(`/api/admin/resources/${id}`, { article: written('shorter') });
    expect((await member.get(`/api/resources/${id}`)).body).toMatchObject({ readingMinutes: 1 });
    expect(await rowsOf(id)).toEqual([{ document: written('shorter') }]);
    await administrator.patch(`/api/admin/resources/${id}`, { article: null });
    expect((await member.get(`/api/resources/${id}`)).body).toMatchObject({ readingMinutes: null });
    expect(await rowsOf(id)).toEqual([]);
  });

  it('takes a text that shows nothing for none', async () => {
    const id = await create({ article: { type: 'doc', content: [{ type: 'paragraph' }] } });
    expect(await rowsOf(id)).toEqual([]);
    expect((await member.get(`/api/resources/${id}`)).body).toMatchObject({ readingMinutes: null });
  });

  it('keeps pictures that were uploaded', async () => {
    const upload = await administrator.send({ method: 'POST', url: '/api/admin/upload', ...(await onePixel()) });
    const picture = { type: 'image', attrs: { src: String(upload.body.fileUrl), alt: 'A point' } };
    const id = await create({ article: { type: 'doc', content: [picture] } });
    expect(await rowsOf(id)).toEqual([{ document: { type: 'doc', content: [picture] } }]);
  });

  it('answers the true size of each picture, whatever the browser sent', async () => {
    const upload = await administrator.send({ method: 'POST', url: '/api/admin/upload', ...(await onePixel()) });
    const src = String(upload.body.fileUrl);
    const picture = { type: 'image', attrs: { src, alt: 'A point', width: 4000, height: 4000 } };
    const quoted = { type: 'blockquote', content: [picture] };
    const id = await create({ article: { type: 'doc', content: [picture, quoted] } });
    expect((await read(member, id)).body.pictureSizes).toEqual({ [src]: { width: 1, height: 1 } });
    expect(JSON.stringify(await rowsOf(id))).not.toContain('4000');
    await portal.database.pool.query('update files set width_pixels = null, height_pixels = null');
    expect((await read(member, id)).body.pictureSizes).toEqual({});
  });
});
