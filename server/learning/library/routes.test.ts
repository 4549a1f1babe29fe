import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Blobs } from '#server/platform/files/blobs.ts';
import { createDiskBlobs } from '#server/platform/files/disk.ts';
import type { Client } from '#tests/support/client.ts';
import {
  insertDocument,
  insertGrant,
  insertPurchase,
  insertResource,
  updateResource,
} from '#tests/support/factories.ts';
import { createTestPortal, production, type TestPortal } from '#tests/support/portal.ts';

type Member = Client & { userId: number };

let portal: TestPortal;
let blobs: Blobs;
let member: Member;
let stranger: Member;
let fileId: string;
let id: number;
beforeAll(async () => {
  portal = await createTestPortal();
  blobs = createDiskBlobs(portal.blobFolder);
  [member, stranger] = [await portal.member(), await portal.member()];
  fileId = (await insertDocument(portal, { content: '0123456789', name: 'upload.txt', title: 'As uploaded' })).id;
  id = await resource({ access_type: 'purchase', title: 'Field guide', file_id: fileId });
  await insertPurchase(portal.database, { userId: member.userId, resourceId: id });
});
afterAll(() => portal.close());

const resource = async (fields: Parameters<typeof insertResource>[1]) =>
  (await insertResource(portal.database, fields)).id;
const download = (client: Client, headers: Record<string, string> = {}, resourceId = id) =>
  client.get(`/api/resources/${resourceId}/download`, headers);

