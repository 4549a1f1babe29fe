import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import type { Stops } from './stops.ts';

const types: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' };

type Ready = { type: string; bytes: Buffer };

/**
 * Builds and serves a React page that does nothing but show a list, the limit of what a page of the portal can reach.
 * @param list the portal's own list, as JSON
 * @returns its address
 */
export async function serveBarePage(list: string, stops: Stops): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-bench-page-'));
  stops.push(() => rm(folder, { recursive: true, force: true }));
  await build({
    root: path.join(import.meta.dirname, 'bare-page'),
    configFile: false,
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  });
  const ready = new Map<string, Ready>([['/list', { type: 'application/json', bytes: gzipSync(list) }]]);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const address = entry.name === 'index.html' ? '/' : `/${path.relative(folder, file)}`;
    const type = types[path.extname(file)] ?? 'application/octet-stream';
    ready.set(address, { type, bytes: gzipSync(await readFile(file)) });
  }
  const server = createServer((request, response) => {
    const found = ready.get(request.url ?? '');
    if (!found) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': found.type, 'content-encoding': 'gzip' }).end(found.bytes);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(async () => server.close());
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('A server on TCP has an address with a port');
  return `http://127.0.0.1:${address.port}/`;
}
