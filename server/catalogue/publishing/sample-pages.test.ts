import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Resource } from '#contract/catalogue/catalogue.ts';
import { withPdfReader } from '#server/platform/files/pdf-reader.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import type { Client } from '#tests/support/client.ts';
import { insertDocument, insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let administrator: Client;
beforeAll(async () => {
  portal = await createTestPortal({ CATALOGUE_PUBLIC: '1' });
  administrator = await portal.administrator();
});
afterAll(() => portal.close());

/** Makes a PDF, with a different sentence and an entry of the outline for each page. */
async function pdfOf(pages: number, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false, ...options });
  for (let page = 1; page <= pages; page += 1) {
    pdf.addPage().text(`Sentence of page ${page}`);
    pdf.outline.addItem(`Chapter ${page}`);
  }
  pdf.end();
  return Buffer.concat(await pdf.toArray());
}

async function resourceWith(content: Buffer | string, fields: Parameters<typeof insertResource>[1] = {}) {
  const file = await insertDocument(portal, { content_type: 'application/pdf', name: 'book.pdf' });
  await writeFile(path.join(portal.blobFolder, file.id), content);
  const { id } = await insertResource(portal.database, {
    type: 'book',
    access_type: 'purchase',
    price_minor: 2400,
    file_id: file.id,
    ...fields,
  });
  return { id, fileId: file.id };
}

const readAll = async () => {
  await enqueue(portal.database.db, 'read-pdfs', {});
  await portal.runJobs();
};
const documentOf = async (id: number) =>
  (await portal.visitor().get<Resource>(`/api/public/resources/${id}`)).body.inside?.document;
const save = async (id: number, fields: object) => {
  expect((await administrator.patch(`/api/admin/resources/${id}`, fields)).status).toBe(200);
  await portal.runJobs();
};

describe('pages that are not shown', () => {
  it('DETAIL-27 shows no page unless an administrator chooses some, and never the whole file', {
    tags: 'long',
  }, async () => {
    const long = await resourceWith(await pdfOf(7));
    const short = await resourceWith(await pdfOf(3), { sample_pages: 5 });
    const single = await resourceWith(await pdfOf(1), { sample_pages: 1 });
    await readAll();
    expect(await documentOf(long.id)).toMatchObject({ pages: 7, samples: [] });
    expect((await documentOf(short.id))?.samples.map(({ page }) => page)).toEqual([1, 2]);
    expect(await documentOf(single.id)).toMatchObject({ pages: 1, samples: [] });
  });

  it('DETAIL-27 shows pages no longer after an administrator chose fewer, and none of a file that was replaced', {
    tags: 'long',
  }, async () => {
    const { id, fileId } = await resourceWith(await pdfOf(6));
    await save(id, { samplePages: 3 });
    expect((await documentOf(id))?.samples).toHaveLength(3);
    await save(id, { samplePages: 1 });
    expect((await documentOf(id))?.samples).toHaveLength(1);
    const drawn = async () =>
      (await portal.database.pool.query('select page from drawn_pages where file_id = $1', [fileId])).rows;
    expect(await drawn()).toEqual([{ page: 1 }]);
    const next = await insertDocument(portal, { content_type: 'application/pdf' });
    await writeFile(path.join(portal.blobFolder, next.id), await pdfOf(2));
    await save(id, { fileUrl: `/api/files/${next.id}` });
    expect(await drawn()).toEqual([]);
    expect(await documentOf(id)).toMatchObject({ pages: 2, samples: [{ text: 'Sentence of page 1' }] });
  });

  it('DETAIL-27 says nothing of the file of a draft', async () => {
    const { id } = await resourceWith(await pdfOf(4), { sample_pages: 2, is_published: false });
    await readAll();
    expect((await portal.visitor().get(`/api/public/resources/${id}`)).status).toBe(404);
    expect((await (await portal.member()).get(`/api/resources/${id}`)).status).toBe(404);
  });
});

