import type { Resource } from '#contract/catalogue.ts';
import { ResourceForm, type ResourcePatch } from '#contract/catalogue-forms.ts';
import { listUploadKinds } from '#server/features/files/actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { type Failure, fail, failInvalid } from '#server/platform/failure.ts';
import { enqueue } from '#server/platform/jobs.ts';
import * as store from './admin-store.ts';
import { checkPictures, saveArticle } from './article-actions.ts';
import { readingColumnsOf, withoutText } from './article-rules.ts';
import { columnsOf, type FormFacts, type FormProblem, problemsOf, uploadIdsIn } from './form-rules.ts';
import { formOf, showAdminResource } from './presenters.ts';
import { findOnlineProduct } from './store.ts';
import { bumpCatalogueVersion } from './version-store.ts';

/** Adds a resource (ADM-RES-13: a draft unless it is sent published). */
export async function createResource(ctx: Context, form: ResourceForm, currency: string): Promise<Resource> {
  const values = await valuesOf(ctx, form, { currency, resourceId: null, fileId: null });
  const row = await store.insertResource(ctx.db, values);
  await saveArticle(ctx, row.id, form.article);
  await settle(ctx, { action: 'create', objectId: row.id, after: withoutText(form) });
  await followPrices(ctx, row.id, form);
  return showAdminResource(row);
}

/** Saves a whole resource. */
export async function saveResource(ctx: Context, id: number, form: ResourceForm): Promise<Resource> {
  const before = await store.lockResource(ctx.db, id);
  if (!before) throw fail('catalogue.not-found');
  const values = await valuesOf(ctx, form, { currency: before.currency, resourceId: id, fileId: before.file_id });
  const row = await store.updateResource(ctx.db, id, values);
  await saveArticle(ctx, id, form.article);
  await settle(ctx, { action: 'update', objectId: id, before: formOf(before), after: withoutText(form) });
  await followPrices(ctx, id, form);
  return showAdminResource(row);
}

/** Changes some fields; the whole must satisfy the rules of its form afterwards. */
export async function patchResource(ctx: Context, id: number, patch: ResourcePatch): Promise<Resource> {
  const before = await store.lockResource(ctx.db, id);
  if (!before) throw fail('catalogue.not-found');
  const merged = ResourceForm.safeParse({ ...formOf(before), ...patch });
  if (!merged.success) throw failInvalid(merged.error.issues[0]?.message ?? 'The resource is not valid.');
  return saveResource(ctx, id, merged.data);
}

/** Takes a resource out of the catalogue for good; who bought it keeps it (ADM-RES-15). */
export async function deleteResource(ctx: Context, id: number): Promise<void> {
  const before = await store.lockResource(ctx.db, id);
  if (!before) throw fail('catalogue.not-found');
  await store.updateWithdrawn(ctx.db, id);
  await settle(ctx, { action: 'delete', objectId: id, before: formOf(before) });
}

type Known = Pick<FormFacts, 'currency' | 'resourceId' | 'fileId'>;

/** Checks what the shape alone cannot know and turns a form into a row. */
async function valuesOf(ctx: Context, form: ResourceForm, known: Known): Promise<store.ResourceValues> {
  const { onlineProductId } = form;
  const product = onlineProductId === null ? null : await findOnlineProduct(ctx.db, onlineProductId);
  const facts = { ...known, product, uploads: await listUploadKinds(ctx, uploadIdsIn(form)) };
  const [problem] = problemsOf(form, facts);
  if (problem) throw failureOf(problem);
  await checkPictures(ctx, form.article);
  return { ...columnsOf(form, facts), ...readingColumnsOf(form.article) };
}

/** The refusal of a form that has this problem. */
export function failureOf(problem: FormProblem): Failure {
  return 'code' in problem ? fail(problem.code, problem.values) : failInvalid(problem.sentence);
}

type Change = { action: string; objectId: number; before?: unknown; after?: unknown };

/** What every change of the catalogue ends with: its line in the audit log, and a new version for the lists. */
async function settle(ctx: Context, change: Change): Promise<void> {
  await audit(ctx, { object: 'resource', ...change });
  await announceCatalogueChange(ctx);
}

/** Lets the payment provider know what is sold by subscription; a job does it when there is one. */
async function followPrices(ctx: Context, resourceId: number, form: ResourceForm): Promise<void> {
  if (form.accessType !== 'subscription' || !form.isPublished) return;
  await enqueue(ctx.db, 'make-stripe-prices', { resourceId }, { key: `stripe-prices:${resourceId}` });
}

/** Notes the product at the payment provider that a resource is sold as. */
export async function noteStripeProduct(ctx: Context, resourceId: number, stripeProductId: string): Promise<void> {
  await store.updateStripeProduct(ctx.db, resourceId, stripeProductId);
  await announceCatalogueChange(ctx);
}

/** The last step of whatever changes resources or online products: lists kept before it are no longer used. */
export async function announceCatalogueChange(ctx: Context): Promise<void> {
  await bumpCatalogueVersion(ctx.db);
}
