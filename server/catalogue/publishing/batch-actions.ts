import { isDeepStrictEqual } from 'node:util';
import type { BulkOutcome } from '#contract/catalogue/publishing.ts';
import type { BulkChange, ResourceForm } from '#contract/catalogue/publishing-forms.ts';
import { errors } from '#contract/errors.ts';
import { announceCatalogueChange } from '#server/catalogue/catalogue/version-actions.ts';
import { listUploadKinds } from '#server/catalogue/files/actions.ts';
import { auditAll } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { Failure, fail } from '#server/platform/failure.ts';
import { enqueueAll } from '#server/platform/jobs/jobs.ts';
import { failureOf, patched, replace, withdraw } from './actions.ts';
import * as store from './batch-store.ts';
import { findAssessment, type IsAssessmentPublic, listBundleFacts, listPathFacts } from './bundle-actions.ts';
import { columnsOf, noFile, problemsOf, type ResourceColumns, uploadIdsIn } from './form-rules.ts';
import { bulkPatchOf, formOf } from './rules.ts';
import { type LockedResource, lockResources } from './store.ts';

/** A resource as a form would send it. */
export type FormOfResource = ReturnType<typeof formOf>;

/** A resource with its form and the time of its last change, for a later comparison. */
export type KnownResource = { id: number; seen: string; form: FormOfResource; columns: ResourceColumns };

/** Yields the whole catalogue, including drafts, in the order of the ids, read in parts as it is consumed. */
export async function* readCatalogue(ctx: Context): AsyncGenerator<{ id: number; form: FormOfResource }[]> {
  let afterId = 0;
  for (;;) {
    const rows = await store.listAfter(ctx.db, { afterId, limit: 500 });
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => ({ id: row.id, form: formOf(row) }));
    afterId = last.id;
  }
}

/** Returns the resources with these ids, by id; withdrawn ones are missing. */
export async function listKnown(ctx: Context, ids: readonly number[]): Promise<Map<number, KnownResource>> {
  const rows = ids.length === 0 ? [] : await store.listSeen(ctx.db, ids);
  return new Map(
    rows.map((row) => {
      const form = formOf(row);
      // The row has more columns than `ResourceColumns`; only the columns of a form are compared.
      return [row.id, { id: row.id, seen: row.seen, form, columns: { ...row, path: form.path } }];
    }),
  );
}

/** Returns the lowest id of a resource with each of these titles, by title; titles that no resource has are missing. */
export async function listTitled(ctx: Context, titles: readonly string[]): Promise<Map<string, number>> {
  const rows = titles.length === 0 ? [] : await store.listTitled(ctx.db, titles);
  return new Map(rows.map(({ id, title }) => [title, id]));
}

/** A valid form, and the resource that it changes; null for a new one. */
export type Draft = { form: ResourceForm; known: KnownResource | null };

/** The problems of a draft in the words of its form, and the columns that it would fill. */
export type Judged = { problems: { field: string; sentence: string }[]; columns: ResourceColumns; isSame: boolean };

/** Checks forms like a save would, without saving them. The columns of a draft with problems are invalid. */
export async function judgeDrafts(
  ctx: Context,
  drafts: readonly Draft[],
  { currency, isAssessmentPublic }: { currency: string; isAssessmentPublic: IsAssessmentPublic },
): Promise<Judged[]> {
  const productIds = drafts.flatMap(({ form }) => form.onlineProductId ?? []);
  const products = productIds.length === 0 ? [] : await store.listProductNames(ctx.db, productIds);
  const byId = new Map(products.map((product) => [product.id, product]));
  const uploads = await listUploadKinds(
    ctx,
    drafts.flatMap(({ form }) => uploadIdsIn(form)),
  );
  const bundles = await listBundleFacts(
    ctx,
    drafts.map(({ form, known }) => ({ form, id: known?.id ?? null })),
  );
  const pathParts = new Map(
    await listPathFacts(
      ctx,
      drafts.map(({ form }) => form),
    ),
  );
  const assessment = await findAssessment(
    ctx,
    drafts.map(({ form }) => form),
    isAssessmentPublic,
  );
  // A path may be published together with its parts.
  for (const { form, known } of drafts) {
    const part = known && pathParts.get(known.id);
    if (!part || part.state === 'withdrawn') continue;
    const state = form.isPublished ? 'listed' : 'draft';
    const { accessType, publishAt } = form;
    pathParts.set(known.id, { ...part, accessType, state, isScheduled: publishAt !== null });
  }
  return drafts.map(({ form, known }, index) => {
    const product = form.onlineProductId === null ? null : (byId.get(form.onlineProductId) ?? null);
    const own = known && {
      currency: known.columns.currency,
      resourceId: known.id,
      file: known.columns,
      videoAccess: known.columns.video_access,
    };
    const ofNew = { currency, resourceId: null, file: noFile, videoAccess: 'preview' as const };
    const formerType = known?.form.type ?? null;
    const bundle = bundles[index];
    if (!bundle) throw new Error('Each form has its facts');
    const facts = { ...(own ?? ofNew), formerType, product, bundle, pathParts, assessment, uploads };
    const problems = problemsOf(form, facts).map((problem) => ({
      field: problem.field,
      sentence: failureOf(problem).message,
    }));
    const columns = columnsOf(form, facts);
    return { problems, columns, isSame: known !== null && isSame(columns, known.columns) };
  });
}