describe('files that cannot be read', () => {
  it('DETAIL-27 leaves damaged, protected and missing files alone and reads the others', { tags: 'long' }, async () => {
    const damaged = await resourceWith('%PDF-1.7 of nothing', { sample_pages: 2 });
    const locked = await resourceWith(await pdfOf(4, { userPassword: randomUUID() }), { sample_pages: 2 });
    const missing = await resourceWith(await pdfOf(4));
    await portal.dependencies.blobs.remove(missing.fileId);
    const fine = await resourceWith(await pdfOf(4), { sample_pages: 2 });
    await readAll();
    expect(await documentOf(damaged.id)).toBeNull();
    expect(await documentOf(locked.id)).toBeNull();
    expect(await documentOf(missing.id)).toBeNull();
    expect(await documentOf(fine.id)).toMatchObject({ pages: 4 });
    const read = (await portal.database.pool.query('select file_id from pdf_facts')).rows.map((row) => row.file_id);
    // The missing file stays unread and is tried again, because a backup may restore its bytes.
    expect(read).not.toContain(missing.fileId);
    expect(read).toContain(damaged.fileId);
  });

  it('DETAIL-27 gives up a file that takes too long and reads the next one', { tags: 'long' }, async () => {
    const file = path.join(portal.blobFolder, randomUUID());
    await writeFile(file, await pdfOf(2));
    const answers = await withPdfReader(async (reader) => [await reader.describe(file)], { limitMs: 0 });
    expect(answers).toEqual([null]);
    expect(await withPdfReader((reader) => reader.describe(file))).toMatchObject({ pages: 2 });
  });
});

/** A PDF of one page whose outline leads to these destinations. */
function pdfLeadingTo(...targets: string[]): string {
  const items = targets.map((target, index) => {
    const next = index + 1 < targets.length ? `/Next ${index + 6} 0 R ` : '';
    return `${index + 5} 0 obj <</Title (To ${index}) /Parent 4 0 R ${next}/Dest [${target} /Fit]>> endobj`;
  });
  const last = targets.length + 4;
  return [
    '%PDF-1.7',
    '1 0 obj <</Type /Catalog /Pages 2 0 R /Outlines 4 0 R>> endobj',
    '2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj',
    '3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 200 200]>> endobj',
    `4 0 obj <</Type /Outlines /First 5 0 R /Last ${last} 0 R>> endobj`,
    ...items,
    `trailer <</Root 1 0 R /Size ${last + 1}>>`,
    '%%EOF',
  ].join('\n');
}

it('DETAIL-27 leaves out entries that lead to no page of the file', async () => {
  const { id } = await resourceWith(pdfLeadingTo('3 0 R', '9'.repeat(400), '0.5', '-4', '1', '4 0 R', '0'));
  await readAll();
  expect((await documentOf(id))?.contents).toEqual([
    { title: 'To 0', page: 1 },
    { title: 'To 6', page: 1 },
  ]);
});

it('DETAIL-27 a visitor gets the contents and the chosen pages as pictures with their words', async () => {
  const { id } = await resourceWith(await pdfOf(5), { sample_pages: 2 });
  await readAll();
  const found = await documentOf(id);
  expect(found?.contents).toEqual([1, 2, 3, 4, 5].map((page) => ({ title: `Chapter ${page}`, page })));
  expect(found?.samples).toMatchObject([
    { page: 1, width: 1000, height: 1294, text: 'Sentence of page 1' },
    { page: 2, text: 'Sentence of page 2' },
  ]);
  const picture = await portal.visitor().get(found?.samples[0]?.url ?? '');
  expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/webp']);
  expect((await (await portal.member()).get<Resource>(`/api/resources/${id}`)).body.inside?.document).toEqual(found);
});

it('DETAIL-27 OPS-06 a second run reads and draws nothing again', { tags: 'long' }, async () => {
  const { fileId } = await resourceWith(await pdfOf(3), { sample_pages: 2 });
  await readAll();
  const known = async () =>
    (
      await portal.database.pool.query(
        'select read_at, image_id from pdf_facts join drawn_pages using (file_id) where file_id = $1 order by page',
        [fileId],
      )
    ).rows;
  const before = await known();
  expect(before).toHaveLength(2);
  await readAll();
  expect(await known()).toEqual(before);
});

it('DETAIL-27 more files than one job reads are read by those that follow it', { tags: 'long' }, async () => {
  const content = await pdfOf(1);
  const added = await Promise.all(Array.from({ length: 6 }, () => resourceWith(content)));
  await readAll();
  for (const { id } of added) expect(await documentOf(id)).toMatchObject({ pages: 1 });
});

it('API-38 keeps the number of sample pages until it is changed', { tags: 'long' }, async () => {
  const { id } = await resourceWith(await pdfOf(2), { sample_pages: 3 });
  const read = async () => (await administrator.get<Resource>(`/api/admin/resources/${id}`)).body.samplePages;
  await save(id, { title: 'Another name' });
  expect(await read()).toBe(3);
  await save(id, { samplePages: '' });
  expect(await read()).toBe(0);
});
