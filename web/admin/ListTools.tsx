import { Columns3, Download } from 'lucide-react';
import { useState } from 'react';
import { mostCsvRows } from '#contract/csv.ts';
import { useAction } from '../platform/action.ts';
import { download } from '../platform/download.ts';
import { toastUnavailable } from '../platform/lazy-dialog.ts';
import { Button } from '../ui/Button.tsx';
import type { DataTableColumn } from '../ui/DataTable.tsx';
import { LazyMenu } from '../ui/LazyMenu.tsx';

type Names<Key extends string> = Readonly<Record<Key, string>>;

/** Columns that the administrator can show or hide. Title, selection and actions are always shown. */
export type Columns<Key extends string> = {
  names: Names<Key>;
  shown: ReadonlySet<Key>;
  toggle: (key: Key) => void;
};

/**
 * Returns the columns of a list that this browser shows.
 * @param list name of the choice in the browser's storage
 * @param names columns that can be chosen, in their order
 * @param usual columns shown until the administrator chooses
 */
export function useColumns<Key extends string>(list: string, names: Names<Key>, usual: readonly Key[]): Columns<Key> {
  const name = `columns:${list}`;
  const [shown, setShown] = useState<ReadonlySet<Key>>(() => readChoice(name, keysOf(names)) ?? new Set(usual));
  function toggle(key: Key) {
    const next = new Set(shown);
    if (!next.delete(key)) next.add(key);
    setShown(next);
    keepChoice(name, next);
  }
  return { names, shown, toggle };
}

// Storage may be blocked; the choice then lasts until the page is left.
function readChoice<Key extends string>(name: string, keys: readonly Key[]): Set<Key> | null {
  try {
    const kept = localStorage.getItem(name)?.split(',');
    return kept ? new Set(keys.filter((key) => kept.includes(key))) : null;
  } catch {
    return null;
  }
}

function keepChoice(name: string, shown: ReadonlySet<string>): void {
  try {
    localStorage.setItem(name, [...shown].join(','));
  } catch {
    // Storage may be blocked; the choice then lasts until the page is left.
  }
}

/** Returns the columns of a table that are always shown or chosen. */
export function shownColumns<Row>(
  columns: readonly DataTableColumn<Row>[],
  shown: ReadonlySet<string>,
): DataTableColumn<Row>[] {
  return columns.filter(({ key, kind }) => kind !== undefined || shown.has(key));
}

type ListToolsProps<Key extends string> = {
  columns: Columns<Key>;
  /** URL of the CSV file with the current search, filters, order and columns. */
  csv: string;
  /** Number of rows, undefined until it is known; with `isMinimum` there are more. */
  found: { totalCount: number; isMinimum: boolean } | undefined;
  /** Word for the rows: "users". */
  noun: string;
};

/** Choice of columns (ADM-14) and download of the CSV file (ADM-15), after a list's search and filters. */
export function ListTools<Key extends string>({ columns, csv, found, noun }: ListToolsProps<Key>) {
  const { names, shown, toggle } = columns;
  const exporting = useAction({
    send: () => download(csv),
    failed: 'Export failed',
    done: () => ({ title: 'Export Complete', description: exportedText(found, noun) }),
  });
  return (
    <div className="flex flex-wrap gap-3 max-sm:w-full lg:ml-auto">
      <LazyMenu
        trigger={
          <Button variant="outline" className="max-sm:flex-1">
            <Columns3 size={18} />
            Columns
          </Button>
        }
        items={keysOf(names).map((key) => ({
          kind: 'choice',
          label: names[key],
          isChosen: shown.has(key),
          staysOpen: true,
          onSelect: () => toggle(key),
        }))}
        onUnavailable={toastUnavailable}
      />
      <Button
        variant="outline"
        className="max-sm:flex-1"
        isBusy={exporting.isPending}
        onClick={() => exporting.mutate()}
      >
        {exporting.isPending ? null : <Download size={18} />}
        Download CSV
      </Button>
    </div>
  );
}

/** Returns a sentence about the rows in the file, which contains at most `mostCsvRows`. */
function exportedText(found: ListToolsProps<string>['found'], noun: string): string {
  if (!found) return 'The file has what the list shows.';
  const { totalCount, isMinimum } = found;
  const total = `${isMinimum ? 'more than ' : ''}${totalCount.toLocaleString('en-GB')}`;
  if (totalCount === 1) return 'The file has the one row of the list.';
  if (totalCount <= mostCsvRows && !isMinimum) return `The file has all ${total} ${noun} of the list.`;
  const most = mostCsvRows.toLocaleString('en-GB');
  return isMinimum && totalCount < mostCsvRows
    ? `The list has ${total} ${noun}; the file has the first ${most} at most.`
    : `The file has the first ${most} of ${total} ${noun}. Narrow the list to export the others.`;
}

// Safe because every record passed here is a table of names with exactly the keys of its type.
const keysOf = <Key extends string>(names: Names<Key>) => Object.keys(names) as Key[];
