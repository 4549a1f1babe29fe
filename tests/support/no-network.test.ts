import dns from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import net from 'node:net';
import tls from 'node:tls';
import { expect, test } from 'vitest';
import { takeRejected } from './no-network.ts';

test('a connection to another machine is refused by name and by number, however it is made', async () => {
  const rejection = /tests reach this machine only/;
  await expect(fetch('http://example.org/')).rejects.toMatchObject({
    cause: { message: expect.stringMatching(rejection) },
  });
  await expect(once(net.connect({ host: '192.0.2.1', port: 9 }), 'connect')).rejects.toThrow(rejection);
  await expect(once(net.connect(9, '192.0.2.2'), 'connect')).rejects.toThrow(rejection);
  await expect(once(tls.connect({ host: '2001:db8::1', port: 9 }), 'secureConnect')).rejects.toThrow(rejection);
  await expect(dns.promises.lookup('example.net')).rejects.toThrow(rejection);
  await expect(new Promise((_, reject) => dns.lookup('example.com', reject))).rejects.toThrow(rejection);
  expect(takeRejected()).toEqual([
    'example.org',
    '192.0.2.1',
    '192.0.2.2',
    '2001:db8::1',
    'example.net',
    'example.com',
  ]);
});

test('this machine can be reached by each of its names', async () => {
  const server = createServer((_request, reply) => reply.end('here')).listen(0);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  for (const host of ['127.0.0.1', 'localhost']) {
    expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('here');
  }
  expect(await dns.promises.lookup('127.0.0.1')).toMatchObject({ address: '127.0.0.1' });
  server.closeAllConnections();
  server.close();
  expect(takeRejected()).toEqual([]);
});
