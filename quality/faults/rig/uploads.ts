import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Rig } from './rig.ts';

const pieceBytes = 1024 * 1024;
const boundary = 'faults-7f3a';

type Wanted = {
  origin: string;
  secret: string;
  /** Name of the session's cookie; behind https it has a prefix. */
  cookie?: string;
  bytes: number;
  /** Awaited when a tenth of the bytes is sent. */
  pause?: () => Promise<void>;
};

/** Uploads a document of `bytes` bytes, piece by piece. */
export async function uploadPdf({ origin, secret, cookie = 'session', bytes, pause }: Wanted) {
  const reply = await fetch(`${origin}/api/admin/upload`, {
    method: 'POST',
    headers: { cookie: `${cookie}=${secret}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Readable.toWeb(Readable.from(formOf(bytes, pause))) as ReadableStream,
    duplex: 'half',
  });
  // Safe cast, because rejections have the portal's error body.
  const body = (await reply.json()) as { code?: string; message?: string };
  return { status: reply.status, body };
}

async function* formOf(bytes: number, pause?: () => Promise<void>): AsyncGenerator<Buffer> {
  yield Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="guide.pdf"\r\n\r\n%PDF-1.7\n`,
  );
  let hasPaused = pause === undefined;
  for (let sent = 0; sent < bytes; sent += pieceBytes) {
    if (!hasPaused && sent > bytes / 10) {
      await pause?.();
      hasPaused = true;
    }
    yield Buffer.alloc(Math.min(pieceBytes, bytes - sent), 32);
  }
  yield Buffer.from(`\r\n%%EOF\r\n--${boundary}--\r\n`);
}

/** Lists files without a row, and rows without a file. */
export async function findStray({ database, dataDir }: Rig): Promise<string[]> {
  const found = new Set(await readdir(path.join(dataDir, 'files')));
  const { rows } = await database.pool.query<{ id: string }>('select id from files');
  const known = new Set(rows.map(({ id }) => id));
  return [
    ...[...found].filter((name) => !known.has(name)).map((name) => `a file without its row: ${name}`),
    ...[...known].filter((id) => !found.has(id)).map((id) => `a row without its file: ${id}`),
  ];
}
