import type { Import, ImportProblem, ImportProblemQuery } from '#contract/catalogue/imports.ts';
import type { PageQuery } from '#contract/text.ts';
import { claimBlob } from '#server/catalogue/files/actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import * as store from './store.ts';

type Sent = { fileName: string; format: 'csv' | 'json'; bytes: number; blobId: string };

/** Records a file and queues its check; changes nothing in the catalogue. @throws imports.running */
export async function createImport(ctx: MemberContext, sent: Sent): Promise<Import> {
  await takeTurn(ctx);
  const id = await store.insertImport(ctx.db, { ...sent, userId: ctx.actor.userId, keyId: ctx.actor.keyId ?? null });
  await claimBlob(ctx, sent.blobId);
  await enqueueWork(ctx, id, 'checking');
  await note(ctx, 'upload', { id, after: { file: sent.fileName } });
  return getImport(ctx, id);
}

/** Records in the audit log that the whole catalogue is taken out (ADM-32). */
export function recordExport(ctx: Context, format: string): Promise<void> {
  return audit(ctx, { action: 'download', object: 'catalogue', objectId: 'list', after: { format } });
}

/** Queues another check of an import's file. */
export async function recheckImport(ctx: Context, id: number): Promise<Import> {
  const row = await lock(ctx, id);
  if (row.state === 'checking') return getImport(ctx, id);
  if (row.state === 'done' || row.state === 'importing') throw fail('imports.finished');
  if (row.blob_id === null) throw fail('imports.file-deleted');
  await takeTurn(ctx);
  await store.updateBegun(ctx.db, id, 'checking');
  await enqueueWork(ctx, id, 'checking');
  await note(ctx, 'check', { id, before: { state: row.state }, after: { state: 'checking' } });
  return getImport(ctx, id);
}

/** Queues the import of a checked file without problems. A repeated call changes nothing. */
export async function startImport(ctx: Context, id: number): Promise<Import> {
  const row = await lock(ctx, id);
  if (row.state === 'importing') return getImport(ctx, id);
  if (row.state === 'done' || row.state === 'cancelled') throw fail('imports.finished');
  if (row.state !== 'checked' || row.problem_count > 0 || row.row_count === 0) throw fail('imports.not-ready');
  await takeTurn(ctx);
  await store.updateBegun(ctx.db, id, 'importing');
  await enqueueWork(ctx, id, 'importing');
  await note(ctx, 'start', { id, before: { state: row.state }, after: { state: 'importing' } });
  return getImport(ctx, id);
}

/** Stops a check, or an import, whose transaction is rolled back, or gives up a checked file. */
export async function cancelImport(ctx: Context, id: number): Promise<Import> {
  const row = await lock(ctx, id);
  if (row.state === 'done' || row.state === 'failed') throw fail('imports.finished');
  if (row.state !== 'cancelled') {
    await store.updateStopped(ctx.db, id, { state: 'cancelled' });
    await note(ctx, 'cancel', { id, before: { state: row.state }, after: { state: 'cancelled' } });
  }
  return getImport(ctx, id);
}

type Noted = { id: number; before?: object; after: object };

function note(ctx: Context, action: 'upload' | 'check' | 'start' | 'cancel', { id, ...values }: Noted): Promise<void> {
  return audit(ctx, { action, object: 'catalogue', objectId: id, ...values });
}

async function lock(ctx: Context, id: number): Promise<store.ImportRow> {
  const row = await store.lockImport(ctx.db, id);
  if (!row) throw fail('imports.not-found');
  return row;
}

/** Rejects a second import while one is at work. @throws imports.running */
async function takeTurn(ctx: Context): Promise<void> {
  await store.lockTurn(ctx.db);
  if (await store.isAnyWorking(ctx.db)) throw fail('imports.running');
}

/** Queues the work as a job, so that it survives this node. */
async function enqueueWork(ctx: Context, importId: number, state: 'checking' | 'importing'): Promise<void> {
  const task = state === 'checking' ? 'check-catalogue-import' : 'run-catalogue-import';
  await enqueue(ctx.db, task, { importId }, { key: `catalogue-import:${importId}`, maxAttempts: 5 });
}

/** Queues an unfinished import for another node, because this one stops. */
export async function resumeImport(ctx: Context, id: number): Promise<void> {
  const { state } = await lock(ctx, id);
  if (state === 'checking' || state === 'importing') await enqueueWork(ctx, id, state);
}

/** Queues the imports whose node has not reported for a minute, so that another node continues them. */
export async function resumeSilent(ctx: Context): Promise<void> {
  for (const { id, state } of await store.listSilent(ctx.db)) await enqueueWork(ctx, id, state);
}

