import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { demoResources } from '../catalogue/resources.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Holds the fingerprint of what the files beside it were made from. */
export const fingerprintFile = path.join(root, 'demo/files/made-from.sha256');

/**
 * Fingerprint of the words, pictures and makers that the files of the demo are made from. The bytes of the files
 * cannot be compared instead, because each processor and version of Node compresses a little differently.
 */
export function fingerprint(): string {
  const hash = createHash('sha256');
  const made = demoResources.map(({ document, slideshow }) => ({ document, slideshow }));
  hash.update(JSON.stringify(made));
  for (const name of makers()) hash.update(readFileSync(path.join(root, name)));
  return hash.digest('hex');
}

function makers(): string[] {
  const own = readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.test.ts'));
  return [...own.map((name) => `demo/documents/${name}`).sort(), 'server/platform/files/pdf-fonts.ts'];
}
