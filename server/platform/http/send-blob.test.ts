import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BlobParts, Blobs } from '../files/blobs.ts';
import { createDiskBlobs } from '../files/disk.ts';
import { shedLoad } from './overload.ts';
import { sendBlob } from './send-blob.ts';

/** Far more than a connection takes at once. */
const bytes = 12_000_000;

let folder: string;
let blobs: Blobs;
let app: FastifyInstance;
let port: number;
const logged: string[] = [];
/** The parts that the route has opened. */
let opened: BlobParts[];
let open: () => Promise<BlobParts>;
/** Bytes that the route announces. */
let announced: number;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-sent-'));
  blobs = createDiskBlobs(folder);
  opened = [];
  logged.length = 0;
  app = fastify({ logger: { level: 'warn', stream: { write: (line: string) => void logged.push(line) } } });
  shedLoad(app);
  app.addHook('onRequest', async (_request, reply) => void reply.header('x-from-hook', 'kept'));
  app.get('/blob', async (_request, reply) => {
    const parts = await open();
    opened.push(parts);
    return sendBlob(reply.header('content-length', announced), parts);
  });
  app.get('/other', async () => 'other');
  await app.listen({ port: 0, host: '127.0.0.1' });
  // A server that listens on TCP has an address with a port.
  port = (app.server.address() as AddressInfo).port;
});
afterEach(async () => {
  app.server.closeAllConnections();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function stored(content = randomBytes(bytes)): Promise<Buffer> {
  const id = randomUUID();
  await blobs.write(id, Readable.from([content]), { maxBytes: content.length });
  open = () => blobs.openParts(id);
  announced = content.length;
  return content;
}
async function ask(address = '/blob'): Promise<IncomingMessage> {
  const [answer] = await once(get({ port, path: address, agent: false }), 'response');
  return answer;
}
/** Resolves when a blob that is opened from now on is closed. */
function closing(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const before = open;
  open = async () => {
    const parts = await before();
    return { ...parts, close: () => parts.close().then(resolve) };
  };
  return promise;
}
const isOpen = ([parts] = opened) =>
  (parts as BlobParts)
    .each(async () => {})
    .then(
      () => true,
      () => false,
    );

describe('what arrives', () => {
  it('a blob arrives whole, with the headers of hooks, also when eight callers read slowly at the same time', {
    tags: 'long',
  }, async () => {
    const content = await stored();
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask()));
    // Nothing is read yet, so the connections fill up; then all read in small steps.
    const arrived = await Promise.all(answers.map((answer) => buffer(answer)));
    expect(arrived.map((one) => one.equals(content))).toEqual(Array(8).fill(true));
    expect(answers[0]?.headers).toMatchObject({ 'x-from-hook': 'kept', 'content-length': String(bytes) });
  });

  it('a blob arrives whole when a second answer waits behind it on the same connection', { tags: 'long' }, async () => {
    const content = await stored();
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /blob HTTP/1.1\r\nhost: a\r\n\r\nGET /blob HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
    const all = await buffer(socket);
    const first = all.indexOf('\r\n\r\n') + 4;
    const second = all.indexOf('\r\n\r\n', first + bytes) + 4;
    expect(all.subarray(first, first + bytes).equals(content)).toBe(true);
    expect(all.subarray(second).equals(content)).toBe(true);
  });

  it('an empty blob arrives as an empty answer', async () => {
    open = async () => ({ each: async () => {}, close: async () => {} });
    announced = 0;
    const answer = await ask();
    expect([answer.statusCode, (await buffer(answer)).length]).toEqual([200, 0]);
  });

  it('takes no place from others while it is on its way', { tags: 'long' }, async () => {
    await stored();
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask()));
    expect((await ask('/other')).statusCode).toBe(200);
    for (const answer of answers) answer.destroy();
  });
});

describe('a browser that goes away', () => {
  it('leaves no open file behind', async () => {
    await stored();
    const closed = closing();
    const answer = await ask();
    expect(await isOpen()).toBe(true);
    answer.destroy();
    await closed;
    expect([await isOpen(), logged]).toEqual([false, []]);
  });

  it('leaves none behind of an answer that waits behind another one', async () => {
    await stored();
    const closed = closing();
    const given = Promise.withResolvers<void>();
    const second = open;
    const afterwards = async () => {
      const parts = await second();
      const each: BlobParts['each'] = (take) => {
        const leave = (part: Uint8Array) => {
          const taken = take(part);
          socket.destroy();
          return taken;
        };
        return parts.each(leave).finally(given.resolve);
      };
      return { ...parts, each };
    };
    open = async () => {
      open = afterwards;
      // Never responds, so that the second response stays behind this one.
      return { each: () => new Promise(() => {}), close: async () => {} };
    };
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /blob HTTP/1.1\r\nhost: a\r\n\r\nGET /blob HTTP/1.1\r\nhost: a\r\n\r\n');
    await Promise.all([closed, given.promise]);
    expect(logged).toEqual([]);
  });

  it('ends the wait for a store that says nothing more', async () => {
    const closed = Promise.withResolvers<void>();
    open = async () => ({
      each: async (take) => {
        await take(Buffer.from('begun'));
        await closed.promise;
        throw new Error('closed');
      },
      close: async () => closed.resolve(),
    });
    announced = 10;
    (await ask()).destroy();
    await closed.promise;
  });
});

describe('a failure', () => {
  const sending = (each: BlobParts['each'], length: number) => {
    open = async () => ({ each, close: async () => {} });
    announced = length;
  };

  it('a failure before the first byte is answered as any other', async () => {
    sending(async () => {
      throw new Error('The disk is gone');
    }, 10);
    const answer = await ask();
    expect(answer.statusCode).toBe(500);
    expect(JSON.parse((await buffer(answer)).toString())).toMatchObject({ message: 'The disk is gone' });
  });

  it('a failure midway ends the connection and is logged', async () => {
    sending(async (take) => {
      await take(Buffer.from('begun'));
      throw new Error('The disk is gone');
    }, 10);
    await expect(buffer(await ask())).rejects.toThrow('aborted');
    expect(logged.join()).toContain('The disk is gone');
  });

  it('a blob that is shorter or longer than its headers say is a failure', async () => {
    sending((take) => take(Buffer.from('short')), 10);
    await expect(buffer(await ask())).rejects.toThrow('aborted');
    sending(async (take) => {
      await take(Buffer.from('long'));
      await take(Buffer.from(' and longer'));
    }, 10);
    await expect(buffer(await ask())).rejects.toThrow('aborted');
    expect(logged.length).toBe(2);
  });
});
