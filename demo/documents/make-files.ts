/** `npm run demo:files`: makes the files of the demo, which are committed because making them takes seconds. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { demoResources } from '../catalogue/resources.ts';
import { demoFilesFolder, documentFileName, slideFileName } from '../files.ts';
import { fingerprint, fingerprintFile } from './made-from.ts';
import { makeDocument } from './make-document.ts';
import { makeSlide } from './make-slide.ts';

await rm(demoFilesFolder, { recursive: true, force: true });
await mkdir(demoFilesFolder);
for (const { key, document, slideshow } of demoResources) {
  for (const [index, slide] of slideshow.entries()) await write(slideFileName(key, index), await makeSlide(slide));
  if (document) await write(documentFileName(document), await makeDocument(document));
}
await writeFile(fingerprintFile, `${fingerprint()}\n`);

function write(name: string, bytes: Buffer): Promise<void> {
  return writeFile(path.join(demoFilesFolder, name), bytes);
}