/** Returns an import. @throws imports.not-found */
export async function getImport(ctx: Context, id: number): Promise<Import> {
  const row = await store.findImport(ctx.db, id);
  if (!row) throw fail('imports.not-found');
  return showImport(row);
}

const usualPage = 20;

/** Lists a page of the imports, newest first, with their total number. */
export async function listImports(ctx: Context, { page = 1, pageSize = usualPage }: PageQuery) {
  const rows = await store.listImports(ctx.db, { limit: pageSize, offset: (page - 1) * pageSize });
  return { imports: rows.map(showImport), total: await store.countImports(ctx.db) };
}

/** Lists the imports that are being checked or written. */
export async function listRunning(ctx: Context): Promise<Import[]> {
  return (await store.listRunning(ctx.db)).map(showImport);
}

/** Lists a page of the findings of an import's check, with their total number. */
export async function listFound(ctx: Context, id: number, { page = 1, pageSize = 50, ...filter }: ImportProblemQuery) {
  await getImport(ctx, id);
  const about = { importId: id, ...filter };
  const problems = await store.listProblems(ctx.db, about, { limit: pageSize, offset: (page - 1) * pageSize });
  return { problems, total: await store.countProblems(ctx.db, about) };
}

/** Yields all findings of the check, read in parts as they are consumed. */
export async function* readFound(ctx: Context, importId: number): AsyncGenerator<ImportProblem[]> {
  const limit = 1000;
  for (let offset = 0; ; offset += limit) {
    const problems = await store.listProblems(ctx.db, { importId }, { limit, offset });
    if (problems.length > 0) yield problems;
    if (problems.length < limit) return;
  }
}

/**
 * Claims an import for one attempt and, for a check, deletes earlier findings, rows and counts; null when the work is
 * no longer needed.
 */
export async function claimImport(
  ctx: Context,
  claim: { id: number; state: 'checking' | 'importing'; run: string },
): Promise<store.ImportRow | null> {
  const row = await store.updateClaimed(ctx.db, claim);
  if (row?.state !== 'checking') return row;
  await store.deleteProblems(ctx.db, claim.id);
  await store.updateBegun(ctx.db, claim.id, 'checking');
  return store.updateClaimed(ctx.db, claim);
}

/** Records the progress of an attempt; false when it has lost its claim. */
export function reportProgress(ctx: Context, claim: store.RunClaim, done: number): Promise<boolean> {
  return store.updateProgress(ctx.db, claim, done);
}

/** Records that the whole file was checked, as far as it could be read. */
export async function endCheck(ctx: Context, claim: store.RunClaim, problems: readonly ImportProblem[]): Promise<void> {
  const isHeld = await store.updateEnded(ctx.db, claim, { state: 'checked' });
  if (!isHeld || problems.length === 0) return;
  await store.insertProblems(ctx.db, claim.id, problems);
  const nothing = { rows: 0, added: 0, changed: 0, unchanged: 0, warnings: 0 };
  await store.updateFound(ctx.db, claim.id, { ...nothing, problems: problems.length });
}

/** Records that an attempt failed, with its reason. The attempt must have changed nothing. */
export async function rejectImport(
  ctx: Context,
  claim: store.RunClaim,
  { failure, problems = [] }: { failure: string; problems?: readonly ImportProblem[] },
): Promise<void> {
  const isHeld = await store.updateEnded(ctx.db, claim, { state: 'failed', failure });
  if (!isHeld) return;
  await store.insertProblems(ctx.db, claim.id, problems);
  const nothing = { rows: 0, added: 0, changed: 0, unchanged: 0, warnings: 0 };
  await store.updateFound(ctx.db, claim.id, { ...nothing, problems: problems.length });
}

/** Gives up an import after all its attempts have failed. */
export async function giveUpImport(ctx: Context, id: number): Promise<void> {
  const row = await store.lockImport(ctx.db, id);
  if (row?.state !== 'checking' && row?.state !== 'importing') return;
  const failure = 'This could not be finished, and nothing was changed. Please try again.';
  await store.updateStopped(ctx.db, id, { state: 'failed', failure });
}

/** Records that the file is removed, and deletes its rows. */
export async function forgetFile(ctx: Context, id: number): Promise<void> {
  await store.updateForgotten(ctx.db, id);
  await store.deleteRows(ctx.db, id);
}

function showImport(row: store.NamedImport): Import {
  return {
    id: row.id,
    fileName: row.file_name,
    state: row.state,
    sentBy: row.sent_by,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    progress: { done: row.progress_done, total: row.progress_total },
    rowCount: row.row_count,
    newCount: row.new_count,
    changedCount: row.changed_count,
    unchangedCount: row.unchanged_count,
    problemCount: row.problem_count,
    warningCount: row.warning_count,
    failure: row.failure,
    hasFile: row.blob_id !== null,
  };
}
