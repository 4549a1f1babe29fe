import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OpenPage } from '#contract/first-page.ts';
import type { Dependencies } from '#server/app/app.ts';

/** Opens the web app for a test portal that renders pages: its real code, around a page without scripts. */
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
  return { webFolder, openPage: await loadOpenPage(), close: () => rm(webFolder, { recursive: true, force: true }) };
}

/**
 * Loads the web app's rendering of pages without the portal's deadline. On a busy machine the deadline would send a
 * page without its markup, and the test would fail.
 */
export async function loadOpenPage(): Promise<OpenPage> {
  // The types of the server do not cover the web app.
  const { openPage }: { openPage: OpenPage } = await import(path.resolve('web/entry-server.ts'));
  return (request) => openPage({ ...request, signal: new AbortController().signal });
}
