import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OpenPage } from '#contract/first-page.ts';
import type { Dependencies } from '#server/app.ts';

/** The web app for a test portal that draws pages: its code as it is, around a page without scripts. */
export async function openTestWeb(): Promise<
  Pick<Dependencies, 'webFolder' | 'openPage'> & { close(): Promise<void> }
> {
  const webFolder = await mkdtemp(path.join(tmpdir(), 'portal-web-'));
  await mkdir(path.join(webFolder, 'assets'));
  await writeFile(path.join(webFolder, 'assets/app.css'), ':root{--background:#fdfcfb;--foreground:#102030}');
  await writeFile(
    path.join(webFolder, 'index.html'),
    '<html><head><title>Portal</title><link rel="stylesheet" href="/assets/app.css"></head><body><div id="root"></div></body></html>',
  );
  // The web app as it is, which the types of the server do not cover.
  const { openPage }: { openPage: OpenPage } = await import(path.resolve('web/entry-server.ts'));
  return { webFolder, openPage, close: () => rm(webFolder, { recursive: true, force: true }) };
}
