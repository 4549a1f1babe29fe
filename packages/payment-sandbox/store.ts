import { type Change, type Journal, openJournal, readJournal } from './journal.ts';
import type { Collection, Records } from './records.ts';

/**
 * The sandbox's memory. Records are never changed in place: `put` replaces them, so an earlier value stays valid for
 * events and for undoing. Reading is plain memory; every transaction goes to the journal as one line.
 */
export type Store = {
  find<C extends Collection>(collection: C, id: string): Records[C] | undefined;
  /** Like find, for ids the sandbox itself wrote: throws when there is none. */
  get<C extends Collection>(collection: C, id: string): Records[C];
  /** Oldest first. */
  all<C extends Collection>(collection: C): Records[C][];
  put<C extends Collection, R extends Records[C]>(collection: C, record: R): R;
  remove(collection: Collection, id: string): void;
  /** Runs synchronous work as a whole: a throw undoes what it had written. */
  transaction<T>(work: () => T): T;
  flushed(): Promise<void>;
  close(): Promise<void>;
};

type Table = Map<string, { id: string }>;

/** Opens (or begins) the journal at `path` and loads what it holds. */
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
