import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ArchiveFile } from './export-rules.ts';

/** The files as one zip archive, made while it is read. */
export function zipOf(files: readonly ArchiveFile[], madeAt: Date): Readable {
  const zip = new ZipFile();
  for (const { name, text } of files) zip.addBuffer(Buffer.from(text), name, { mtime: madeAt, mode: 0o100640 });
  zip.end();
  return Readable.from(zip.outputStream);
}
