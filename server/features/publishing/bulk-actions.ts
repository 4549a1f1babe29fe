import { errors } from '#contract/errors.ts';
import type { BulkOutcome } from '#contract/publishing.ts';
import type { BulkChange } from '#contract/publishing-forms.ts';
import { announceCatalogueChange } from '#server/features/catalogue/version-actions.ts';
import type { Context } from '#server/platform/context.ts';
import { Failure } from '#server/platform/failure.ts';
import { patched, replace, withdraw } from './actions.ts';
import { bulkPatchOf } from './rules.ts';
import { type LockedResource, lockResources } from './store.ts';

/** Does one thing with several resources; what one of them refuses does not stop the others. */
export async function changeResources(ctx: Context, change: BulkChange): Promise<BulkOutcome[]> {
  const ids = [...new Set(change.ids)].sort((one, other) => one - other);
  // All at once and in order, before the first is changed: so bulk actions and single saves never wait in a circle.
  const rows = new Map((await lockResources(ctx.db, ids)).map((row) => [row.id, row]));
  const outcomes: BulkOutcome[] = [];
  for (const id of ids) {
    const row = rows.get(id);
    const refused = { id, title: '', outcome: 'refused' as const, message: errors['catalogue.not-found'].message };
    outcomes.push(row ? await changeOne(ctx, row, change) : refused);
  }
  if (outcomes.some(({ outcome }) => outcome === 'changed')) await announceCatalogueChange(ctx);
  return outcomes;
}

async function changeOne(ctx: Context, row: LockedResource, change: BulkChange): Promise<BulkOutcome> {
  const shared = { id: row.id, title: row.title, message: null };
  if (change.action === 'delete') {
    await withdraw(ctx, row);
    return { ...shared, outcome: 'changed' };
  }
  const patch = bulkPatchOf(row, change);
  if (!patch) return { ...shared, outcome: 'unchanged' };
  try {
    await replace(ctx, row, patched(row, patch), 'update');
    return { ...shared, outcome: 'changed' };
  } catch (error) {
    // The rules of the form refuse before anything is written, so the same transaction goes on with the other resources.
    if (error instanceof Failure) return { ...shared, outcome: 'refused', message: error.message };
    throw error;
  }
}
