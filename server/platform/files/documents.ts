import { createReadStream } from 'node:fs';
import { fileTypeFromFile } from 'file-type';
import { isSafeArchive } from './archives.ts';

export type Verdict = 'fine' | 'wrong-content' | 'unsafe';

/** What file-type must see in a file of each extension; old Office files differ by their extension only. */
const seenAs: Record<string, string> = { doc: 'cfb', xls: 'cfb', ppt: 'cfb' };
const officeArchives = new Set(['docx', 'xlsx', 'pptx']);

/**
 * Compares a document's content with its extension (UPLOAD-05).
 * @param path the stored bytes
 */
export async function inspectDocument(path: string, extension: string): Promise<Verdict> {
  if (extension === 'txt') return (await isPlainText(path)) ? 'fine' : 'wrong-content';
  const seen = await fileTypeFromFile(path).catch(() => undefined);
  if (seen?.ext !== (seenAs[extension] ?? extension)) return 'wrong-content';
  const isOffice = officeArchives.has(extension);
  if (!isOffice && extension !== 'zip') return 'fine';
  return (await isSafeArchive(path, { isOffice })) ? 'fine' : 'unsafe';
}

/** UTF-8 without NUL, read to its end. */
async function isPlainText(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const part of createReadStream(path)) {
      if (decoder.decode(part, { stream: true }).includes('\u0000')) return false;
    }
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}