describe('who is refused', () => {
  it('ACCESS-15 PERM-01 refuses the file to visitors, by either address', async () => {
    expect((await download(portal.visitor())).status).toBe(401);
    expect((await portal.visitor().get(`/api/files/${fileId}`)).status).toBe(401);
  });

  it('ACCESS-15 API-60 refuses the file to members without access, by either address, and reads no byte', async () => {
    for (const url of [`/api/resources/${id}/download`, `/api/files/${fileId}`]) {
      const answer = await stranger.get(url, { range: 'bytes=0-1' });
      expect([answer.status, answer.body.code]).toEqual([403, 'access.required']);
      expect(answer.headers['content-disposition']).toBeUndefined();
      const head = await portal.app.inject({ method: 'HEAD', url, cookies: stranger.cookies });
      expect([head.statusCode, head.rawPayload.length]).toEqual([403, 0]);
    }
  });

  it('GEN-03 shows the refusal on a page to a browser that opens the address of a file', async () => {
    for (const url of [`/api/resources/${id}/download`, `/api/files/${fileId}`]) {
      const page = await stranger.get(url, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
      expect([page.status, page.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
      expect(page.raw.toString()).toContain('<p>You do not have access to this resource.</p>');
      expect(page.headers['content-disposition']).toBeUndefined();
    }
  });

  it('ACCESS-19 refuses the file to a member to whom the resource does not exist', async () => {
    const hidden = await insertDocument(portal);
    const draft = await resource({ is_published: false, file_id: hidden.id });
    expect((await download(stranger, {}, draft)).body.code).toBe('catalogue.not-found');
    expect((await stranger.get(`/api/files/${hidden.id}`)).body.code).toBe('files.not-found');
  });

  it('API-58 refuses unknown resources and files', async () => {
    const empty = await resource({ title: 'No file' });
    const answer = await download(stranger, {}, empty);
    expect([answer.status, answer.body]).toEqual([
      404,
      { code: 'library.no-file', message: 'No file available for download.' },
    ]);
    expect((await download(stranger, {}, 2147483647)).status).toBe(404);
    expect((await member.get('/api/files/7b0f4c0e-3c43-4c53-9d51-2f3b4f8c2a10')).status).toBe(404);
    expect((await member.get('/api/files/..%2F..%2Fpassword')).status).toBe(400);
  });

  it('ACCESS-16 refuses the file to a member whose grant was revoked a moment ago', async () => {
    const { id: grantId } = await insertGrant(portal.database, { userId: stranger.userId, resourceId: id });
    expect((await download(stranger)).status).toBe(200);
    await portal.database.pool.query('update access_grants set is_active = false where id = $1', [grantId]);
    expect((await download(stranger)).status).toBe(403);
    expect((await stranger.get(`/api/files/${fileId}`)).status).toBe(403);
  });
});

describe('a download', () => {
  it('UPLOAD-09 a download is saved under its title, with its type, and neither shown nor kept', async () => {
    const answer = await download(member, { 'accept-encoding': 'gzip' });
    expect([answer.status, answer.raw.toString()]).toEqual([200, '0123456789']);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '10',
      'content-disposition': `attachment; filename="As uploaded.txt"; filename*=UTF-8''As%20uploaded.txt`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
      'cross-origin-resource-policy': 'same-origin',
      'accept-ranges': 'bytes',
    });
  });

  it('a download has the file name that the resource states', async () => {
    const named = await resource({ file_id: fileId, file_title: 'Leitfaden für Teams' });
    expect((await download(stranger, {}, named)).headers['content-disposition']).toContain(
      "filename*=UTF-8''Leitfaden%20f%C3%BCr%20Teams.txt",
    );
    const { id: untitled } = await insertDocument(portal, { name: 'x.txt' });
    const plain = await resource({ file_id: untitled, title: 'Its own title' });
    expect((await download(stranger, {}, plain)).headers['content-disposition']).toContain('"Its own title.txt"');
  });

  it('API-60 leads those with access to a file on another site, notes the download, and answers a look at the headers itself', async () => {
    const link = 'https://files.example.org/register.xlsx?edition=2';
    const linked = await resource({ access_type: 'purchase', file_link: link, type: 'downloadable_template' });
    expect((await download(stranger, {}, linked)).status).toBe(403);
    await insertPurchase(portal.database, { userId: member.userId, resourceId: linked });
    const address = `/api/resources/${linked}/download`;
    expect((await member.get(`/api/resources/${linked}`)).body.fileUrl).toBe(address);
    const head = await portal.app.inject({ method: 'HEAD', url: address, cookies: member.cookies });
    expect([head.statusCode, head.headers.location]).toEqual([200, undefined]);
    const answer = await download(member, {}, linked);
    expect([answer.status, answer.headers.location]).toEqual([303, link]);
    expect(answer.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'private, no-store' });
    const { body } = await member.get<{ resourceId: number }[]>('/api/user/sessions');
    expect(body.map(({ resourceId }) => resourceId)).toContain(linked);
  });

  it('API-60 leads to a file whose address has letters outside ASCII, with the address in ASCII', async () => {
    const inAscii = {
      'https://files.example.org/Übersicht – 中文 2.docx':
        'https://files.example.org/%C3%9Cbersicht%20%E2%80%93%20%E4%B8%AD%E6%96%87%202.docx',
      'https://exämple.de/a%20b.docx?part=ä': 'https://xn--exmple-cua.de/a%20b.docx?part=%C3%A4',
    };
    for (const [link, location] of Object.entries(inAscii)) {
      const linked = await resource({ file_link: link, type: 'downloadable_template' });
      const answer = await download(member, {}, linked);
      expect([answer.status, answer.headers.location]).toEqual([303, location]);
    }
  });

  it('API-60 a download comes by the upload’s own address as well: to buyers, and to administrators always', async () => {
    const administrator = await portal.administrator();
    const unused = await insertDocument(portal, { content: 'unused' });
    expect((await member.get(`/api/files/${fileId}`)).raw.toString()).toBe('0123456789');
    expect((await member.get(`/api/files/${unused.id}`)).status).toBe(404);
    expect((await administrator.get(`/api/files/${unused.id}`)).raw.toString()).toBe('unused');
    expect((await download(administrator)).status).toBe(200);
  });

  it('ACCESS-19 a download stays with its buyers when the resource is withdrawn', async () => {
    const gone = await resource({ access_type: 'purchase', file_id: fileId });
    await insertPurchase(portal.database, { userId: member.userId, resourceId: gone });
    await updateResource(portal.database, gone, { is_published: false, withdrawn_at: '2026-01-01' });
    expect((await download(member, {}, gone)).status).toBe(200);
    expect((await download(stranger, {}, gone)).status).toBe(404);
  });

  it('answers a part, also of a file that has not changed since', async () => {
    const { headers } = await download(member);
    const etag = String(headers.etag);
    for (const condition of [{}, { 'if-range': etag }] as Record<string, string>[]) {
      const part = await download(member, { range: 'bytes=2-5', ...condition });
      expect([part.status, part.raw.toString()]).toEqual([206, '2345']);
      expect(part.headers).toMatchObject({ 'content-range': 'bytes 2-5/10', 'content-length': '4' });
    }
    const changed = await download(member, { range: 'bytes=2-5', 'if-range': '"older"' });
    expect([changed.status, changed.raw.toString()]).toEqual([200, '0123456789']);
    const absent = await download(member, { range: 'bytes=10-' });
    expect([absent.status, absent.headers['content-range']]).toEqual([416, 'bytes */10']);
    expect(absent.body.code).toBe('library.no-such-part');
  });

  it('answers HEAD with the headers without opening the file', async () => {
    const url = `/api/resources/${id}/download`;
    const answer = await member.send({ method: 'HEAD', url, headers: { range: 'bytes=0-1' } });
    expect([answer.status, answer.headers['content-length'], answer.raw.length]).toEqual([200, '10', 0]);
  });
});