function isSame(columns: ResourceColumns, before: ResourceColumns): boolean {
  const beforeOf = new Map<string, unknown>(Object.entries(before));
  return Object.entries(columns).every(([name, value]) => isDeepStrictEqual(value, beforeOf.get(name)));
}

/**
 * Locks the resources of a bulk change, and returns the ids of those that were changed or withdrawn after the
 * administrator saw them. The caller must call it before its first write, so that two transactions never deadlock.
 */
export async function lockSeen(ctx: Context, seen: ReadonlyMap<number, string>): Promise<Set<number>> {
  const rows = await store.lockSeen(ctx.db, [...seen.keys()]);
  const unchanged = new Set(rows.filter(({ id, seen: at }) => seen.get(id) === at).map(({ id }) => id));
  return new Set([...seen.keys()].filter((id) => !unchanged.has(id)));
}

/** A resource that has passed every check; `id` is null for a new one. */
export type Written = { id: number | null; columns: ResourceColumns };

/** Resources to write, and the acting user with the API key of the call. */
type WriteOrder = { written: readonly Written[]; actorUserId: number | null; keyId: number | null };

/**
 * Writes some hundred resources at once, with an entry in the audit log for each, and queues the prices of published
 * subscription resources. The caller must end with `settleBulk`.
 */
export async function writeMany(ctx: Context, { written, actorUserId, keyId }: WriteOrder): Promise<void> {
  const added = written.filter(({ id }) => id === null);
  const ids = added.length === 0 ? [] : await store.takeIds(ctx.db, added.length);
  const inserted = added.map(({ columns }, index) => ({ ...columns, id: ids[index] ?? 0 }));
  const updated = written.flatMap(({ id, columns }) => (id === null ? [] : [{ ...columns, id }]));
  const before = await listKnown(
    ctx,
    updated.map(({ id }) => id),
  );
  if (inserted.length > 0) await store.insertResources(ctx.db, inserted);
  if (updated.length > 0) await store.updateResources(ctx.db, updated);
  const after = await listKnown(
    ctx,
    [...inserted, ...updated].map(({ id }) => id),
  );
  await auditAll(
    ctx,
    [...after.values()].map(({ id, form }) => {
      const former = before.get(id)?.form;
      const action = former ? 'update' : 'create';
      return { action, object: 'resource', objectId: id, before: former, after: form, actorUserId, keyId };
    }),
  );
  await followAllPrices(ctx, [...after.values()]);
}

/**
 * Queues the jobs that make the payment provider's prices of published subscription resources; without a provider they
 * wait in the queue.
 */
async function followAllPrices(ctx: Context, resources: readonly KnownResource[]): Promise<void> {
  const sold = resources.filter(({ form }) => form.accessType === 'subscription' && form.isPublished);
  const jobs = sold.map(({ id }) => ({ payload: { resourceId: id }, key: `stripe-prices:${id}` }));
  await enqueueAll(ctx.db, 'make-stripe-prices', jobs);
}

/** Announces a bulk change as one new version of the catalogue, as its last step. */
export async function settleBulk(ctx: Context): Promise<void> {
  await announceCatalogueChange(ctx);
}

/**
 * Applies one action to several resources; a rejected one does not stop the others.
 * @throws accounts.confirm-sign-in for a deletion with an old sign-in (PERM-05)
 */
export async function changeResources(
  ctx: MemberContext,
  change: BulkChange,
  isAssessmentPublic: IsAssessmentPublic,
): Promise<BulkOutcome[]> {
  if (change.action === 'delete' && !ctx.actor.isFresh) throw fail('accounts.confirm-sign-in');
  const ids = [...new Set(change.ids)].sort((one, other) => one - other);
  // All are locked in order before the first is changed, so that bulk actions and single saves never deadlock.
  const rows = new Map((await lockResources(ctx.db, ids)).map((row) => [row.id, row]));
  const outcomes: BulkOutcome[] = [];
  for (const id of ids) {
    const row = rows.get(id);
    const rejected = { id, title: '', outcome: 'refused' as const, message: errors['catalogue.not-found'].message };
    outcomes.push(row ? await changeOne(ctx, row, { change, isAssessmentPublic }) : rejected);
  }
  if (outcomes.some(({ outcome }) => outcome === 'changed')) await announceCatalogueChange(ctx);
  return outcomes;
}

async function changeOne(
  ctx: Context,
  row: LockedResource,
  { change, isAssessmentPublic }: { change: BulkChange; isAssessmentPublic: IsAssessmentPublic },
): Promise<BulkOutcome> {
  const shared = { id: row.id, title: row.title, message: null };
  const patch = change.action === 'delete' ? null : bulkPatchOf(row, change);
  if (change.action !== 'delete' && !patch) return { ...shared, outcome: 'unchanged' };
  try {
    if (!patch) await withdraw(ctx, row);
    else await replace(ctx, row, patched(row, patch), { action: 'update', isAssessmentPublic });
    return { ...shared, outcome: 'changed' };
  } catch (error) {
    // The form's rules are checked before anything is written, so the transaction continues with the other resources.
    if (error instanceof Failure) return { ...shared, outcome: 'refused', message: error.message };
    throw error;
  }
}
