import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TLSSocket } from 'node:tls';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client } from './client.ts';

/** Encodes a message of PostgreSQL's protocol. */
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

/** Makes a key and a certificate that signs itself. */
function selfSigned(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-certificate-'));
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const made = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-subj',
    '/CN=localhost',
  ];
  execFileSync('openssl', [...made, '-keyout', key, '-out', cert], { stdio: 'pipe' });
  const pair = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return pair;
}

const rowCount = 4_000;
const rowBytes = 1_000;

/** Responds to each query with a result of 4 MB, which it writes at once. */
function serveLargeResult(socket: Socket): void {
  const field = Buffer.alloc(18);
  field.writeInt32BE(25, 6);
  const head = message('T', Buffer.concat([Buffer.from([0, 1]), Buffer.from('text\0'), field]));
  const length = Buffer.alloc(4);
  length.writeInt32BE(rowBytes);
  const row = message('D', Buffer.concat([Buffer.from([0, 1]), length, Buffer.alloc(rowBytes, 'x')]));
  const end = Buffer.concat([message('C', Buffer.from(`SELECT ${rowCount}\0`)), ready]);
  socket.on('error', () => {});
  socket.once('data', () => {
    socket.write(Buffer.concat([accepted, ready]));
    socket.on('data', (sent) => {
      if (sent[0] === 'Q'.charCodeAt(0)) {
        socket.write(Buffer.concat([head, ...Array.from({ length: rowCount }, () => row), end]));
      }
    });
  });
}

it.each(['plain', 'TLS'])(
  'GEN-29 a large result over a %s connection is parsed in parts, with turns between them',
  async (kind) => {
    const server = createServer((socket) => {
      if (kind === 'plain') return serveLargeResult(socket);
      const pair = selfSigned();
      // The first message asks for TLS.
      socket.once('data', () => {
        socket.write('S');
        serveLargeResult(new TLSSocket(socket, { isServer: true, ...pair }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const ssl = kind === 'TLS' && { rejectUnauthorized: false };
    const client = new Client({ host: '127.0.0.1', port, user: 'portal', database: 'portal', ssl });
    await client.connect();
    let [ofTurn, most, total] = [0, 0, 0];
    const query = client.query(new pg.Query('select'));
    query.on('row', () => {
      if (ofTurn === 0)
        setImmediate(() => {
          most = Math.max(most, ofTurn);
          ofTurn = 0;
        });
      ofTurn += 1;
      total += 1;
    });
    await new Promise((resolve, reject) => query.on('end', resolve).on('error', reject));
    await client.end();
    await new Promise((resolve) => server.close(resolve));
    expect(total).toBe(rowCount);
    expect(most * rowBytes).toBeLessThan(300_000);
  },
);
