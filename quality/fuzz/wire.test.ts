import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errors } from '#contract/errors.ts';
import type { Roles } from '#tests/support/roles.ts';
import { createFuzzWorld } from './world.ts';

let world: Roles;
beforeAll(async () => {
  world = await createFuzzWorld();
});
afterAll(() => world.close());

/** Bytes that no client would send, on a separate connection, which is closed after them. */
const oddBytes: Record<string, (host: string) => (string | Buffer)[]> = {
  'five hundred headers': (host) => [
    `GET /api/config HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${fillers(500, 10)}\r\n`,
  ],
  'headers of 40 kilobytes': (host) => [`GET /api/config HTTP/1.1\r\nHost: ${host}\r\n${fillers(40, 1000)}\r\n`],
  'two lengths': (host) => [
    `POST /api/login HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{} `,
  ],
  'a length and chunks': (host) => [
    `POST /api/login HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  'bare line feeds': (host) => [`GET /api/user HTTP/1.1\nHost: ${host}\n\n`],
  'a header folded over two lines': (host) => [`GET /api/user HTTP/1.1\r\nHost: ${host}\r\nX-One: a\r\n b\r\n\r\n`],
  'no host': () => ['GET /api/config HTTP/1.1\r\n\r\n'],
  'a name of a header with a space': (host) => [`GET /api/user HTTP/1.1\r\nHost : ${host}\r\n\r\n`],
  'a NUL in a header': (host) => [`GET /api/user HTTP/1.1\r\nHost: ${host}\r\nX-One: a\0b\r\n\r\n`],
  'a target that is no address': (host) => [
    `GET /api/users/%zz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  ],
  'half a character in the target': (host) => [
    `GET /api/users/%ED%A0%80 HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  ],
  'a parameter of a thousand characters': (host) => [
    `GET /api/users/${'1'.repeat(1000)} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  ],
  'a page of a thousand characters': (host) => [
    `GET /media/${'1'.repeat(1000)} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  ],
  'no HTTP at all': () => ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03hello\r\n\r\n'],
  'an unknown method': (host) => [`BREW /api/user HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`],
  'a gzip bomb': (host) => {
    const bomb = gzipSync(Buffer.alloc(60_000_000));
    const head = `POST /api/login HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`;
    return [head, bomb];
  },
  'an unknown expectation': (host) => [
    `GET /api/config HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nExpect: a-miracle\r\n\r\n`,
  ],
  'a body larger than it says': (host) => [
    `POST /api/login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}{"email":"a@example.org"}`,
  ],
  'a chunk of a wrong size': (host) => [
    `POST /api/login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  ],
};

function fillers(count: number, length: number): string {
  return Array.from({ length: count }, (_, index) => `X-Filler-${index}: ${'a'.repeat(length)}\r\n`).join('');
}

/** Sends the bytes and ends the connection. @returns the data received until then */
async function exchange(parts: (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(world.portal.origin);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  await once(socket, 'connect');
  const answer: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => void answer.push(chunk));
  // The portal may close the connection while bytes are still being sent.
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  for (const part of parts) socket.write(part);
  socket.end();
  await closed;
  return Buffer.concat(answer).toString();
}

describe('bytes over a connection', () => {
  it.each(Object.keys(oddBytes))(
    'GEN-03 with %s are answered plainly, or not at all, and change nothing',
    async (name) => {
      const before = await world.snapshot.fingerprint();
      const { host } = new URL(world.portal.origin);
      const answer = await exchange(oddBytes[name]?.(host) ?? []);
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
      expect([0, 200, 400, 404, 413, 415, 431]).toContain(status);
      // Without a host Node responds before the portal does, without a body.
      if (status >= 400 && name !== 'no host') {
        const { code, ...rest } = JSON.parse(body.slice(body.indexOf('{'), body.indexOf('}') + 1));
        expect(Object.keys(errors)).toContain(code);
        expect(Object.keys(rest)).toEqual(['message']);
        expect(head).toMatch(/content-security-policy: default-src 'self'/i);
        expect(head).toMatch(/x-content-type-options: nosniff/i);
      }
      expect(await world.snapshot.fingerprint()).toEqual(before);
      expect((await fetch(`${world.portal.origin}/healthz`)).status).toBe(200);
    },
  );

  it('GEN-03 requests cut off in the middle of a body leave nothing behind and keep nothing waiting', async () => {
    const before = await world.snapshot.fingerprint();
    const { host } = new URL(world.portal.origin);
    const head = `POST /api/register HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n`;
    await exchange([head, '{"email":"cut@example.org","password":"portal-']);
    expect(await world.snapshot.fingerprint()).toEqual(before);
    expect((await fetch(`${world.portal.origin}/healthz`)).status).toBe(200);
  });
});
