import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** One change: the collection, the record's id, its new value or null when it is gone. */
export type Change = [collection: string, id: string, value: unknown];

/**
 * An append-only file, one line of JSON per transaction, flushed to the disk before anything is answered.
 * Chosen over node:sqlite because the latter is still marked experimental in the oldest Node this project starts on
 * and all that is needed is: read everything at start, never lose an answered change. A line that was cut by a kill
 * was never answered, so it is dropped; rewriting the file at start compacts it.
 */
export type Journal = {
  append(changes: readonly Change[]): void;
  /** Settles when all that was appended so far is on the disk; rejects for ever once a write failed. */
  flushed(): Promise<void>;
  close(): Promise<void>;
};

/** The transactions in the file, oldest first; an unfinished last line is left out. */
export function readJournal(path: string): Change[][] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  const unfinished = lines.pop();
  if (unfinished) lines.push(...(isJson(unfinished) ? [unfinished] : []));
  // Safe: only this module writes the file, in exactly this shape.
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Change[]);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Replaces the file by one that holds only the given state, then opens it for appending. */
export async function openJournal(path: string, state: Iterable<Change>): Promise<Journal> {
  mkdirSync(dirname(path), { recursive: true });
  const fresh = `${path}.new`;
  const descriptor = openSync(fresh, 'w', 0o600);
  for (const change of state) writeSync(descriptor, `${JSON.stringify([change])}\n`);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(fresh, path);
  syncFolder(dirname(path));
  return appender(await open(path, 'a', 0o600));
}

/** Makes the rename itself durable; Windows has no such call and refuses to open a folder. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function appender(file: FileHandle): Journal {
  let waiting: string[] = [];
  let writing: Promise<void> = Promise.resolve();

  // All lines that gathered while the previous flush was running go to the disk together.
  async function writeWaiting(): Promise<void> {
    if (waiting.length === 0) return;
    const lines = waiting;
    waiting = [];
    await file.appendFile(lines.join(''));
    await file.datasync();
  }

  return {
    append(changes) {
      waiting.push(`${JSON.stringify(changes)}\n`);
      writing = writing.then(writeWaiting);
      writing.catch(() => undefined); // every later flushed() still rejects
    },
    flushed: () => writing,
    async close() {
      await writing.catch(() => undefined);
      await file.close();
    },
  };
}
