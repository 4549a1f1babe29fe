import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../database/db.ts';
import { sendNotFound } from './errors.ts';
import type { FixedHeaders } from './headers.ts';

/**
 * Compressed forms of a file from the build; they are left out, because responses are compressed when they are sent.
 */
const compressed = /\.(br|gz)$/;

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/**
 * Stores the files of the build in the database before this node serves its pages, and deletes those that were replaced
 * over a week ago. While nodes of two builds run side by side, a page of one finds its files at the other.
 * @param folder folder of the build for browsers; without a build nothing is stored
 */
export async function keepAssets(db: Db, folder: string): Promise<void> {
  const assets = path.join(folder, 'assets');
  const entries = await readdir(assets, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile() && !compressed.test(entry.name))
    .map((entry) => path.relative(assets, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
  if (names.length === 0) return;
  await db.prepared(
    'web.mark_assets',
    `update web_assets set superseded_at = case when name = any($1) then null else now() end
     where (name = any($1)) = (superseded_at is not null)`,
    [names],
  );
  await db.prepared('web.delete_assets', `delete from web_assets where superseded_at < now() - interval '7 days'`, []);
  const missing = await db.prepared<{ name: string }>(
    'web.list_missing_assets',
    'select name from unnest($1::text[]) as name where not exists (select from web_assets a where a.name = name.name)',
    [names],
  );
  for (const { name } of missing) {
    await db.prepared('web.keep_asset', 'insert into web_assets (name, bytes) values ($1, $2) on conflict do nothing', [
      name,
      await readFile(path.join(assets, name)),
    ]);
  }
}

/** Pattern of the build's names, below its folder of assets. */
const assetName = /^[\w./-]{1,200}$/;

/** Serves the files of other builds; those of this build have routes of their own, which take precedence. */
export function keptAssetRoutes(app: FastifyInstance, db: Db, headers: FixedHeaders): void {
  const options = { config: { caller: 'visitor' }, schema: { hide: true } } as const;
  app.get<{ Params: { '*': string } }>('/assets/*', options, async (request, reply) => {
    const name = request.params['*'];
    if (!assetName.test(name)) return sendNotFound(request, reply);
    const text = 'select bytes from web_assets where name = $1';
    const [kept] = await db.prepared<{ bytes: Buffer }>('web.get_asset', text, [name]);
    if (!kept) return sendNotFound(request, reply);
    return reply
      .headers(headers)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type(types[path.extname(name)] ?? 'application/octet-stream')
      .send(kept.bytes);
  });
}
