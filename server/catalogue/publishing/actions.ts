import type { AdminResource, AdminResourceCsvQuery, AdminResourceQuery } from '#contract/catalogue/publishing.ts';
import { ResourceForm, type ResourcePatch } from '#contract/catalogue/publishing-forms.ts';
import { csvOfList, mostCsvRows } from '#contract/csv.ts';
import { checkPictures, findArticle, saveArticle } from '#server/catalogue/articles/actions.ts';
import { readingColumnsOf, withoutText } from '#server/catalogue/articles/rules.ts';
import type { ResourceRow } from '#server/catalogue/catalogue/columns.ts';
import { sliceOf } from '#server/catalogue/catalogue/rules.ts';
import { announceCatalogueChange } from '#server/catalogue/catalogue/version-actions.ts';
import { listUploadKinds } from '#server/catalogue/files/actions.ts';
import { findProduct } from '#server/catalogue/products/actions.ts';
import { audit, namesOfGiven } from '#server/platform/audit.ts';
import { rejectConflict } from '#server/platform/conflict.ts';
import type { Context } from '#server/platform/context.ts';
import { type Failure, fail, failInvalid } from '#server/platform/failure.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import {
  findAssessment,
  findSellingBundle,
  type IsAssessmentPublic,
  listBundleFacts,
  listPathFacts,
  removeFromBundles,
  saveParts,
  showAdminResources,
} from './bundle-actions.ts';
import { resourceCsv } from './csv-rules.ts';
import { columnsOf, type FormFacts, type FormProblem, noFile, problemsOf, uploadIdsIn } from './form-rules.ts';
import { copyTitle, formOf, keptFilterOf } from './rules.ts';
import * as store from './store.ts';
import { countKept, findKept, findScheduled, listKept } from './store.ts';

/** Returns a resource for administrators, unless it is withdrawn. @throws catalogue.not-found */
export async function getResource(ctx: Context, id: number): Promise<AdminResource> {
  const row = await store.findResource(ctx.db, id);
  if (!row) throw fail('catalogue.not-found');
  return showOne(ctx, row);
}

async function showOne(ctx: Context, row: ResourceRow): Promise<AdminResource> {
  const [shown] = await showAdminResources(ctx, [row]);
  if (!shown) throw new Error('Each row is shown');
  return shown;
}

/** Adds a resource, as a draft unless the form publishes it (ADM-RES-13). */
export async function createResource(
  ctx: Context,
  form: ResourceForm,
  { currency, isAssessmentPublic }: { currency: string; isAssessmentPublic: IsAssessmentPublic },
): Promise<AdminResource> {
  const values = await makeValues(ctx, form, {
    currency,
    isAssessmentPublic,
    resourceId: null,
    file: noFile,
    videoAccess: 'preview',
    formerType: null,
    publishAt: null,
  });
  const row = await store.insertResource(ctx.db, values);
  await saveArticle(ctx, row.id, form.article);
  await saveParts(ctx, row.id, form);
  await audit(ctx, { action: 'create', object: 'resource', objectId: row.id, after: withoutText(form) });
  await follow(ctx, row, form);
  await announceCatalogueChange(ctx);
  return showOne(ctx, row);
}

/** Saves a whole resource; rejects the form when the resource was saved after `form.updatedAt`. */
export async function saveResource(
  ctx: Context,
  { id, form, isAssessmentPublic }: { id: number; form: ResourceForm; isAssessmentPublic: IsAssessmentPublic },
): Promise<AdminResource> {
  const before = await store.lockResource(ctx.db, id);
  if (!before) throw fail('catalogue.not-found');
  rejectConflict({ seenAt: form.updatedAt, savedAt: before.updated_at }, 'publishing.conflict');
  const row = await replace(ctx, before, form, { action: 'update', isAssessmentPublic });
  await announceCatalogueChange(ctx);
  return showOne(ctx, row);
}

/** Changes some fields; the whole resource must still satisfy its form. */
export async function patchResource(
  ctx: Context,
  { id, patch, isAssessmentPublic }: { id: number; patch: ResourcePatch; isAssessmentPublic: IsAssessmentPublic },
): Promise<AdminResource> {
  const before = await store.lockResource(ctx.db, id);
  if (!before) throw fail('catalogue.not-found');
  const row = await replace(ctx, before, patched(before, patch), { action: 'update', isAssessmentPublic });
  await announceCatalogueChange(ctx);
  return showOne(ctx, row);
}

/** Withdraws a resource permanently; people who bought it keep it (ADM-RES-15). */
export async function deleteResource(ctx: Context, id: number): Promise<void> {
  const before = await store.lockResource(ctx.db, id);
  if (!before) throw fail('catalogue.not-found');
  await withdraw(ctx, before);
  await announceCatalogueChange(ctx);
}

