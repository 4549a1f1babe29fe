import { finished } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';

const maxEntries = 2_000;
const maxUnpackedBytes = 200 * 1024 * 1024;
const maxRatio = 100;
const encrypted = 0x1;
const symbolicLink = 0o120000;

/**
 * Checks an archive without storing its content. `unsafe` are decompression bombs, too many entries, symbolic links,
 * paths that leave the folder, archives inside office files, and archives that cannot be read; `locked` are encrypted
 * ones.
 */
export async function inspectArchive(
  path: string,
  { isOffice }: { isOffice: boolean },
): Promise<'fine' | 'unsafe' | 'locked'> {
  // yauzl itself rejects names that are absolute or lead upwards. An archive that cannot be read is rejected, too.
  const options = { lazyEntries: true, strictFileNames: true, autoClose: false };
  const archive = await openPromise(path, options).catch(() => null);
  if (!archive) return 'unsafe';
  try {
    return archive.entryCount <= maxEntries ? await judgeArchive(archive, isOffice) : 'unsafe';
  } catch {
    return 'unsafe';
  } finally {
    archive.close();
  }
}

async function judgeArchive(archive: ZipFile, isOffice: boolean): Promise<'fine' | 'unsafe' | 'locked'> {
  const entries: Entry[] = [];
  let unpacked = 0;
  let packed = 0;
  for await (const entry of archive.eachEntry()) {
    unpacked += entry.uncompressedSize;
    packed += entry.compressedSize;
    const mode = entry.externalFileAttributes >>> 16;
    if (unpacked > maxUnpackedBytes || (mode & 0o170000) === symbolicLink) return 'unsafe';
    if ((entry.generalPurposeBitFlag & encrypted) !== 0) return 'locked';
    if (isOffice && /\.(zip|docx|xlsx|pptx|jar|7z|rar)$/i.test(entry.fileName)) return 'unsafe';
    entries.push(entry);
  }
  if (unpacked > Math.max(packed, 1) * maxRatio) return 'unsafe';
  for (const entry of entries) await readThrough(archive, entry);
  return 'fine';
}

/** Throws at the first byte beyond the size in the directory, so that a small number cannot hide a large file. */
async function readThrough(archive: ZipFile, entry: Entry): Promise<void> {
  if (entry.fileName.endsWith('/')) return;
  const content = await archive.openReadStreamPromise(entry);
  content.resume();
  await finished(content);
}
