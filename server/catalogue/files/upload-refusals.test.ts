import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { multipartForm } from '#tests/support/uploads.ts';

const megabyte = 1024 * 1024;

let portal: TestPortal;
let administrator: Client;
let port: number;
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
  const address = await portal.app.listen({ port: 0, host: '127.0.0.1' });
  port = Number(new URL(address).port);
});
afterAll(() => portal.close());

/** Sends a whole form as browsers do, without stopping at an early response. @returns head and body of the response */
function sendWhole(name: string, bytes: number): Promise<string> {
  const { headers, payload } = multipartForm({ name, content: Buffer.alloc(bytes, 32), fields: {} });
  const cookie = Object.entries(administrator.cookies)
    .map(([key, value]) => `${key}=${value}`)
    .join('; ');
  const head = [
    'POST /api/admin/upload HTTP/1.1',
    'host: portal.test',
    `cookie: ${cookie}`,
    `content-type: ${headers['content-type']}`,
    `content-length: ${payload.length}`,
  ];
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' }).setEncoding('utf8');
    let answer = '';
    let isSent = false;
    const check = () => {
      if (!isSent || !answer.endsWith('}')) return;
      socket.destroy();
      resolve(answer);
    };
    socket.on('error', reject).on('data', (part) => {
      answer += part;
      check();
    });
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(payload, () => {
      isSent = true;
      check();
    });
  });
}

it('UPLOAD-03 UPLOAD-04 a refusal arrives, however much is still on its way', async () => {
  expect(await sendWhole('large.png', 20 * megabyte)).toMatch(/^HTTP\/1.1 413 [\s\S]*files\.too-large/);
  expect(await sendWhole('program.exe', 20 * megabyte)).toMatch(/^HTTP\/1.1 415 [\s\S]*files\.wrong-type/);
  expect(await readdir(portal.blobFolder)).toEqual([]);
});
