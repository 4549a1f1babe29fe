import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createToolSite } from './server.ts';

let server: Server;
let url: string;
beforeAll(async () => {
  const { handle } = createToolSite({ portalUrl: 'https://portal.example' });
  server = createServer(handle).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  // Safe cast, because a server that listens on TCP has an address with a port.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

it('answers 404 to what is neither a tool nor one of its files', async () => {
  for (const path of [
    '/',
    '/UPPER',
    '/a/b',
    '/files/stand-ins/tool-site/server.ts',
    '/files/%2e%2e/package.json',
    '/files/x',
  ]) {
    expect([path, (await fetch(url + path)).status]).toEqual([path, 404]);
  }
});

it('BOOT-10 the tool site has a page for each tool, which calls only the portal', async () => {
  const answer = await fetch(`${url}/ai-use-case-canvas?token=secret`);
  expect(answer.headers.get('content-security-policy')).toContain('connect-src https://portal.example;');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  const page = await answer.text();
  expect(page).toContain('The plain alternative');
  expect(page).not.toContain('secret');
});

it('hands the kit out as browsers read it', async () => {
  const answer = await fetch(`${url}/files/packages/tool-kit/saving.ts`);
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(await answer.text()).not.toMatch(/\bimport type\b|: Promise<void>/);
});