/** Adds a draft copy of a resource with the same file and text, without purchases. */
export async function duplicateResource(
  ctx: Context,
  id: number,
  isAssessmentPublic: IsAssessmentPublic,
): Promise<AdminResource> {
  const original = await store.lockResource(ctx.db, id);
  if (!original) throw fail('catalogue.not-found');
  const article = await findArticle(ctx, id);
  const copy = { title: copyTitle(original.title), isPublished: false, publishAt: null };
  const [shown] = original.type === 'bundle' ? await showAdminResources(ctx, [original]) : [];
  const bundle = shown?.bundle && {
    partIds: shown.bundle.parts.map((part) => part.id),
    includesLaterParts: shown.bundle.includesLaterParts,
  };
  const form = patched(original, { ...copy, ...(article && { article: article.document }), ...bundle });
  return createResource(ctx, form, { currency: original.currency, isAssessmentPublic });
}

/**
 * Publishes a resource that is due; does nothing when an administrator changed or removed its time after the job was
 * queued.
 */
export async function publishDue(ctx: Context, id: number, isAssessmentPublic: IsAssessmentPublic): Promise<void> {
  const due = await store.lockDue(ctx.db, id);
  if (!due) return;
  await replace(ctx, due, patched(due, { isPublished: true }), { action: 'publish', isAssessmentPublic });
  await announceCatalogueChange(ctx);
}

/**
 * Returns a locked resource's form with some fields changed. @throws request.invalid when the result is no valid form
 */
export function patched(before: store.LockedResource, patch: ResourcePatch): ResourceForm {
  const merged = ResourceForm.safeParse({ ...formOf(before), ...patch });
  if (!merged.success) throw failInvalid(merged.error.issues[0]?.message ?? 'The resource is not valid.');
  return merged.data;
}

/**
 * Saves a form as a locked resource, with an entry in the audit log, and queues the jobs that follow a save. The caller
 * must announce the change.
 */
export async function replace(
  ctx: Context,
  before: store.LockedResource,
  form: ResourceForm,
  { action, isAssessmentPublic }: { action: 'update' | 'publish'; isAssessmentPublic: IsAssessmentPublic },
): Promise<store.LockedResource> {
  const { id, currency, video_access: videoAccess, type: formerType, publish_at: publishAt } = before;
  const file = before;
  const known = { currency, resourceId: id, file, videoAccess, formerType, publishAt, isAssessmentPublic };
  const values = await makeValues(ctx, form, known);
  const row = await store.updateResource(ctx.db, id, values);
  await saveArticle(ctx, id, form.article);
  await saveParts(ctx, id, form);
  await audit(ctx, { action, object: 'resource', objectId: id, before: formOf(before), after: withoutText(form) });
  await follow(ctx, row, form);
  return row;
}

/**
 * Withdraws a locked resource and removes it from bundles, with an entry in the audit log. The caller must announce the
 * change.
 * @throws publishing.sold-in-bundle
 */
export async function withdraw(ctx: Context, before: store.LockedResource): Promise<void> {
  const bundle = await findSellingBundle(ctx, before.id);
  if (bundle !== null) throw fail('publishing.sold-in-bundle', { bundle: `“${bundle}”` });
  await removeFromBundles(ctx, before.id);
  await store.updateWithdrawn(ctx.db, before.id);
  await audit(ctx, { action: 'delete', object: 'resource', objectId: before.id, before: formOf(before) });
}

type Known = Pick<FormFacts, 'currency' | 'resourceId' | 'file' | 'videoAccess' | 'formerType'> & {
  publishAt: Date | null;
  isAssessmentPublic: IsAssessmentPublic;
};

/** Makes the checks that the schema cannot make, and converts a form to the columns of its row. */
async function makeValues(ctx: Context, form: ResourceForm, known: Known): Promise<store.ResourceValues> {
  const { onlineProductId } = form;
  const product = onlineProductId === null ? null : await findProduct(ctx, onlineProductId);
  const [bundle] = await listBundleFacts(ctx, [{ form, id: known.resourceId }]);
  if (!bundle) throw new Error('Each form has its facts');
  const pathParts = await listPathFacts(ctx, [form]);
  const uploads = await listUploadKinds(ctx, uploadIdsIn(form));
  const assessment = await findAssessment(ctx, [form], known.isAssessmentPublic);
  const facts = { ...known, product, bundle, pathParts, assessment, uploads };
  const [problem] = problemsOf(form, facts);
  if (problem) throw failureOf(problem);
  await checkPictures(ctx, form.article);
  const publish_at = await choosePublishAt(ctx, form, known.publishAt);
  return { ...columnsOf(form, facts), publish_at, ...readingColumnsOf(form.article), ...bundleColumnsOf(form) };
}

