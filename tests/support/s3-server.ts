import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BucketSettings } from '#server/platform/files/bucket.ts';

export type S3Server = { settings: BucketSettings; close(): Promise<void> };

/** The server is a package of its own, so that only its tests need it. */
const folder = path.resolve(import.meta.dirname, '../s3-server');

/**
 * Starts an S3 server that was not written here, with one empty bucket. It checks signatures, including those of URLs.
 * It does not support a list of several pages, a request for only the first byte, or a key with `*` or `'`.
 */
export async function startS3Server(): Promise<S3Server> {
  const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  execFileSync('npm', flags, { cwd: folder, stdio: 'pipe' });
  const directory = await mkdtemp(path.join(tmpdir(), 'portal-s3-server-'));
  const server = spawn(process.execPath, [path.join(folder, 'serve.mjs'), directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  const [port] = await once(server.stdout, 'data');
  // The only key that the server knows.
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  return {
    settings: { endpoint: `http://127.0.0.1:${Number(port)}`, bucket: 'portal', region: 'us-east-1', ...keys },
    close: async () => {
      server.kill();
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