describe('what downloads count', () => {
  const content = 'x'.repeat(4096);
  let real: TestPortal;
  beforeAll(async () => {
    real = await createTestPortal(production);
  });
  afterAll(() => real.close());
  const guideOf = async () => {
    const { id: file } = await insertDocument(real, { content });
    return { file, guide: (await insertResource(real.database, { file_id: file })).id };
  };
  const counters = async (name: string) =>
    (
      await real.database.pool.query<{ hits: number }>(
        'select hits from limit_counters where key like $1 order by hits',
        [`${name}:%`],
      )
    ).rows.map(({ hits }) => hits);

  it('SAFE-01 refuses a member the 61st download of a file in a day, whatever range it asks, and no other file', async () => {
    const reader = await real.member();
    const { file, guide } = await guideOf();
    for (let n = 0; n < 60; n += 1) expect((await download(reader, {}, guide)).status).toBe(200);
    const rejected = await download(reader, {}, guide);
    expect([rejected.status, Number(rejected.headers['retry-after']) > 0]).toEqual([429, true]);
    for (const range of ['bytes=0-3', 'bytes=1-', 'bytes=-1', 'bytes=4-7']) {
      expect((await download(reader, { range }, guide)).status).toBe(429);
      expect((await reader.get(`/api/files/${file}`, { range })).status).toBe(429);
    }
    expect((await download(reader, {}, (await guideOf()).guide)).status).toBe(200);
    expect((await download(await real.member(), {}, guide)).status).toBe(200);
  });

  it('SAFE-01 counts the parts of a file as one download, and parts that overlap as more', async () => {
    await real.database.pool.query('delete from limit_counters');
    const reader = await real.member();
    const { guide } = await guideOf();
    for (const start of [0, 1024, 2048, 3072]) {
      const part = await download(reader, { range: `bytes=${start}-${start + 1023}` }, guide);
      expect([part.status, part.raw.length]).toEqual([206, 1024]);
    }
    expect([await counters('download-file-day'), await counters('download-member')]).toEqual([[4], [1]]);
    expect((await download(reader, { range: 'bytes=1-' }, guide)).status).toBe(206);
    expect([await counters('download-file-day'), await counters('download-member')]).toEqual([[8], [2]]);
    expect(await counters('download-network')).toEqual([2]);
  });

  it('SAFE-01 MYRES-10 records progress whatever range is asked, by either address', async () => {
    const reader = await real.member();
    for (const address of ['resource', 'file']) {
      const { file, guide } = await guideOf();
      const url = address === 'file' ? `/api/files/${file}` : `/api/resources/${guide}/download`;
      expect((await reader.send({ method: 'HEAD', url })).status).toBe(200);
      expect((await reader.get(`/api/resources/${guide}/progress`)).body).toBeNull();
      expect((await reader.get(url, { range: 'bytes=1-' })).status).toBe(206);
      expect((await reader.get(`/api/resources/${guide}/progress`)).body).toMatchObject({ completionPercentage: 50 });
    }
  });
});

describe('a browser that goes away', () => {
  it('leaves no open file behind', { tags: 'long' }, async () => {
    const closed = Promise.withResolvers<void>();
    const openParts = vi.fn(async (...args: Parameters<Blobs['openParts']>) => {
      const parts = await blobs.openParts(...args);
      return { ...parts, close: () => parts.close().then(closed.resolve) };
    });
    const watched = { ...blobs, openParts };
    const other = await createTestPortal({}, { blobs: watched });
    const reader = await other.member();
    const content = 'x'.repeat(30_000_000);
    const { id: file } = await insertDocument({ ...other, blobFolder: portal.blobFolder }, { content });
    const big = (await insertResource(other.database, { file_id: file })).id;
    await other.app.listen({ port: 0, host: '127.0.0.1' });
    // Safe cast, because a server that listens on TCP always has such an address.
    const { port } = other.app.server.address() as AddressInfo;
    const cookie = Object.entries(reader.cookies).map(([name, value]) => `${name}=${value}`);
    const call = request({ port, path: `/api/resources/${big}/download`, headers: { cookie } }).end();
    const [answer] = await once(call, 'response');
    await once(answer, 'data');
    call.destroy();
    await closed.promise;
    expect(openParts).toHaveBeenCalledOnce();
    await other.close();
  });

  it('finds blobs under no name but their id', async () => {
    expect(await readdir(portal.blobFolder)).toContain(fileId);
    expect((await member.get(`/${path.basename(portal.blobFolder)}/${fileId}`)).status).toBe(404);
  });
});
