import type { Resource } from '#contract/catalogue.ts';
import { ResourceForm, type ResourcePatch } from '#contract/catalogue-forms.ts';
import { formatMoney, minimumCharge, toMajor } from '#contract/money.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { fail, failInvalid } from '#server/platform/failure.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { checkAddresses } from './address-actions.ts';
import { lacksPrice, pricesOf } from './admin-rules.ts';
import * as store from './admin-store.ts';
import { checkPictures, saveArticle } from './article-actions.ts';
import { readingColumnsOf, withoutText } from './article-rules.ts';
import { formOf, showAdminResource } from './presenters.ts';
import { findOnlineProduct } from './store.ts';
import { bumpCatalogueVersion } from './version-store.ts';

/** Adds a resource (ADM-RES-13: a draft unless it is sent published). */
export async function createResource(ctx: Context, form: ResourceForm, currency: string): Promise<Resource> {
  const values = await valuesOf(ctx, form, { currency, resourceId: null });
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

type Known = { currency: string; resourceId: number | null; fileId?: string | null };

/** Checks what the shape alone cannot know and turns a form into a row. */
async function valuesOf(ctx: Context, form: ResourceForm, known: Known): Promise<store.ResourceValues> {
  const { currency } = known;
  const prices = pricesOf(form, currency);
  if ('problem' in prices) throw failInvalid(prices.problem);
  if (lacksPrice(form, prices, currency)) {
    throw fail('catalogue.price-required', {
      minimum: formatMoney(toMajor(minimumCharge(currency), currency), currency),
    });
  }
  const product = form.onlineProductId === null ? null : await findOnlineProduct(ctx.db, form.onlineProductId);
  if (form.onlineProductId !== null && !product) throw fail('catalogue.product-unknown');
  const fileId = await checkAddresses(ctx, form, known);
  await checkPictures(ctx, form.article);
  return {
    title: form.title,
    description: form.description || product?.description || product?.name || '',
    type: form.type,
    access_type: form.accessType,
    price_minor: prices.priceMinor,
    monthly_price_minor: prices.monthlyPriceMinor,
    annual_price_minor: prices.annualPriceMinor,
    currency,
    estimated_duration: form.estimatedDuration,
    online_product_id: form.onlineProductId,
    thumbnail_url: form.thumbnailUrl,
    featured_image_url: form.featuredImageUrl,
    file_id: fileId,
    file_title: form.fileTitle,
    video_url: form.videoUrl ?? form.metadata.videoUrl,
    instructional_video_url: form.metadata.instructionalVideoUrl,
    slideshow_images: form.metadata.slideshowImages,
    subscription_benefits: form.metadata.subscriptionBenefits,
    tags: form.tags,
    role_affiliations: form.roleAffiliations,
    rapp_principles: form.rappPrinciples,
    rapp_implementation_phase: form.rappImplementationPhase,
    is_published: form.isPublished,
    ...readingColumnsOf(form.article),
  };
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
