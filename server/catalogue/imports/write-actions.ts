import type { ImportProblem } from '#contract/catalogue/imports.ts';
import { lockSeen, settleBulk, type Written, writeMany } from '#server/catalogue/publishing/batch-actions.ts';
import { audit } from '#server/platform/audit.ts';
import { elapsedMs } from '#server/platform/clock.ts';
import type { Context } from '#server/platform/context.ts';
import * as store from './store.ts';
import { firstBatch, nextBatch } from './write-rules.ts';

/** Thrown when the import was stopped, or another run has claimed it: the transaction must not be committed. */
export class LostClaim extends Error {}

/** Thrown when resources of the file have changed since it was checked. */
export class Outdated extends Error {
  readonly problems: ImportProblem[];

  constructor(problems: ImportProblem[]) {
    super('Resources have been changed since the check');
    this.problems = problems;
  }
}

/** Time limit of a statement, far above `aimMs` of write-rules.ts, for a machine that suddenly becomes slow. */
const longestStatementMs = 30_000;

type Order = {
  row: store.ImportRow;
  run: string;
  /** Called after each statement, outside the transaction; false when the run has lost its claim. */
  onProgress: (done: number) => Promise<boolean>;
};

/**
 * Writes all rows of a checked file in the transaction of `ctx`. After an error, nothing is written.
 * @throws Outdated, LostClaim
 */
export async function writeImport(ctx: Context, { row, run, onProgress }: Order): Promise<void> {
  await ctx.db.allowLongStatements(longestStatementMs);
  await checkSeen(ctx, row.id);
  let done = 0;
  let afterLine = 0;
  let limit = firstBatch;
  for (;;) {
    const rows = await store.listRows(ctx.db, { importId: row.id, afterLine, limit });
    const last = rows.at(-1);
    if (!last) break;
    // Safe cast, because the check has stored the columns in this form.
    const written = rows.map(({ resource_id, resource }) => ({ id: resource_id, columns: resource }) as Written);
    const beganMs = elapsedMs();
    await writeMany(ctx, { written, actorUserId: row.user_id, keyId: row.key_id });
    limit = nextBatch(rows.length, elapsedMs() - beganMs);
    afterLine = last.line;
    done += rows.length;
    if (!(await onProgress(done))) throw new LostClaim();
  }
  if (done > 0) await settleBulk(ctx);
  await store.deleteRows(ctx.db, row.id);
  await audit(ctx, {
    action: 'import',
    object: 'catalogue',
    objectId: row.id,
    after: { file: row.file_name, added: row.new_count, changed: row.changed_count },
    actorUserId: row.user_id,
    keyId: row.key_id,
  });
  if (!(await store.updateEnded(ctx.db, { id: row.id, run }, { state: 'done' }))) throw new LostClaim();
}

/** Locks the resources of the file and compares them with the state that the check saw. @throws Outdated */
async function checkSeen(ctx: Context, importId: number): Promise<void> {
  const lines = await store.listSeenLines(ctx.db, importId);
  const changed = await lockSeen(ctx, new Map(lines.map(({ resource_id, seen }) => [resource_id, seen])));
  if (changed.size === 0) return;
  const outdated = lines.filter(({ resource_id }) => changed.has(resource_id));
  throw new Outdated(
    outdated.map(({ line, resource_id }) => ({
      line,
      field: 'id',
      value: String(resource_id),
      sentence: 'This resource has been changed since the file was checked.',
      severity: 'problem',
    })),
  );
}