/** Returns the column that only bundles have, when the form has it. */
function bundleColumnsOf(form: ResourceForm): { includes_later_parts?: boolean } {
  if (form.type !== 'bundle' || form.includesLaterParts === undefined) return {};
  return { includes_later_parts: form.includesLaterParts };
}

export function failureOf(problem: FormProblem): Failure {
  return 'code' in problem ? fail(problem.code, problem.values) : failInvalid(problem.sentence);
}

/**
 * Returns the publishing time of a form; null for a published resource or a plain draft. A new time must be in the
 * future by the database's clock. @throws publishing.publish-time-passed
 */
async function choosePublishAt(ctx: Context, { isPublished, publishAt }: ResourceForm, before: Date | null) {
  if (isPublished || publishAt === null) return null;
  const isNew = before?.getTime() !== Date.parse(publishAt);
  if (isNew && !(await store.isAhead(ctx.db, publishAt))) throw fail('publishing.publish-time-passed');
  return new Date(publishAt);
}

/** Queues the jobs of a saved resource: make the payment provider's prices, publish at its time, read its file. */
async function follow(ctx: Context, row: store.LockedResource, form: ResourceForm): Promise<void> {
  const { id, publish_at } = row;
  if (form.accessType === 'subscription' && form.isPublished) {
    await enqueue(ctx.db, 'make-stripe-prices', { resourceId: id }, { key: `stripe-prices:${id}` });
  }
  if (publish_at) {
    await enqueue(ctx.db, 'publish-resource', { resourceId: id }, { key: `publish:${id}`, runAt: publish_at });
  }
  if (row.file_id) await readPdfsSoon(ctx);
}

/** Records the payment provider's product of a resource. */
export async function recordStripeProduct(ctx: Context, resourceId: number, stripeProductId: string): Promise<void> {
  await store.updateStripeProduct(ctx.db, resourceId, stripeProductId);
  await announceCatalogueChange(ctx);
}

/** A page of the administrator's list; with `isMinimum` there are more than `total`. */
type AdminList = { resources: AdminResource[]; total: number; isMinimum: boolean };

/** Maximum number of search results that are counted. */
const mostCounted = 5000;

/** Lists a page of the matching resources, including drafts, with their number. */
export async function listResources(ctx: Context, query: AdminResourceQuery): Promise<AdminList> {
  const filter = keptFilterOf(query);
  const page = { filter, sort: query.sort, slice: sliceOf(query) };
  if (filter.words.length === 0) {
    const rows = await listKept(ctx.db, page);
    return { resources: await showAdminResources(ctx, rows), total: await countKept(ctx.db, filter), isMinimum: false };
  }
  const { rows, total } = await findKept(ctx.db, { ...page, countTo: mostCounted });
  if (total <= mostCounted) return { resources: await showAdminResources(ctx, rows), total, isMinimum: false };
  // With more matches, `listKept` can follow the index of the order, because it soon finds enough for the page.
  const along = await listKept(ctx.db, page);
  return { resources: await showAdminResources(ctx, along), total: mostCounted, isMinimum: true };
}

/** Returns the list of resources as CSV, at most `mostCsvRows` rows, and records this in the audit log (ADM-15). */
export async function exportResources(
  ctx: Context,
  { columns, ...query }: AdminResourceCsvQuery,
): Promise<Iterable<string>> {
  const { resources } = await listResources(ctx, { ...query, pageSize: mostCsvRows });
  const after = { rows: resources.length, columns, narrowedBy: namesOfGiven(query) };
  await audit(ctx, { action: 'download', object: 'resource', objectId: 'list', after });
  return csvOfList(resources, resourceCsv, columns);
}

/** Returns the number of scheduled drafts, and the next one. */
export async function getScheduled(
  ctx: Context,
): Promise<{ count: number; next: { title: string; publishAt: string } | null }> {
  const { count, title, publishAt } = await findScheduled(ctx.db);
  const next = title === null || publishAt === null ? null : { title, publishAt: publishAt.toISOString() };
  return { count, next };
}

/** The last file that the job reading PDFs has processed; null to begin. */
export type ReadingOn = { afterId: string | null };

/** Queues the reading of resources' PDFs and the drawing of their sample pages. */
export function readPdfsSoon(ctx: Context, after: ReadingOn = { afterId: null }): Promise<void> {
  return enqueue(ctx.db, 'read-pdfs', after, { key: 'read-pdfs' });
}
