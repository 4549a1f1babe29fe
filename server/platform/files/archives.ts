import { openPromise } from 'yauzl';

const maxEntries = 2_000;
const maxUnpackedBytes = 200 * 1024 * 1024;
const maxRatio = 100;
const encrypted = 0x1;
const symbolicLink = 0o120000;

/**
 * Reads an archive's directory, never its content: refuses what would blow up, hide or escape when somebody opens it.
 * Office files must hold no archive of their own.
 */
export async function isSafeArchive(path: string, { isOffice }: { isOffice: boolean }): Promise<boolean> {
  try {
    // yauzl itself refuses names that are absolute or lead upwards.
    const archive = await openPromise(path, { lazyEntries: true, strictFileNames: true, autoClose: true });
    if (archive.entryCount > maxEntries) {
      archive.close();
      return false;
    }
    let unpacked = 0;
    let packed = 0;
    for await (const entry of archive.eachEntry()) {
      unpacked += entry.uncompressedSize;
      packed += entry.compressedSize;
      const mode = entry.externalFileAttributes >>> 16;
      if (unpacked > maxUnpackedBytes) return false;
      if ((entry.generalPurposeBitFlag & encrypted) !== 0 || (mode & 0o170000) === symbolicLink) return false;
      if (isOffice && /\.(zip|docx|xlsx|pptx|jar|7z|rar)$/i.test(entry.fileName)) return false;
    }
    return unpacked <= Math.max(packed, 1) * maxRatio;
  } catch {
    // An archive that cannot be read is not one to hand on.
    return false;
  }
}
