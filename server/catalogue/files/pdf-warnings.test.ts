import { randomUUID } from 'node:crypto';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pdfProblems, type Upload, type UploadedFile } from '#contract/catalogue/files.ts';
import type { Client } from '#tests/support/client.ts';
import { insertDocument } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { multipartForm } from '#tests/support/uploads.ts';

let portal: TestPortal;
let administrator: Client;
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
});
afterAll(() => portal.close());

async function pdfOf(pages: number, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false, ...options });
  for (let page = 1; page <= pages; page += 1) pdf.addPage().text(`Sentence of page ${page} `.repeat(200));
  pdf.end();
  return Buffer.concat(await pdf.toArray());
}

const send = (content: Buffer) =>
  administrator.send<Upload>({
    method: 'POST',
    url: '/api/admin/upload',
    ...multipartForm({ name: 'book.pdf', content, fields: {} }),
  });
const idOf = (address: string) => address.split('/').at(-1) ?? '';
const read = async (address: string) =>
  (await administrator.get<UploadedFile>(`/api/admin/files/${idOf(address)}`)).body;

it('UPLOAD-10 refuses the facts of a file to members, and answers 404 for pictures and unknown files', async () => {
  const { id } = await insertDocument(portal, { kind: 'image', content_type: 'image/png' });
  expect((await (await portal.member()).get(`/api/admin/files/${id}`)).status).toBe(403);
  for (const other of [id, randomUUID()]) {
    expect((await administrator.get(`/api/admin/files/${other}`)).status).toBe(404);
  }
});

const noPages =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF';
const countsSeven = noPages.replace('/Count 0', '/Count 7');
const files: [string, keyof typeof pdfProblems | null, () => Promise<Buffer>, tags?: string[]][] = [
  ['a fine file', null, () => pdfOf(2)],
  ['a file that only its owner may change', null, () => pdfOf(2, { ownerPassword: randomUUID() }), ['long']],
  [
    'a fine file with some bytes behind its end',
    null,
    async () => Buffer.concat([await pdfOf(1), Buffer.alloc(900)]),
    ['long'],
  ],
  ['a locked file', 'locked', () => pdfOf(2, { userPassword: randomUUID() })],
  ['half a file', 'cut-off', async () => (await pdfOf(3)).subarray(0, 1500)],
  [
    'nine tenths of a file',
    'cut-off',
    async () => {
      const whole = await pdfOf(9);
      return whole.subarray(0, Math.floor(whole.length * 0.9));
    },
    ['long'],
  ],
  ['a damaged file', 'damaged', async () => Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF')],
  ['a file without pages', 'empty', async () => Buffer.from(noPages)],
  ['a file that names pages which are not there', 'empty', async () => Buffer.from(countsSeven), ['long']],
];

for (const [name, problem, make, tags = []] of files) {
  it(`UPLOAD-10 says what is the matter with ${name}, keeps it and says it again (${problem})`, { tags }, async () => {
    const { status, body } = await send(await make());
    const warning = problem && pdfProblems[problem];
    expect([status, body.warning]).toEqual([200, warning]);
    expect(await read(body.fileUrl)).toEqual({ name: 'book.pdf', bytes: expect.any(Number), warning });
  });
}

it('UPLOAD-10 a file that the portal could not read in time says so', async () => {
  const { id } = await insertDocument(portal, { content_type: 'application/pdf' });
  expect((await read(id)).warning).toBeNull();
  await portal.database.pool.query(`insert into pdf_facts (file_id, problem) values ($1, 'unreadable')`, [id]);
  expect((await read(id)).warning).toBe(pdfProblems.unreadable);
});
