import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { startTestScanner, type TestScanner, testVirus } from '#tests/support/scanner.ts';
import { multipartForm } from '#tests/support/uploads.ts';

let scanner: TestScanner;
let portal: TestPortal;
let administrator: Client;
beforeAll(async () => {
  scanner = await startTestScanner();
  portal = await createTestPortal({ CLAMAV_URL: scanner.url });
  administrator = await portal.administrator();
});
beforeEach(() => {
  scanner.behave(null);
  portal.logged.length = 0;
});
afterAll(async () => {
  await portal.close();
  await scanner.close();
});

const send = (client: Client, name: string, content: Buffer | string) =>
  client.send({
    method: 'POST',
    url: '/api/admin/upload',
    ...multipartForm({ name, content: Buffer.from(content), fields: { title: 'Notes' } }),
  });
const kept = async (of = portal) => [
  await readdir(of.blobFolder),
  (await of.database.pool.query('select id, sha256 from files')).rows,
  (await of.database.pool.query(`select object_id from audit_log where object = 'file'`)).rows,
];
const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#12828a' } })
    .png()
    .toBuffer();

describe('an upload that is not let through', () => {
  it('V5.4.3 infected files are refused in words, whatever their names say, and nothing of them is kept', async () => {
    const before = await kept();
    const behindPicture = Buffer.concat([await picture(), Buffer.from(testVirus)]);
    for (const [name, content] of [
      ['notes.txt', testVirus],
      ['picture.png', behindPicture],
    ] as const) {
      const answer = await send(administrator, name, content);
      expect([answer.status, answer.body]).toEqual([
        400,
        { code: 'files.infected', message: 'This file was refused by the virus scanner.' },
      ]);
    }
    expect(await kept()).toEqual(before);
    expect(portal.logged).toHaveLength(2);
    expect(portal.logged[0]).toContain('Eicar-Test-Signature');
    expect(portal.logged.join()).not.toContain('EICAR-STANDARD');
  });

  it('V5.4.3 nothing is kept unscanned when the scanner is out of reach, and the next upload finds it again', async () => {
    const before = await kept();
    scanner.behave('ending');
    const answer = await send(administrator, 'notes.txt', 'fine');
    expect([answer.status, answer.body]).toEqual([
      503,
      {
        code: 'files.scanner-unavailable',
        message: 'Files cannot be checked for viruses at the moment. Please try again later.',
      },
    ]);
    expect(await kept()).toEqual(before);
    scanner.behave(null);
    expect((await send(administrator, 'notes.txt', 'fine')).status).toBe(200);
  });

  it('V5.4.3 refuses forbidden and too large files without asking the scanner', async () => {
    const asked = scanner.asked();
    expect((await send(await portal.member(), 'notes.txt', 'fine')).status).toBe(403);
    expect((await send(administrator, 'page.html', 'fine')).status).toBe(415);
    expect((await send(administrator, 'large.png', Buffer.alloc(10 * 1024 * 1024 + 1))).status).toBe(413);
    expect(scanner.asked()).toBe(asked);
  });
});

describe('an upload that is let through', () => {
  it('V5.4.3 was at the scanner whole: the document that is kept, the picture as it came', async () => {
    const document = 'A long note. '.repeat(100_000);
    const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');
    const { body } = await send(administrator, 'notes.txt', document);
    expect(scanner.scanned.at(-1)).toEqual({ bytes: document.length, sha256: sha256(document) });
    const { rows } = await portal.database.pool.query('select sha256 from files where id = $1', [
      String(body.fileUrl).replace('/api/files/', ''),
    ]);
    expect(rows[0].sha256.toString('hex')).toBe(sha256(document));

    const image = await picture();
    expect((await send(administrator, 'picture.png', image)).status).toBe(200);
    expect(scanner.scanned.at(-1)).toEqual({ bytes: image.length, sha256: sha256(image) });
    expect(portal.logged).toEqual([]);
  });

  it('V5.4.3 an upload that is let through without CLAMAV_URL uploads are kept without a scan', async () => {
    const asked = scanner.asked();
    const plain = await createTestPortal();
    expect((await send(await plain.administrator(), 'notes.txt', testVirus)).status).toBe(200);
    expect(await readdir(plain.blobFolder)).toHaveLength(1);
    await plain.close();
    expect(scanner.asked()).toBe(asked);
  });
});
