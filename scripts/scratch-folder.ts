import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes a folder for the databases and files of a run, and removes it when this process ends. */
export function makeScratchFolder(): string {
  const folder = mkdtempSync(join(temporaryFolder(), 'portal-run-'));
  // PostgreSQL, which root starts as another user, must be able to read this folder.
  chmodSync(folder, 0o755);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  return folder;
}

/**
 * Returns a folder in memory where the system has one with room, because making and dropping hundreds of databases on a
 * disk takes as long as the tests themselves.
 */
function temporaryFolder(): string {
  const inMemory = '/dev/shm';
  const neededBytes = 6 * 1024 ** 3;
  if (!existsSync(inMemory) || freemem() < 2 * neededBytes) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize < neededBytes ? tmpdir() : inMemory;
}
