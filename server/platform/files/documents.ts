import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { inspectArchive } from './archives.ts';

export type Verdict =
  | 'fine'
  | 'wrong-content'
  | 'unsafe'
  | 'wrong-encoding'
  | 'rich-text'
  | 'pdf-preceded'
  | 'locked'
  /** Another kind of document, by its extension. */
  | { found: string };

/**
 * Result of file-type for the extensions for which it differs: old Office files have one form, and are distinguished by
 * their extension only.
 */
const seenAs: Record<string, string> = { doc: 'cfb', xls: 'cfb', ppt: 'cfb' };
const officeArchives = new Set(['docx', 'xlsx', 'pptx']);
const officeFiles = new Set([...officeArchives, ...Object.keys(seenAs)]);
/** Kinds that people often have under a wrong name, and that the portal accepts under the right one. */
const takenByName = new Set(['pdf', 'docx', 'xlsx', 'pptx']);

/**
 * Compares a document's content with its extension (UPLOAD-05).
 * @param path local file, which is not stored yet
 */
export async function inspectDocument(path: string, extension: string): Promise<Verdict> {
  if (extension === 'txt') return inspectText(path);
  // `fileTypeFromFile` passes over a byte order mark, but the programs that open these files do not.
  const isMarked = (await readStart(path)).subarray(0, 3).equals(byteOrderMark);
  const seen = isMarked ? undefined : (await fileTypeFromFile(path).catch(() => undefined))?.ext;
  // Office programs put a document with a password into a container of the old kind, whatever its name.
  if (officeFiles.has(extension) && seen === 'cfb' && (await isEncryptedOffice(path))) return 'locked';
  if (seen !== (seenAs[extension] ?? extension)) return findMismatch(path, { extension, seen });
  const isOffice = officeArchives.has(extension);
  if (!isOffice && extension !== 'zip') return 'fine';
  return inspectArchive(path, { isOffice });
}

async function findMismatch(
  path: string,
  { extension, seen }: { extension: string; seen: string | undefined },
): Promise<Verdict> {
  if (officeFiles.has(extension) && seen === 'rtf') return 'rich-text';
  if (extension === 'pdf' && (await readStart(path)).includes('%PDF-')) return 'pdf-preceded';
  return seen !== undefined && takenByName.has(seen) ? { found: seen } : 'wrong-content';
}

const byteOrderMark = Buffer.from('\uFEFF');

/** Number of bytes in which readers look for the mark of a PDF. */
const startBytes = 1024;

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(startBytes), 0, startBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The stream of the encrypted document, in the directory of its container (MS-OFFCRYPTO, 2.3.4.4). */
const encryptedStream = Buffer.from('EncryptedPackage', 'utf16le');

async function isEncryptedOffice(path: string): Promise<boolean> {
  let before = Buffer.alloc(0);
  for await (const part of createReadStream(path)) {
    const both = Buffer.concat([before, part as Buffer]);
    if (both.includes(encryptedStream)) return true;
    // The name may be split between two parts.
    before = both.subarray(-encryptedStream.length);
  }
  return false;
}

/** Checks that a text is UTF-8 without NUL, to its end. */
async function inspectText(path: string): Promise<Verdict> {
  const start = await readStart(path);
  const isUtf16 = start.length >= 2 && (start.readUInt16BE() === 0xfeff || start.readUInt16BE() === 0xfffe);
  if (isUtf16) return 'wrong-encoding';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  for await (const part of createReadStream(path)) {
    // NUL shows that the file is binary, because texts in UTF-8 and in one-byte encodings have none.
    if ((part as Buffer).includes(0)) return 'wrong-content';
    isUtf8 &&= isDecoded(() => decoder.decode(part as Buffer, { stream: true }));
  }
  return isUtf8 && isDecoded(() => decoder.decode()) ? 'fine' : 'wrong-encoding';
}

function isDecoded(decode: () => string): boolean {
  try {
    decode();
    return true;
  } catch {
    return false;
  }
}
