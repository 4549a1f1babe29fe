import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import {
  type Import,
  type ImportProblem,
  importFormats,
  maxImportBytes,
  mostImportRows,
} from '#contract/catalogue/imports.ts';
import { announceBlob } from '#server/catalogue/files/actions.ts';
import { cleanName } from '#server/catalogue/files/rules.ts';
import type { IsAssessmentPublic } from '#server/catalogue/publishing/bundle-actions.ts';
import type { FlowContext, MemberFlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { BlobNoRoom, type Blobs, BlobTooLarge } from '#server/platform/files/blobs.ts';
import { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import { claimImport, createImport, endCheck, forgetFile, rejectImport, reportProgress } from './actions.ts';
import { checkBatch } from './check-actions.ts';
import { type FileItem, isRow, UnreadableFile } from './file-items.ts';
import { batchesInThread } from './file-items-in-thread.ts';
import { emptyMemory } from './row-rules.ts';
import { listExpired } from './store.ts';
import { LostClaim, Outdated, writeImport } from './write-actions.ts';

export type ImportDeps = {
  blobs: Blobs;
  currency: string;
  isAssessmentPublic: IsAssessmentPublic;
  /** Aborted when the node stops; the work then ends between two statements. */
  stopping?: AbortSignal;
};

/** Stores a file of the catalogue and queues its check; no bytes remain after an error. */
export async function uploadImport(
  ctx: MemberFlowContext,
  blobs: Blobs,
  { fileName, source }: { fileName: string; source: Readable },
): Promise<Import> {
  const format = formatOf(fileName);
  if (!format) throw fail('imports.wrong-type');
  const blobId = randomUUID();
  await ctx.transaction((inner) => announceBlob(inner, blobId));
  const { bytes } = await write(blobs, blobId, source);
  try {
    if (bytes === 0) throw fail('files.empty');
    return await ctx.transaction((inner) =>
      createImport(inner, { fileName: cleanName(fileName), format, bytes, blobId }),
    );
  } catch (error) {
    await blobs.remove(blobId);
    throw error;
  }
}

function formatOf(fileName: string): 'csv' | 'json' | null {
  const extension = /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const isOf = (format: keyof typeof importFormats) => importFormats[format].some((one) => one === extension);
  if (isOf('csv')) return 'csv';
  return isOf('json') ? 'json' : null;
}

async function write(blobs: Blobs, id: string, source: Readable) {
  try {
    return await blobs.write(id, source, { maxBytes: maxImportBytes });
  } catch (error) {
    if (error instanceof BlobTooLarge) {
      throw fail('files.too-large', { limit: `${maxImportBytes / 1024 / 1024} MB` });
    }
    if (error instanceof BlobNoRoom) throw fail('files.storage-full');
    throw error;
  }
}

/** Checks the file of an import row by row, without changing the catalogue. A repeated check starts again. */
export async function checkImport(
  ctx: FlowContext,
  { blobs, currency, isAssessmentPublic, stopping }: ImportDeps,
  importId: number,
): Promise<void> {
  const claim = { id: importId, run: randomUUID() };
  const row = await ctx.transaction((inner) => claimImport(inner, { ...claim, state: 'checking' }));
  if (!row?.blob_id) return;
  const memory = emptyMemory();
  let bytesRead = 0;
  // Closes the file also when the check ends early.
  await using file = closing(await blobs.open(row.blob_id));
  const batches = batchesInThread(file.source, {
    format: row.format,
    currency,
    onBytes: (bytes) => {
      bytesRead += bytes;
    },
  });
  const check = (batch: readonly FileItem[]) =>
    ctx.transaction((inner) =>
      checkBatch(inner, { claim, items: batch, bytesRead, memory, currency, isAssessmentPublic }),
    );
  const ending: Ending = { rows: 0, problems: [] };
  for await (const batch of withinMost(batches, ending)) {
    stopping?.throwIfAborted();
    if (!(await check(batch))) return;
  }
  if (ending.rows === 0 && ending.problems.length === 0) ending.problems.push(fileProblem(1, 'The file has no rows.'));
  await ctx.transaction((inner) => endCheck(inner, claim, ending.problems));
}

function closing(source: Readable): { source: Readable } & AsyncDisposable {
  return {
    source,
    [Symbol.asyncDispose]: async () => {
      const isClosed = source.closed || once(source, 'close');
      // A pending read then ends with an error, which is ignored.
      source.on('error', () => {}).destroy();
      await isClosed;
    },
  };
}

/** Number of rows read from a file, and the problem that ended it. */
type Ending = { rows: number; problems: ImportProblem[] };

/** Yields batches until the file becomes unreadable or has more than the maximum number of rows. */
async function* withinMost(batches: AsyncGenerator<FileItem[]>, ending: Ending): AsyncGenerator<FileItem[]> {
  try {
    for await (const batch of batches) {
      const room = mostImportRows - ending.rows;
      const rows = batch.filter(isRow);
      ending.rows += Math.min(rows.length, room + 1);
      const beyond = rows[room];
      if (!beyond) {
        yield batch;
        continue;
      }
      const within = batch.slice(0, batch.indexOf(beyond));
      if (within.length > 0) yield within;
      const most = mostImportRows.toLocaleString('en-GB');
      throw new UnreadableFile(beyond.line, `A file may have at most ${most} rows. Please split it.`);
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    ending.problems.push(fileProblem(error.line, error.message));
  }
}

const fileProblem = (line: number, sentence: string): ImportProblem => ({
  line,
  field: '',
  value: '',
  sentence,
  severity: 'problem',
});

/** Imports a checked file in one transaction, all of it or nothing. Repeating it does no harm. */
export async function runImport(
  ctx: FlowContext,
  deps: Pick<ImportDeps, 'blobs' | 'stopping'>,
  importId: number,
): Promise<void> {
  const claim = { id: importId, run: randomUUID() };
  const row = await ctx.transaction((inner) => claimImport(inner, { ...claim, state: 'importing' }));
  if (!row) return;
  // Written outside the transaction, so that the progress is visible before the end. A report that fails, for example
  // without a free connection, must not undo minutes of work, because the claim is checked again at the end.
  const onProgress = async (done: number) => {
    deps.stopping?.throwIfAborted();
    return reportProgress(ctx, claim, done).catch(() => true);
  };
  try {
    await ctx.transaction((inner) => writeImport(inner, { row, run: claim.run, onProgress }));
  } catch (error) {
    if (error instanceof LostClaim) return;
    const rejection = rejectionOf(error);
    if (!rejection) throw error;
    await ctx.transaction((inner) => rejectImport(inner, claim, rejection));
    return;
  }
  await removeExpiredFiles(ctx, deps);
}

/** Returns the message and problems of an error for the administrator; null when another attempt may succeed. */
function rejectionOf(error: unknown) {
  if (error instanceof Outdated) {
    const failure = 'Resources have been changed since the file was checked, so nothing was imported. Check it again.';
    return { failure, problems: error.problems };
  }
  // Constraints and values that PostgreSQL rejects: for example, an online product may have been deleted since the
  // check.
  const isRejected = error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));
  return isRejected ? { failure: 'The database refused a row, so nothing was imported. Check the file again.' } : null;
}

/** Removes files that are no longer needed. */
export async function removeExpiredFiles(ctx: FlowContext, { blobs }: Pick<ImportDeps, 'blobs'>): Promise<void> {
  const failures = new ItemFailures('Some files of imports could not be removed');
  for (const { id, blob_id } of await listExpired(ctx.db)) {
    await failures.attempt(`import ${id}`, async () => {
      await blobs.remove(blob_id);
      await ctx.transaction((inner) => forgetFile(inner, id));
    });
  }
  failures.throwAny();
}
