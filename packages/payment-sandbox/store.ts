import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Collection, Records } from './records.ts';

/**
 * All records of the sandbox, in memory. Records are never changed in place: `put` replaces them, so an earlier value
 * stays valid for events and for undoing. Every transaction is appended to the journal as one line.
 */
export type Store = {
  find<C extends Collection>(collection: C, id: string): Records[C] | undefined;
  /** Finds a record by an id that the sandbox itself wrote, and throws when there is none. */
  get<C extends Collection>(collection: C, id: string): Records[C];
  /** Returns the records with the oldest first. */
  all<C extends Collection>(collection: C): Records[C][];
  put<C extends Collection, R extends Records[C]>(collection: C, record: R): R;
  remove(collection: Collection, id: string): void;
  /** Runs synchronous work as a whole: when it throws, everything it wrote is undone. */
  transaction<T>(work: () => T): T;
  flushed(): Promise<void>;
  close(): Promise<void>;
};

type Table = Map<string, { id: string }>;

/** Opens or creates the journal at `path` and loads its records. */
export async function openStore(path: string): Promise<Store> {
  const tables = new Map<string, Table>();
  for (const changes of readJournal(path)) for (const change of changes) apply(tables, change);
  return storeOver(tables, await openJournal(path, everything(tables)));
}

function tableOf(tables: Map<string, Table>, collection: string): Table {
  const table = tables.get(collection) ?? new Map();
  tables.set(collection, table);
  return table;
}

function apply(tables: Map<string, Table>, [collection, id, value]: Change): void {
  if (value === null) tableOf(tables, collection).delete(id);
  // Safe: values come from put, or from the journal that put wrote.
  else tableOf(tables, collection).set(id, value as { id: string });
}

function* everything(tables: Map<string, Table>): Iterable<Change> {
  for (const [collection, table] of tables) for (const [id, record] of table) yield [collection, id, record];
}

function storeOver(tables: Map<string, Table>, journal: Journal): Store {
  let open: { done: Change[]; undo: Change[] } | null = null;

  function change(collection: Collection, id: string, value: { id: string } | null): void {
    if (!open) throw new Error('the sandbox writes only inside a transaction');
    open.undo.push([collection, id, tableOf(tables, collection).get(id) ?? null]);
    open.done.push([collection, id, value]);
    apply(tables, [collection, id, value]);
  }

  function finish(keep: boolean): void {
    const finished = open;
    open = null;
    if (!finished) return;
    if (!keep) for (const undone of finished.undo.reverse()) apply(tables, undone);
    else if (finished.done.length > 0) journal.append(finished.done);
  }

  const store: Store = {
    // Safe: a collection only ever holds records of its own type, see put.
    find: (collection, id) => tableOf(tables, collection).get(id) as Records[typeof collection] | undefined,
    get(collection, id) {
      const record = store.find(collection, id);
      if (!record) throw new Error(`the sandbox has lost ${collection} ${id}`);
      return record;
    },
    all: (collection) => [...tableOf(tables, collection).values()] as Records[typeof collection][],
    put(collection, record) {
      change(collection, record.id, record);
      return record;
    },
    remove: (collection, id) => change(collection, id, null),
    transaction(work) {
      if (open) throw new Error('transactions of the sandbox do not nest');
      open = { done: [], undo: [] };
      try {
        const result = work();
        finish(true);
        return result;
      } catch (error) {
        finish(false);
        throw error;
      }
    },
    flushed: journal.flushed,
    close: journal.close,
  };
  return store;
}

/** Change of one record: its collection, its id and its new value, or null when it was removed. */
type Change = [collection: string, id: string, value: unknown];

/**
 * Append-only file with one line of JSON per transaction, flushed to the disk before a call is responded to. It is used
 * instead of node:sqlite, which is still experimental in the oldest Node this project starts on; reading everything at
 * start and never losing an acknowledged change is all that is needed. A line that a kill cut short was never
 * acknowledged, so it is dropped. Rewriting the file at start compacts it.
 */
type Journal = {
  append(changes: readonly Change[]): void;
  /** Resolves when everything appended so far is on the disk; always rejects once a write has failed. */
  flushed(): Promise<void>;
  close(): Promise<void>;
};

/** Reads the transactions in the file, oldest first, without a last line that was cut short. */
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

/** Replaces the file with one that holds only the given state, then opens it for appending. */
async function openJournal(path: string, state: Iterable<Change>): Promise<Journal> {
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

/** Makes the rename itself durable. Windows refuses to open a folder and has no such call. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function appender(file: FileHandle): Journal {
  let waiting: string[] = [];
  let writing: Promise<void> = Promise.resolve();

  // All lines that gathered during the previous flush go to the disk together.
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
      writing.catch(() => undefined); // Every later flushed() still rejects.
    },
    flushed: () => writing,
    async close() {
      await writing.catch(() => undefined);
      await file.close();
    },
  };
}
