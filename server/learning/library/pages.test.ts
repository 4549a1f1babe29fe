import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { insertDocument, insertPurchase, insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

type Member = Client & { userId: number };

let portal: TestPortal;
let member: Member;
let stranger: Member;
beforeAll(async () => {
  portal = await createTestPortal();
  [member, stranger] = [await portal.member(), await portal.member()];
});
afterAll(() => portal.close());

const resource = async (fields: Parameters<typeof insertResource>[1]) =>
  (await insertResource(portal.database, fields)).id;

describe('reading page by page', () => {
  const read = (client: Client, resourceId: number, range = 'bytes=0-3') =>
    client.get(`/api/resources/${resourceId}/pages`, { range });
  const book = async () => {
    const file = await insertDocument(portal, {
      content: '%PDF-1.7',
      content_type: 'application/pdf',
      name: 'book.pdf',
    });
    const bookId = await resource({ type: 'book', access_type: 'purchase', file_id: file.id });
    await insertPurchase(portal.database, { userId: member.userId, resourceId: bookId });
    return bookId;
  };

  const withNotes = async () => resource({ file_id: (await insertDocument(portal)).id });

  it('ACCESS-15 PERM-01 reading page by page is refused to visitors and without access, and there is nothing but PDF files to read', async () => {
    const bookId = await book();
    expect((await read(portal.visitor(), bookId)).status).toBe(401);
    expect((await read(stranger, bookId)).body.code).toBe('access.required');
    expect((await read(member, await withNotes())).body.code).toBe('library.no-pages');
    expect((await read(stranger, await resource({ title: 'No file' }))).body.code).toBe('library.no-pages');
    expect((await read(member, bookId, 'bytes=90-')).status).toBe(416);
  });

  it('answers parts as a download does, and is none: the progress is moved by the page that is reached', async () => {
    const bookId = await book();
    const answer = await read(member, bookId);
    expect([answer.status, answer.raw.toString()]).toEqual([206, '%PDF']);
    expect(answer.headers).toMatchObject({
      'content-range': 'bytes 0-3/8',
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    expect((await member.get(`/api/resources/${bookId}/progress`)).body).toBeNull();
  });

  it('reading page by page is offered for PDF files only', async () => {
    expect((await member.get(`/api/resources/${await book()}`)).body).toMatchObject({ hasPages: true });
    expect((await member.get(`/api/resources/${await withNotes()}`)).body).toMatchObject({ hasPages: false });
  });

  it('ACCESS-16 reading page by page ends with the access', async () => {
    const bookId = await book();
    await portal.database.pool.query(
      `update purchases set status = 'refunded', ended_at = now() where resource_id = $1`,
      [bookId],
    );
    expect((await read(member, bookId)).status).toBe(403);
  });

  it('SAFE-01 refuses more than 1 MiB an answer, and shortens parts that are longer', async () => {
    const file = await insertDocument(portal, { content: 'x'.repeat(1_100_000), content_type: 'application/pdf' });
    const long = await resource({ type: 'book', file_id: file.id });
    const pages = `/api/resources/${long}/pages`;
    const whole = await member.get(pages);
    expect([whole.status, whole.body]).toEqual([
      400,
      { code: 'library.parts-only', message: 'The viewer reads a file of this size in parts of at most 1 MiB.' },
    ]);
    const part = await member.get(pages, { range: 'bytes=10-' });
    expect([part.status, part.headers['content-range'], part.raw.length]).toEqual([
      206,
      'bytes 10-1048585/1100000',
      1_048_576,
    ]);
    expect((await member.send({ method: 'HEAD', url: pages })).headers['content-length']).toBe('1100000');
  });

  it('SAFE-01 reading page by page is refused after five times the file and 50 MB in a day, per member', async () => {
    const real = await createTestPortal({ DEMO: '0', SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@b.example' });
    const [reader, other] = [await real.member(), await real.member()];
    const document = async (bytes: number) => {
      const file = await insertDocument(real, { content: 'x'.repeat(bytes), content_type: 'application/pdf' });
      return (await insertResource(real.database, { type: 'book', file_id: file.id })).id;
    };
    const readKiB = (kib: number) =>
      real.database.pool.query(`update limit_counters set hits = $1 where key like 'pages-file-day:%'`, [kib]);
    // A small file may be read until 50 MB are reached, a large one five times.
    for (const [bytes, mostKiB] of [
      [4096, Math.ceil(50_000_000 / 1024)],
      [11 * 1024 * 1024, 5 * 11 * 1024],
    ] as const) {
      const id = await document(bytes);
      expect((await read(reader, id)).status).toBe(206);
      await readKiB(mostKiB - 2);
      expect((await read(reader, id, 'bytes=0-2047')).status).toBe(206);
      const statuses = [await read(reader, id, 'bytes=0-3'), await read(reader, id, 'bytes=2048-')];
      expect(statuses.map(({ status }) => status)).toEqual([429, 429]);
      expect(Number(statuses[0]?.headers['retry-after'])).toBeGreaterThan(0);
      expect((await read(other, id)).status).toBe(206);
      expect((await reader.get(`/api/resources/${id}/download`)).status).toBe(200);
    }
    await real.close();
  });

  it('SAFE-01 GEN-17 widens the limits of the page viewer in the demo by DEMO_LIMIT_FACTOR', {
    tags: 'long',
  }, async () => {
    const demo = await createTestPortal({ DEMO_LIMIT_FACTOR: '2' });
    const reader = await demo.member();
    const file = await insertDocument(demo, { content: '%PDF-1.7', content_type: 'application/pdf' });
    const { id } = await insertResource(demo.database, { type: 'book', file_id: file.id });
    expect((await read(reader, id)).status).toBe(206);
    await demo.database.pool.query('update limit_counters set hits = $1', [Math.ceil(100_000_000 / 1024) - 1]);
    expect((await read(reader, id)).status).toBe(206);
    expect((await read(reader, id)).status).toBe(429);
    await demo.close();
  });
});
