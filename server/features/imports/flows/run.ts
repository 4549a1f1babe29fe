import { randomUUID } from 'node:crypto';
import type { FlowContext } from '#server/platform/context.ts';
import { claimImport, forgetFile, listExpired, refuseImport, reportProgress } from '../actions.ts';
import { LostClaim, Outdated, writeImport } from '../write-actions.ts';
import type { ImportDeps } from './check.ts';

/** Imports a checked file in one transaction, all of it or nothing. Repeating it does no harm. */
export async function runImport(
  ctx: FlowContext,
  deps: Pick<ImportDeps, 'blobs' | 'stopping'>,
  importId: number,
): Promise<void> {
  const claim = { id: importId, run: randomUUID() };
  const row = await ctx.transaction((inner) => claimImport(inner, { ...claim, state: 'importing' }));
  if (!row) return;
  // Written outside the transaction, so that it is visible before the end.
  const onProgress = (done: number) => {
    deps.stopping?.throwIfAborted();
    return reportProgress(ctx, claim, done);
  };
  try {
    await ctx.transaction((inner) => writeImport(inner, { row, run: claim.run, onProgress }));
  } catch (error) {
    if (error instanceof LostClaim) return;
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    await ctx.transaction((inner) => refuseImport(inner, claim, refusal));
    return;
  }
  await removeExpiredFiles(ctx, deps);
}

/** What an error says to the administrator; null for those that another try may not meet. */
function refusalOf(error: unknown) {
  if (error instanceof Outdated) {
    const failure = 'Resources have been changed since the file was checked, so nothing was imported. Check it again.';
    return { failure, problems: error.problems };
  }
  // Constraints and values that PostgreSQL does not take: an online product may have gone since the check.
  const isRefused = error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));
  return isRefused ? { failure: 'The database refused a row, so nothing was imported. Check the file again.' } : null;
}

/** Removes files that need not be kept any longer. */
export async function removeExpiredFiles(ctx: FlowContext, { blobs }: Pick<ImportDeps, 'blobs'>): Promise<void> {
  for (const { id, blob_id } of await listExpired(ctx)) {
    await blobs.remove(blob_id);
    await ctx.transaction((inner) => forgetFile(inner, id));
  }
}
