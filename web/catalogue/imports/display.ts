import { fileColumns } from '#contract/catalogue/catalogue.ts';
import { fileErrors } from '#contract/catalogue/file-errors.ts';
import {
  type Import,
  type ImportState,
  importFormats,
  maxImportBytes,
  type Severity,
} from '#contract/catalogue/imports.ts';
import { counted } from '#contract/counted.ts';
import { choice, page, pageSearch, whole } from '#web/platform/search.ts';

/** Names of an import's states, and tones of their badges. */
export const stateNames: Record<ImportState, string> = {
  checking: 'Checking',
  checked: 'Checked',
  importing: 'Importing',
  done: 'Imported',
  failed: 'Failed',
  cancelled: 'Cancelled',
};
export const stateTones = {
  checking: 'info',
  checked: 'warning',
  importing: 'info',
  done: 'success',
  failed: 'danger',
  cancelled: 'neutral',
} as const satisfies Record<ImportState, string>;

/** Whether the import is running, so that it is fetched at intervals. */
export function isWorking({ state }: Pick<Import, 'state'>): boolean {
  return state === 'checking' || state === 'importing';
}

/** Returns the progress, 0 to 100. */
export function percentOf({ progress: { done, total } }: Pick<Import, 'progress'>): number {
  return total > 0 ? Math.min(100, (100 * done) / total) : 0;
}

const number = (count: number) => count.toLocaleString('en-GB');
/**
 * Returns the state of an import in a sentence. Progress is in steps of a quarter, so that screen readers can follow.
 */
export function importStatusText(one: Import): string {
  const quarter = Math.floor(percentOf(one) / 25) * 25;
  if (one.state === 'checking') return `Checking ${one.fileName}, ${quarter}%.`;
  if (one.state === 'importing') return `Importing ${one.fileName}, ${quarter}%.`;
  if (one.state === 'checked') return `${one.fileName} has been checked: ${counted(one.problemCount, 'problem')}.`;
  return `${one.fileName}: ${stateNames[one.state]}.`;
}

/** Returns the number of resources that an import would add or change. */
export function affected({ newCount, changedCount }: Import): number {
  return newCount + changedCount;
}

export function canImport(one: Import): boolean {
  return one.state === 'checked' && one.problemCount === 0 && affected(one) > 0;
}

/** Returns the result of an import: "12 added, 3 changed, 1 unchanged". */
export function outcomeOf({ newCount, changedCount, unchangedCount }: Import): string {
  return `${number(newCount)} added, ${number(changedCount)} changed, ${number(unchangedCount)} unchanged`;
}

/** File types for the browser's file dialog. */
export const offeredFiles = [...importFormats.csv, ...importFormats.json].map((end) => `.${end}`).join(',');

/** Returns the server's own sentence for a file that it would reject; null when the file can be sent. */
export function rejectionOf({ name, size }: { name: string; size: number }): string | null {
  const end = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (![...importFormats.csv, ...importFormats.json].some((one) => one === end))
    return fileErrors['imports.wrong-type'].message;
  if (size <= maxImportBytes) return null;
  return fileErrors['files.too-large'].message.replace('{limit}', `${maxImportBytes / 1024 / 1024} MB`);
}

/** URL parameters: the shown import, the filters of its findings, and the pages. */
export const importSearch = pageSearch({
  import: whole(),
  severity: choice<Severity>(['problem', 'warning']),
  field: choice(fileColumns),
  page,
  past: page,
});

export type ImportAddress = ReturnType<typeof importSearch.read>;
