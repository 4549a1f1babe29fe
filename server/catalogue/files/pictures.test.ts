import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictureAddress } from '#server/identity/sign-in/rules.ts';
import type { Client } from '#tests/support/client.ts';
import { startTestIdentity, type TestIdentity } from '#tests/support/identity.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { multipartForm } from '#tests/support/uploads.ts';

let portal: TestPortal;
let identity: TestIdentity;
/** Stand-in for the hosts of the provider's pictures. */
let pictures: Server;
let asked: string[];
beforeAll(async () => {
  identity = await startTestIdentity('http://portal.test');
  portal = await createTestPortal({}, { identityProvider: identity.provider });
  asked = [];
  pictures = createServer(async (request, response) => {
    asked.push(String(request.url));
    if (request.url === '/moved') return response.writeHead(302, { location: '/ada.png' }).end();
    if (request.url === '/page') return response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
    response.writeHead(200, { 'content-type': 'image/png' });
    response.end(request.url === '/huge' ? Buffer.alloc(6 * 1024 * 1024) : await portrait('png'));
  });
  await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await portal.close();
  await identity.close();
  pictures.close();
});

const portrait = (format: 'png' | 'jpeg' | 'gif' | 'webp' | 'tiff') =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#0d4f48' } })
    .withExif({ IFD0: { Copyright: 'where it was taken' } })
    .toFormat(format)
    .toBuffer();
const send = (client: Client, content: Buffer, name = 'me.png') =>
  client.send({ method: 'POST', url: '/api/user/picture', ...multipartForm({ name, content, fields: {} }) });
const remove = (client: Client) => client.send({ method: 'DELETE', url: '/api/user/picture' });
const pictureOf = async (client: Client) =>
  (await client.get<{ profileImageUrl: string | null }>('/api/user')).body.profileImageUrl;
const addressOf = async (client: Client) => String(await pictureOf(client));
const rows = async () =>
  (await portal.database.pool.query<{ user_id: number }>('select user_id from profile_pictures')).rows;

describe('the picture of a member', () => {
  it('PROF-09 a member’s picture is refused to visitors, and refused when it is no image', async () => {
    expect((await send(portal.visitor(), await portrait('png'))).status).toBe(401);
    expect((await remove(portal.visitor())).status).toBe(401);
    const member = await portal.member();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    for (const content of [svg, Buffer.from('%PDF-1.7'), await portrait('tiff')]) {
      const answer = await send(member, content);
      expect([answer.status, answer.body.code]).toEqual([415, 'files.no-picture']);
    }
    expect((await send(member, Buffer.alloc(0))).body.code).toBe('files.empty');
    expect((await member.send({ method: 'POST', url: '/api/user/picture', payload: {} })).status).toBe(400);
    const huge = await send(member, Buffer.alloc(5 * 1024 * 1024 + 1));
    expect([huge.status, huge.body.message]).toEqual([413, 'This file is too large: the limit is 5 MB.']);
    expect([await pictureOf(member), await rows()]).toEqual([null, []]);
  });

  it('PROF-09 a member’s picture is encoded again as a small square without metadata, and seen by members at an address of its own', async () => {
    const member = await portal.member();
    for (const format of ['png', 'jpeg', 'gif', 'webp'] as const) {
      const answer = await send(member, await portrait(format));
      expect([answer.status, answer.body.id]).toEqual([200, member.userId]);
    }
    const address = await addressOf(member);
    expect(address).toMatch(/^\/api\/pictures\/[0-9a-f-]{36}$/);
    expect(await rows()).toEqual([{ user_id: member.userId }]);
    const { status, headers, raw } = await (await portal.member()).get(address);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'private, max-age=300',
    ]);
    const { format, width, height, exif } = await sharp(raw).metadata();
    expect([format, width, height, exif]).toEqual(['webp', 256, 256, undefined]);
    expect((await portal.visitor().get(address)).status).toBe(401);
  });

  it('PROF-09 a member’s picture is replaced under a new address, removed, and then found no more', async () => {
    const member = await portal.member();
    await send(member, await portrait('png'));
    const first = await addressOf(member);
    await send(member, await portrait('jpeg'));
    const second = await addressOf(member);
    expect(second).not.toBe(first);
    expect((await member.get(first)).body.code).toBe('files.not-found');
    for (let n = 0; n < 2; n += 1) expect((await remove(member)).body.profileImageUrl).toBeNull();
    expect((await member.get(second)).status).toBe(404);
  });

  it('PROF-09 SET-15 a member’s picture is erased with the account', async () => {
    const member = await portal.member();
    await send(member, await portrait('png'));
    const address = await addressOf(member);
    const administrator = await portal.administrator();
    expect((await administrator.send({ method: 'DELETE', url: `/api/users/${member.userId}` })).status).toBe(200);
    expect((await administrator.get(address)).status).toBe(404);
    expect((await rows()).map(({ user_id }) => user_id)).not.toContain(member.userId);
  });
});

