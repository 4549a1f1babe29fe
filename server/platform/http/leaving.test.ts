import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { closeConnectionsAtEnd } from './leaving.ts';

type Held = {
  app: FastifyInstance;
  socket: Socket;
  text(): string;
  ended: Promise<unknown>;
  release(): void;
  /** Starts to close the server; `closed` resolves when it is closed. */
  close(): Promise<{ closed: Promise<unknown> }>;
};

const opened: Socket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
});

/**
 * Starts a server whose `/slow` responds once it is released, and opens a proxy's connection that stays open for the
 * next request.
 */
async function open(): Promise<Held> {
  const app = Fastify({ keepAliveTimeout: 3_600_000, forceCloseConnections: 'idle', return503OnClosing: false });
  closeConnectionsAtEnd(app);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  app.get('/slow', async () => {
    await released;
    return 'answer';
  });
  app.get('/part', async (_request, reply) => {
    async function* parts() {
      yield 'ans';
      await released;
      yield 'wer';
    }
    return reply.header('content-length', 6).send(Readable.from(parts()));
  });
  const begun = new Promise<void>((resolve) => app.addHook('preClose', async () => resolve()));
  await app.listen({ port: 0, host: '127.0.0.1' });
  // Safe: a server that listens on TCP has such an address.
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  opened.push(socket);
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (part: Buffer) => {
    text += part.toString();
  });
  const close = async () => {
    const closed = app.close();
    await begun;
    return { closed };
  };
  return { app, socket, text: () => text, ended: once(socket, 'close'), release, close };
}

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: portal\r\n\r\n`;

it('OPS-24 a kept connection whose request ends while the server ends is closed with the answer', async () => {
  const { app, socket, text, ended, release, close } = await open();
  const arrived = new Promise((resolve) => app.server.once('request', resolve));
  socket.write(ask('/slow'));
  await arrived;
  const { closed } = await close();
  release();
  await Promise.all([ended, closed]);
  expect(text()).toMatch(/^HTTP\/1\.1 200 .*connection: close.*answer$/is);
});

it('OPS-24 a kept connection whose answer had begun before the server ends is closed after the last byte', async () => {
  const { socket, text, ended, release, close } = await open();
  socket.write(ask('/part'));
  await once(socket, 'data');
  const { closed } = await close();
  release();
  await Promise.all([ended, closed]);
  expect(text()).toMatch(/connection: keep-alive.*answer$/is);
});

it('OPS-24 a connection on which nothing was asked does not keep the server', async () => {
  const { app, ended } = await open();
  await Promise.all([app.close(), ended]);
});

it('OPS-24 a connection with half a request header does not keep the server, and one whose header is late is answered', {
  tags: 'long',
}, async () => {
  const [half, late] = await Promise.all([open(), open()]);
  half.socket.write('GET /slow HTTP/1.1\r\nHos');
  late.socket.write('GET /slow HTTP/1.1\r\nHos');
  late.release();
  await pause(50);
  const [first, second] = await Promise.all([half.close(), late.close()]);
  await pause(100);
  late.socket.write('t: portal\r\n\r\n');
  await Promise.all([first.closed, second.closed, half.ended, late.ended]);
  expect([half.text(), late.text()]).toEqual(['', expect.stringMatching(/^HTTP\/1\.1 200 .*answer$/is)]);
});
