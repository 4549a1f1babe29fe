import { type AddressInfo, createServer } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client } from './client.ts';

/** One message of PostgreSQL's protocol. */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const accepted = message('R', Buffer.from([0, 0, 0, 0]));
const ready = message('Z', Buffer.from('I'));
const ended = message(
  'E',
  Buffer.from('SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'),
);

// Accepts each connection and ends it with the same packet, as PostgreSQL does when it is killed just then.
const dying = createServer((socket) => {
  socket.on('error', () => {});
  socket.once('data', () => socket.end(Buffer.concat([accepted, ready, ended])));
});

beforeAll(() => new Promise<void>((resolve) => dying.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => dying.close(resolve)));

it('OPS-02 a connection that PostgreSQL accepts and ends at once fails its statement, and not the node', async () => {
  const crashes: unknown[] = [];
  const noteCrash = (error: unknown) => crashes.push(error);
  process.on('uncaughtException', noteCrash);
  const { port } = dying.address() as AddressInfo;
  const pool = new pg.Pool({ Client, host: '127.0.0.1', port, user: 'portal', database: 'portal' });
  pool.on('error', () => {});
  await expect(pool.query('select 1')).rejects.toThrow();
  await pool.end();
  process.off('uncaughtException', noteCrash);
  expect(crashes).toEqual([]);
});
