import { readFile } from 'node:fs/promises';
import { toolStyle } from './page.ts';

export type SiteFile = { type: 'text/css' | 'text/javascript'; text: string };

/** The scripts of the page, under the paths by which they import each other. */
const scripts = [
  'stand-ins/tool-site/browser/tool.ts',
  'packages/tool-kit/browser.ts',
  'packages/tool-kit/saving.ts',
  'packages/tool-kit/session.ts',
];

const made = new Map<string, Promise<SiteFile>>();

/** Returns a file of the page; null when there is none of this name. */
export async function siteFile(name: string): Promise<SiteFile | null> {
  if (name === 'page.css') return { type: 'text/css', text: toolStyle };
  if (!scripts.includes(name)) return null;
  const known = made.get(name) ?? readScript(name);
  made.set(name, known);
  return known;
}

/** Removes the types, which browsers do not understand, with the tool that builds the portal's own scripts. */
async function readScript(name: string): Promise<SiteFile> {
  const { transformWithOxc } = await import('vite');
  const source = await readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
  const { code } = await transformWithOxc(source, name, { sourcemap: false });
  return { type: 'text/javascript', text: code };
}