describe('the picture of a sign-in provider', () => {
  // Safe cast, because a server that listens on TCP has an address with a port.
  const at = (path: string) => `http://127.0.0.1:${(pictures.address() as AddressInfo).port}${path}`;
  let people = 0;
  const comeWith = async (picture: string) => {
    const browser = portal.visitor();
    const email = `pictured-${++people}@example.org`;
    await identity.come(browser, { email, picture });
    await portal.runJobs();
    return { browser, email };
  };

  it('PROF-10 a provider’s picture is fetched once and encoded again; removed, it does not come back', async () => {
    asked = [];
    const { browser, email } = await comeWith(at('/ada.png'));
    const address = await addressOf(browser);
    expect(address).toMatch(/^\/api\/pictures\//);
    expect((await sharp((await browser.get(address)).raw).metadata()).width).toBe(256);
    await remove(browser);
    const again = portal.visitor();
    await identity.come(again, { email, picture: at('/ada.png') });
    await portal.runJobs();
    expect([await pictureOf(again), asked]).toEqual([null, ['/ada.png']]);
  });

  it('PROF-10 keeps the picture that the member chose', async () => {
    const browser = portal.visitor();
    await identity.come(browser, { email: 'chooses@example.org', picture: at('/ada.png') });
    await send(browser, await portrait('png'));
    const chosen = await pictureOf(browser);
    await portal.runJobs();
    expect(await pictureOf(browser)).toBe(chosen);
  });

  it('PROF-10 a provider’s picture is not taken when it is no image, too large, or leads elsewhere', async () => {
    for (const path of ['/page', '/huge']) {
      expect([path, await pictureOf((await comeWith(at(path))).browser)]).toEqual([path, null]);
    }
    asked = [];
    const browser = portal.visitor();
    await identity.come(browser, { email: 'moved@example.org', picture: at('/moved') });
    await portal.runJobs().catch(() => undefined);
    expect([await pictureOf(browser), asked]).toEqual([null, ['/moved']]);
  });

  it.each([
    ['https://accounts.google.com', 'https://lh3.googleusercontent.com/a/x=s96-c', true],
    ['https://id.example.org/realm', 'https://id.example.org/pictures/1', true],
    ['http://localhost:3000/sandbox/identity', 'http://127.0.0.1:9/x.png', true],
    ['https://accounts.google.com', 'http://lh3.googleusercontent.com/a/x', false],
    ['https://accounts.google.com', 'https://lh3.googleusercontent.com:8443/a/x', false],
    ['https://accounts.google.com', 'https://googleusercontent.com.evil.test/x', false],
    ['https://accounts.google.com', 'https://evilgoogleusercontent.com/x', false],
    ['https://accounts.google.com', 'https://user:secret@lh3.googleusercontent.com/x', false],
    ['https://accounts.google.com', 'http://169.254.169.254/latest/meta-data', false],
    ['https://accounts.google.com', 'https://127.0.0.1/x.png', false],
    ['https://id.example.org', 'https://lh3.googleusercontent.com/a/x', false],
    ['https://id.example.org', 'file:///etc/passwd', false],
    ['http://localhost:3000', 'https://10.0.0.1/x.png', false],
    ['http://localhost:3000', 'file:///etc/passwd', false],
    ['https://id.example.org', 'nonsense', false],
  ])('PROF-10 for the provider %s, a picture at %s may be fetched: %s', (issuer, address, isAllowed) => {
    expect(pictureAddress(address, issuer) !== null).toBe(isAllowed);
  });
});
