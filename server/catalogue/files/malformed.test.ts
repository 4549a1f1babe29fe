import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpointFiles } from '#server/app/endpoints.ts';
import type { Client } from '#tests/support/client.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { onePixel } from '#tests/support/uploads.ts';

let portal: TestPortal;
let administrator: Client;
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
});
afterAll(() => portal.close());

const formCalls = Object.values(endpointFiles)
  .flatMap((file) => Object.values(file))
  .filter((one) => typeof one === 'object' && one.form !== undefined)
  .map(({ method, path }) => ({ method, url: path }));

/** For each call, the file name that replaces `NAME` in forms with a text, and `one.png` in the form of a picture. */
const namesAt: Record<string, readonly [string, string]> = {
  '/api/admin/upload': ['a.txt', 'one.png'],
  '/api/user/picture': ['a.txt', 'one.png'],
  '/api/admin/imports': ['a.csv', 'a.csv'],
};

const stored = async () => (await portal.database.pool.query('select id from files')).rowCount;
const multipart = 'multipart/form-data; boundary=edge';
const head = '--edge\r\ncontent-disposition: form-data; name="file"; filename="NAME"\r\n\r\n';

const bodies: [string, string, (whole: Buffer) => string | Buffer][] = [
  ['is empty', multipart, () => ''],
  ['ends in the first boundary', multipart, () => '--ed'],
  ['ends in the head of its file', multipart, () => '--edge\r\ncontent-disposition: form-data; name="file"; filen'],
  ['ends in its file', multipart, () => `${head}title,type\r\nA guide`],
  ['ends before the last boundary', multipart, () => `${head}title,type\r\n\r\n--edge\r\ncontent-dis`],
  ['has a head without a colon', multipart, () => '--edge\r\nno head at all\r\n\r\ntext\r\n--edge--\r\n'],
  ['has another boundary', multipart, (whole) => whole],
  ['names no boundary', 'multipart/form-data', (whole) => whole],
  ['names a boundary of 300 characters', `multipart/form-data; boundary=${'e'.repeat(300)}`, (whole) => whole],
  ['is no form', multipart, () => 'just text'],
  [
    'is a picture cut in the middle',
    'multipart/form-data; boundary=form-boundary-7f3a',
    (whole) => whole.subarray(0, -60),
  ],
];

it.each(bodies)(
  'UPLOAD-07 GEN-03 every call with a form answers 400 to one that %s, and stores nothing',
  async (_, type, bodyOf) => {
    const before = await stored();
    expect(formCalls.map(({ url }) => url)).toEqual(expect.arrayContaining(Object.keys(namesAt)));
    for (const { method, url } of formCalls) {
      const [text, picture] = namesAt[url] ?? ['a.txt', 'one.png'];
      const given = bodyOf((await onePixel()).payload).toString('latin1');
      const payload = Buffer.from(given.replace('NAME', text).replace('one.png', picture), 'latin1');
      const headers = { 'content-type': type };
      const { status, body } = await administrator.send({ method, url, headers, payload });
      expect([url, status, typeof body.message]).toEqual([url, 400, 'string']);
    }
    expect(await stored()).toBe(before);
    expect(portal.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
  },
);
