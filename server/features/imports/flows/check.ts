import { randomUUID } from 'node:crypto';
import { type ImportProblem, mostImportRows } from '#contract/imports.ts';
import type { FlowContext } from '#server/platform/context.ts';
import type { Blobs } from '#server/platform/files/blobs.ts';
import { claimImport, endCheck } from '../actions.ts';
import { checkBatch } from '../check-actions.ts';
import { type FileItem, isRow, itemsOf } from '../file-items.ts';
import { UnreadableFile } from '../file-text.ts';
import { emptyMemory } from '../row-rules.ts';

export type ImportDeps = {
  blobs: Blobs;
  currency: string;
  /** Aborted when the node stops: the work in hand is then given up between two statements. */
  stopping?: AbortSignal;
};

const itemsAtOnce = 250;

/** Checks the file of an import row by row, and changes nothing. Repeating it begins from nothing. */
export async function checkImport(
  ctx: FlowContext,
  { blobs, currency, stopping }: ImportDeps,
  importId: number,
): Promise<void> {
  const claim = { id: importId, run: randomUUID() };
  const row = await ctx.transaction((inner) => claimImport(inner, { ...claim, state: 'checking' }));
  if (!row?.blob_id) return;
  const memory = emptyMemory();
  let bytesRead = 0;
  const items = itemsOf(await blobs.open(row.blob_id), {
    format: row.format,
    currency,
    onBytes: (bytes) => {
      bytesRead += bytes;
    },
  });
  const check = (batch: readonly FileItem[]) =>
    ctx.transaction((inner) => checkBatch(inner, { claim, items: batch, bytesRead, memory, currency }));
  const ending: Ending = { rows: 0, problems: [] };
  for await (const batch of batchesOf(items, ending)) {
    stopping?.throwIfAborted();
    if (!(await check(batch))) return;
  }
  if (ending.rows === 0 && ending.problems.length === 0) ending.problems.push(fileProblem(1, 'The file has no rows.'));
  await ctx.transaction((inner) => endCheck(inner, claim, ending.problems));
}

/** How a file ended: after so many rows, and with what it says about reading on. */
type Ending = { rows: number; problems: ImportProblem[] };

/** The items in parts, up to where the file can be read and to the most rows there may be. */
async function* batchesOf(items: AsyncGenerator<FileItem>, ending: Ending): AsyncGenerator<FileItem[]> {
  let batch: FileItem[] = [];
  try {
    for await (const item of items) {
      if (isRow(item)) ending.rows += 1;
      if (ending.rows > mostImportRows) {
        const most = mostImportRows.toLocaleString('en-GB');
        throw new UnreadableFile(item.line, `A file may have at most ${most} rows. Please split it.`);
      }
      batch.push(item);
      if (batch.length < itemsAtOnce) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    ending.problems.push(fileProblem(error.line, error.message));
  }
  if (batch.length > 0) yield batch;
}

const fileProblem = (line: number, sentence: string): ImportProblem => ({
  line,
  field: '',
  value: '',
  sentence,
  severity: 'problem',
});
