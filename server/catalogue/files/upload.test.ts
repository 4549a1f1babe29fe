import { randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lyingZip } from '#quality/fuzz/corpus.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import type { Client } from '#tests/support/client.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { multipartForm, zipOf } from '#tests/support/uploads.ts';

let portal: TestPortal;
let administrator: Client;
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
});
afterAll(() => portal.close());

const send = (client: Client, name: string, content: Buffer | string, fields: Record<string, string> = {}) =>
  client.send({
    method: 'POST',
    url: '/api/admin/upload',
    ...multipartForm({ name, content: Buffer.from(content), fields }),
  });
const storedFiles = () => readdir(portal.blobFolder);
const rows = async () => (await portal.database.pool.query('select * from files order by created_at')).rows;

const png = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#12828a' } })
    .png()
    .toBuffer();
const webp = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#12828a' } })
    .webp()
    .toBuffer();
const pdf = '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF';

describe('what is refused', () => {
  let filesBefore: string[];
  beforeEach(async () => {
    filesBefore = await storedFiles();
  });
  const expectNothingKept = async () => expect(await storedFiles()).toEqual(filesBefore);

  it('UPLOAD-01 refuses an upload by visitors and members before a byte is read', async () => {
    expect((await send(portal.visitor(), 'a.pdf', pdf)).status).toBe(401);
    expect((await send(await portal.member(), 'a.pdf', pdf)).status).toBe(403);
    await expectNothingKept();
  });

  it('UPLOAD-07 refuses an upload with a form without a file and a body that is no form', async () => {
    const noFile = multipartForm({ name: null, content: Buffer.alloc(0), fields: { title: 'x' } });
    for (const answer of [
      await administrator.send({ method: 'POST', url: '/api/admin/upload', ...noFile }),
      await administrator.post('/api/admin/upload', { file: 'x' }),
    ]) {
      expect([answer.status, answer.body.message]).toEqual([400, 'Choose a file to upload.']);
    }
    await expectNothingKept();
  });

  it('UPLOAD-04 refuses files of other types', async () => {
    for (const name of ['page.html', 'picture.svg', 'program.exe', 'macro.docm', 'noextension', '.pdf', 'a.pdf.js']) {
      const answer = await send(administrator, name, '<svg/>');
      expect([name, answer.status]).toEqual([name, name === '.pdf' ? 415 : 415]);
    }
    await expectNothingKept();
  });

  it('UPLOAD-05 refuses content that does not match the extension', async () => {
    const docx = zipOf({ 'readme.txt': 'no Word parts' });
    const cases: [string, Buffer | string][] = [
      ['page.pdf', '<!doctype html><script>alert(1)</script>'],
      ['picture.png', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
      ['picture.png', 'MZ\u0090\u0000program'],
      ['notes.pdf', 'plain text'],
      ['paper.docx', docx],
      ['notes.txt', 'text with \u0000 inside'],
      ['things.zip', 'not an archive'],
    ];
    for (const [name, content] of cases) {
      const answer = await send(administrator, name, content);
      expect([name, answer.status, answer.body.code]).toEqual([name, 415, 'files.wrong-content']);
    }
    await expectNothingKept();
  });

  it('UPLOAD-05 says what is the matter with a file that cannot be taken, and what to do', async () => {
    const container = Buffer.from('d0cf11e0a1b11ae1', 'hex');
    const encrypted = Buffer.concat([container, Buffer.alloc(70_000), Buffer.from('EncryptedPackage', 'utf16le')]);
    const lockedZip = zipOf({ 'a.txt': 'secret' });
    // The first bit of the flags marks an entry as encrypted, in its own header and in the directory.
    lockedZip[6] = 1;
    lockedZip[lockedZip.indexOf(Buffer.from('504b0102', 'hex')) + 8] = 1;
    const cases: [string, Buffer | string, number, string, RegExp][] = [
      ['report.pdf', '', 400, 'files.empty', /empty: it has 0 bytes/],
      ['picture.png', '', 400, 'files.empty', /empty/],
      ['notes.txt', Buffer.from('\ufeffEin Text', 'utf16le'), 415, 'files.wrong-encoding', /encoding UTF-8/],
      ['notes.txt', Buffer.from([0xfe, 0xff, 0x00, 0x41]), 415, 'files.wrong-encoding', /encoding UTF-8/],
      ['notes.txt', Buffer.from('Prüfung', 'latin1'), 415, 'files.wrong-encoding', /encoding UTF-8/],
      ['letter.doc', '{\\rtf1\\ansi Hello}', 415, 'files.rich-text', /\.docx/],
      ['letter.docx', '{\\rtf1\\ansi Hello}', 415, 'files.rich-text', /\.docx/],
      ['report.pdf', `HTTP/1.1 200 OK\r\n\r\n${pdf}`, 415, 'files.pdf-preceded', /as a PDF again/],
      ['report.pdf', `\r\n${pdf}`, 415, 'files.pdf-preceded', /as a PDF again/],
      ['report.pdf', `\ufeff${pdf}`, 415, 'files.pdf-preceded', /as a PDF again/],
      ['things.zip', Buffer.concat([Buffer.from('\ufeff'), zipOf({ 'a.txt': 'a' })]), 415, 'files.wrong-content', /./],
      ['figures.xlsx', encrypted, 415, 'files.locked', /without a password/],
      ['old.xls', encrypted, 415, 'files.locked', /without a password/],
      ['things.zip', lockedZip, 415, 'files.locked', /without a password/],
      ['picture.jpg', await png(), 415, 'files.other-type', /that of a png file.*\.png, or save it as \.jpg,/],
      ['picture.png', await webp(), 415, 'files.other-type', /that of a webp file/],
      ['report.xls', '<html><table>', 415, 'files.wrong-content', /save it in the format of its name/],
      ['old.doc', pdf, 415, 'files.other-type', /that of a pdf file.*\.pdf, or save it as \.doc,/],
    ];
    for (const [name, content, status, code, sentence] of cases) {
      const answer = await send(administrator, name, content);
      expect([name, answer.status, answer.body.code]).toEqual([name, status, code]);
      expect(answer.body.message).toMatch(sentence);
    }
    await expectNothingKept();
  });

  it('UPLOAD-03 refuses an image over 10 MB, and one of too many pixels', async () => {
    const large = Buffer.concat([await png(), Buffer.alloc(10 * 1024 * 1024)]);
    const answer = await send(administrator, 'large.png', large);
    expect([answer.status, answer.body.message]).toEqual([413, 'This file is too large: the limit is 10 MB.']);
    const flood = await sharp({ create: { width: 8000, height: 6000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const rejected = await send(administrator, 'flood.png', flood);
    expect([rejected.status, rejected.body.message]).toEqual([415, expect.stringContaining('40 million pixels')]);
    await expectNothingKept();
  });

  it('refuses archives that would blow up, state a wrong size, or lead out of their folder', async () => {
    for (const archive of [
      zipOf({ 'zeros.txt': Buffer.alloc(30 * 1024 * 1024) }),
      lyingZip(),
      zipOf({ '../../outside.txt': 'x' }),
      zipOf(Object.fromEntries(Array.from({ length: 2001 }, (_, index) => [`${index}.txt`, 'x']))),
    ]) {
      const answer = await send(administrator, 'things.zip', archive);
      expect([answer.status, answer.body.code]).toEqual([400, 'files.unsafe']);
    }
    await expectNothingKept();
  });
});

describe('what is taken', () => {
  it('UPLOAD-02 UPLOAD-08 API-57 stores a document under a new name, with its title and a line in the audit log', async () => {
    const answer = await send(administrator, '../../etc/Fairness  review.PDF', pdf, { title: 'Fairness review' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ success: true, message: 'File uploaded' });
    const file = (await rows()).at(-1);
    expect(answer.body.fileUrl).toBe(`/api/files/${file.id}`);
    expect(file).toMatchObject({
      kind: 'document',
      name: 'Fairness review.PDF',
      title: 'Fairness review',
      content_type: 'application/pdf',
    });
    expect(await storedFiles()).toContain(file.id);
    const { rows: lines } = await portal.database.pool.query(
      `select action, object_id from audit_log where object = 'file'`,
    );
    expect(lines).toContainEqual({ action: 'upload', object_id: file.id });
  });

  it('UPLOAD-03 UPLOAD-05 rewrites an image without the bytes that were hidden behind it', async () => {
    const content = Buffer.concat([await png(), Buffer.from('<script>alert(1)</script>')]);
    const { fileUrl } = (await send(administrator, 'cover.png', content)).body as { fileUrl: string };
    expect(fileUrl).toMatch(/^\/media\/[0-9a-f-]{36}$/);
    const image = await administrator.get(fileUrl);
    expect(image.status).toBe(200);
    expect(image.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
    expect(image.raw.includes('script')).toBe(false);
    expect(await sharp(image.raw).metadata()).toMatchObject({ width: 40, height: 30 });
  });

  it('records the size of a picture as it is shown: turned upright, one frame of an animated one', async () => {
    const lying = await sharp(await png())
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const moving = await sharp([await png(), await png()], { join: { animated: true } })
      .gif()
      .toBuffer();
    for (const [name, content, size] of [
      ['still.png', await png(), { width_pixels: 40, height_pixels: 30 }],
      ['lying.jpg', lying, { width_pixels: 30, height_pixels: 40 }],
      ['moving.gif', moving, { width_pixels: 40, height_pixels: 30 }],
      ['notes.txt', 'no picture', { width_pixels: null, height_pixels: null }],
    ] as const) {
      expect((await send(administrator, name, content)).status).toBe(200);
      expect((await rows()).at(-1)).toMatchObject({ name, ...size });
    }
  });

  it('pictures stored before sizes were are measured, the unreadable ones are left, and nothing else changes', async () => {
    const { fileUrl } = (await send(administrator, 'old.png', await png())).body as { fileUrl: string };
    const measured = fileUrl.replace('/media/', '');
    const forget = 'update files set width_pixels = null, height_pixels = null where id = any ($1)';
    const gone = randomUUID();
    const damaged = randomUUID();
    for (const id of [gone, damaged]) {
      await portal.database.pool.query(
        `insert into files (id, kind, name, content_type, bytes, sha256)
         values ($1, 'image', 'lost.png', 'image/png', 9, '\\x00')`,
        [id],
      );
    }
    await writeFile(path.join(portal.blobFolder, damaged), 'no picture');
    await portal.database.pool.query(forget, [[measured]]);
    const before = await rows();
    const filesBefore = await storedFiles();
    await enqueue(portal.database.db, 'measure-pictures', {});
    await portal.runJobs();
    expect(await rows()).toEqual(
      before.map((row) => (row.id === measured ? { ...row, width_pixels: 40, height_pixels: 30 } : row)),
    );
    expect(await storedFiles()).toEqual(filesBefore);
  });

  it('accepts text, zip archives and pictures of the other kinds', async () => {
    const jpeg = await sharp(await png())
      .jpeg()
      .toBuffer();
    const gif = await sharp(await png())
      .gif()
      .toBuffer();
    for (const [name, content] of [
      ['notes.txt', 'Grüße'],
      ['things.zip', zipOf({ 'a.txt': 'one', 'folder/b.txt': 'two' })],
      ['photo.JPEG', jpeg],
      ['photo.jpg', jpeg],
      ['moving.gif', gif],
    ] as const) {
      expect([name, (await send(administrator, name, content)).status]).toEqual([name, 200]);
    }
  });

  it('UPLOAD-11 a document is no image: its id gives nothing at /media, not even to administrators', async () => {
    const document = (await rows()).find((row) => row.kind === 'document');
    expect((await administrator.get(`/media/${document.id}`)).status).toBe(404);
    expect((await portal.visitor().get('/media/..%2F..%2Fetc%2Fpasswd')).status).toBe(400);
  });
});
