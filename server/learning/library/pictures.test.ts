import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { insertDocument, insertPurchase, insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let administrator: Client;
beforeAll(async () => {
  portal = await createTestPortal({ CATALOGUE_PUBLIC: '1' });
  administrator = await portal.administrator();
});
afterAll(() => portal.close());

async function storePicture(): Promise<string> {
  const id = randomUUID();
  await writeFile(path.join(portal.blobFolder, id), 'a picture');
  await portal.database.db.kysely
    .insertInto('files')
    .values({ id, kind: 'image', name: 'a.webp', content_type: 'image/webp', bytes: 9, sha256: Buffer.alloc(32, 7) })
    .execute();
  return id;
}

const statusOf = async (client: Client, id: string) => (await client.get(`/media/${id}`)).status;
const change = async (id: number, fields: object) =>
  expect((await administrator.patch(`/api/admin/resources/${id}`, fields)).status).toBe(200);

it('UPLOAD-11 visitors and members get no picture without a reason to show it; administrators do, uncached by others', async () => {
  const id = await storePicture();
  await insertResource(portal.database, { is_published: false, featured_image_url: `/media/${id}` });
  for (const client of [portal.visitor(), await portal.member()]) {
    const answer = await client.get(`/media/${id}`);
    expect([answer.status, answer.headers['cache-control']]).toEqual([404, 'no-store']);
  }
  const seen = await administrator.get(`/media/${id}`);
  expect([seen.status, seen.headers['cache-control']]).toEqual([200, 'private, max-age=300']);
});

it('UPLOAD-11 an address of another host that ends alike is no reason, one in capitals is', async () => {
  const [foreign, loud] = [await storePicture(), await storePicture()];
  await insertResource(portal.database, { featured_image_url: `https://elsewhere.example/media/${foreign}` });
  await insertResource(portal.database, { featured_image_url: `/media/${loud.toUpperCase()}` });
  expect([await statusOf(portal.visitor(), foreign), await statusOf(portal.visitor(), loud)]).toEqual([404, 200]);
});

it('UPLOAD-11 a sample page ends with its number, its file, the publication and the resource', async () => {
  const [first, second] = [await storePicture(), await storePicture()];
  const file = await insertDocument(portal, { content_type: 'application/pdf' });
  await portal.database.pool.query(`insert into pdf_facts (file_id, page_count) values ($1, 9)`, [file.id]);
  for (const [page, image] of [first, second].entries()) {
    await portal.database.pool.query(
      `insert into drawn_pages (file_id, page, image_id, text) values ($1, $2, $3, 'A page')`,
      [file.id, page + 1, image],
    );
  }
  const fields = { access_type: 'purchase', price_minor: 2500, file_id: file.id, sample_pages: 2 } as const;
  const { id } = await insertResource(portal.database, fields);
  const statuses = async () => [await statusOf(portal.visitor(), first), await statusOf(portal.visitor(), second)];
  expect(await statuses()).toEqual([200, 200]);
  // No job has deleted the drawn pages yet.
  await change(id, { samplePages: 1 });
  expect(await statuses()).toEqual([200, 404]);
  await change(id, { isPublished: false });
  expect(await statuses()).toEqual([404, 404]);
  await change(id, { isPublished: true, samplePages: 2 });
  expect(await statuses()).toEqual([200, 200]);
  await change(id, { fileUrl: null });
  expect(await statuses()).toEqual([404, 404]);
});

it('UPLOAD-11 the pictures of a resource end when it is unpublished or deleted, and stay for its buyers', async () => {
  const [cover, slide, inText, shared] = [
    await storePicture(),
    await storePicture(),
    await storePicture(),
    await storePicture(),
  ];
  const article = { type: 'doc', content: [{ type: 'image', attrs: { src: `/media/${inText}`, alt: 'A chart' } }] };
  const form = {
    ...{ type: 'article', title: 'A guide', description: 'To read.', accessType: 'purchase', price: '25', article },
    ...{ isPublished: true, featuredImageUrl: `/media/${cover}` },
    metadata: { slideshowImages: [`/media/${slide}`, `/media/${shared}`] },
  };
  const { id } = (await administrator.post<{ id: number }>('/api/admin/resources', form)).body;
  await insertResource(portal.database, { thumbnail_url: `/media/${shared}` });
  const pictures = [cover, slide, inText, shared];
  const [buyer, stranger] = [await portal.member(), await portal.member()];
  await insertPurchase(portal.database, { userId: buyer.userId, resourceId: id });
  const seenBy = (client: Client) => Promise.all(pictures.map((picture) => statusOf(client, picture)));
  expect(await seenBy(portal.visitor())).toEqual([200, 200, 200, 200]);
  await change(id, { isPublished: false });
  expect(await seenBy(portal.visitor())).toEqual([404, 404, 404, 200]);
  await change(id, { isPublished: true });
  expect(await seenBy(portal.visitor())).toEqual([200, 200, 200, 200]);
  expect((await administrator.delete(`/api/admin/resources/${id}`)).status).toBe(200);
  for (const client of [portal.visitor(), stranger]) expect(await seenBy(client)).toEqual([404, 404, 404, 200]);
  expect(await seenBy(buyer)).toEqual([200, 200, 200, 200]);
});

it('UPLOAD-11 caches keep a picture for minutes and ask by its mark', async () => {
  const id = await storePicture();
  const resource = await insertResource(portal.database, { featured_image_url: `/media/${id}` });
  const seen = await portal.visitor().get(`/media/${id}`);
  expect(seen.headers['cache-control']).toBe('public, max-age=300');
  const known = { 'if-none-match': String(seen.headers.etag) };
  expect((await portal.visitor().get(`/media/${id}`, known)).status).toBe(304);
  await change(resource.id, { featuredImageUrl: null });
  expect((await portal.visitor().get(`/media/${id}`, known)).status).toBe(404);
});
