import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '#server/platform/start-error.ts';

/** SQLite's result code when another process holds the lock. */
const BUSY = 5;

/**
 * Makes this process the only portal on DATA_DIR, until the returned function is called or the process ends. Node has
 * no file locks, but SQLite acquires a lock that the kernel releases even after `kill -9`. A file with a process id
 * cannot promise that, because ids are reused and containers count them separately. The file remains empty. Nothing
 * else in this process may open it: closing it once, for example after copying it for a backup, would release the lock.
 * @throws StartError when another portal has the lock, or the folder cannot be written
 */
export function lockFolder(dataDir: string): () => void {
  let database: DatabaseSync | null = null;
  try {
    const path = join(dataDir, 'portal.lock');
    database = new DatabaseSync(path, { timeout: 500 });
    database.exec('pragma journal_mode = memory; begin exclusive');
    // A user who can read the file could lock it.
    chmodSync(path, 0o600);
  } catch (error) {
    database?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) {
      throw new StartError(
        `Another portal is already running on ${dataDir}: stop it, or set DATA_DIR to another folder.`,
      );
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `DATA_DIR ${dataDir} cannot be written (${reason}): let this user write there, or set DATA_DIR.`,
    );
  }
  const held = database;
  return () => held.close();
}
