import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OpenPage } from '#contract/first-page.ts';

/** The two builds of the web app: the folder for browsers, and the code that loads a page's data on the server. */
export type WebBuild = { webFolder: string; openPage: OpenPage | null };

/** Finds the result of `npm run build`; without a server build, pages have no data. */
export async function findWebBuild(): Promise<WebBuild> {
  const folder = path.resolve(import.meta.dirname, '../../dist/web');
  const entry = path.join(folder, 'server', 'entry-server.js');
  const { openPage } = existsSync(entry) ? await import(pathToFileURL(entry).href) : { openPage: null };
  return { webFolder: path.join(folder, 'browser'), openPage };
}
