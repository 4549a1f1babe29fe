import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkMailServer } from './mail.ts';

let server: Server;
let port: number;
beforeAll(async () => {
  // Greets in plain text, as port 587 does.
  server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 mail.example.org ESMTP\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Safe: a server that listens on TCP has such an address.
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

it('LIVE-05 smtps on a port that begins in plain text is said in words, with what to write', async () => {
  await expect(checkMailServer(`smtps://user:secret@127.0.0.1:${port}`)).rejects.toThrow(
    'its port does not begin with TLS: write smtp:// for a port such as 587',
  );
});
