import { chargedMinor, plans } from '#contract/commerce/plans.ts';
import type {
  PromoCode,
  PromoCodeQuery,
  PromoCsvQuery,
  PromoPlan,
  PromoRedemption,
} from '#contract/commerce/promotions-admin.ts';
import { type PromoCodeForm, type PromoCodePatch, promoCodeForm } from '#contract/commerce/promotions-form.ts';
import { csvOfList, mostCsvRows } from '#contract/csv.ts';
import { toMajor } from '#contract/money.ts';
import type { PageQuery } from '#contract/text.ts';
import { listProducts } from '#server/catalogue/products/actions.ts';
import { limitHolds } from '#server/commerce/purchases/attempt-actions.ts';
import { listOfferedPrices } from '#server/commerce/subscriptions/price-actions.ts';
import { audit, namesOfGiven } from '#server/platform/audit.ts';
import { rejectConflict } from '#server/platform/conflict.ts';
import type { Context } from '#server/platform/context.ts';
import { fail, failInvalid } from '#server/platform/failure.ts';
import * as store from './admin-store.ts';
import { promoCsv } from './csv-rules.ts';
import { discountOf, discountValueOf } from './rules.ts';

/** Maximum length of a list when the query names neither page nor page size. */
const longestList = 1000;

/** Returns a page of the promo codes that match, with their number. */
export async function listCodes(ctx: Context, { page, pageSize, ...filter }: PromoCodeQuery) {
  const rows = await store.listCodes(ctx.db, filter, pageOf({ page, pageSize }));
  return { codes: rows.map(showCode), total: await store.countCodes(ctx.db, filter) };
}

/** Returns the list of promo codes as CSV, and records the download in the audit log (ADM-15, ADM-32). */
export async function exportCodes(ctx: Context, { columns, ...query }: PromoCsvQuery): Promise<Iterable<string>> {
  const { codes } = await listCodes(ctx, { ...query, pageSize: mostCsvRows });
  const after = { rows: codes.length, columns, narrowedBy: namesOfGiven(query) };
  await audit(ctx, { action: 'download', object: 'promo-code', objectId: 'list', after });
  const { products } = await listProducts(ctx, {});
  const names = new Map(products.map(({ id, name }) => [id, name]));
  return csvOfList(codes, promoCsv(ctx.now, names), columns);
}

/**
 * Lists the plans that administrators choose from by name: the portal's own, then those of resources at other prices
 * (ADM-PROMO-18).
 */
export async function listPlans(ctx: Context, currency: string): Promise<PromoPlan[]> {
  const own = plans.map((plan) => ({
    id: plan,
    plan,
    amount: toMajor(chargedMinor(null, currency, plan), currency),
    currency,
    resource: null,
  }));
  const offered = await listOfferedPrices(ctx, currency);
  const others = offered.filter(({ plan, amountMinor }) => amountMinor !== chargedMinor(null, currency, plan));
  return [
    ...own,
    ...others.map(({ stripePriceId: id, plan, amountMinor, resourceId, title }) => ({
      id,
      plan,
      amount: toMajor(amountMinor, currency),
      currency,
      resource: { id: resourceId, title },
    })),
  ];
}

/** Returns a page of the usage logs, newest first, with their number. */
export async function listRedemptions(ctx: Context, query: PageQuery) {
  const rows = await store.listRedemptions(ctx.db, pageOf(query));
  const redemptions: PromoRedemption[] = rows.map((row) => ({
    id: row.id,
    promoCodeCode: row.code,
    userName: `${row.first_name} ${row.last_name}`,
    userEmail: row.email,
    redeemedAt: row.redeemed_at.toISOString(),
    resource: row.title,
    stripeSubscriptionId: row.stripe_subscription_id,
  }));
  return { redemptions, total: await store.countRedemptions(ctx.db) };
}

export async function createCode(ctx: Context, form: PromoCodeForm, currency: string): Promise<PromoCode> {
  const values = await makeValues(ctx, form, currency);
  const id = await store.insertCode(ctx.db, values);
  if (id === null) throw fail('promotions.code-taken');
  await store.replaceProducts(ctx.db, id, productsOf(form));
  await audit(ctx, { action: 'create', object: 'promo-code', objectId: id, after: form });
  return getCode(ctx, id);
}

/**
 * Changes the given fields; the whole code must still satisfy the form. Open payments with the code can be made until
 * its end at the latest, and none once it is inactive.
 * @throws promotions.not-found, promotions.conflict, promotions.limit-below-use, promotions.code-taken,
 * promotions.product-unknown, request.invalid
 */
export async function saveCode(ctx: Context, id: number, patch: PromoCodePatch): Promise<PromoCode> {
  const before = await store.lockCode(ctx.db, id);
  if (!before) throw fail('promotions.not-found');
  rejectConflict({ seenAt: patch.updatedAt, savedAt: before.updated_at }, 'promotions.conflict');
  const merged = promoCodeForm(before.code).safeParse({ ...showCode(before), ...patch });
  if (!merged.success) throw failInvalid(merged.error.issues[0]?.message ?? 'The promo code is not valid.');
  const form = merged.data;
  if (form.usageLimit !== null && form.usageLimit < before.used_count) {
    throw fail('promotions.limit-below-use', { used: before.used_count });
  }
  const values = await makeValues(ctx, form, before.currency);
  if (!(await store.updateCode(ctx.db, id, values))) throw fail('promotions.code-taken');
  await store.replaceProducts(ctx.db, id, productsOf(form));
  const endsAt = values.is_active ? values.expires_at : ctx.now;
  if (endsAt) await limitHolds(ctx, id, new Date(endsAt));
  await audit(ctx, { action: 'update', object: 'promo-code', objectId: id, before: factsOf(before), after: form });
  return getCode(ctx, id);
}

/**
 * Deactivates and hides a code, so that open payments with it can no longer be made; its redemptions remain in the logs
 * (ADM-PROMO-17).
 * @throws promotions.not-found
 */
export async function deleteCode(ctx: Context, id: number): Promise<void> {
  const before = await store.lockCode(ctx.db, id);
  if (!before) throw fail('promotions.not-found');
  await store.updateDeleted(ctx.db, id);
  await limitHolds(ctx, id, ctx.now);
  await audit(ctx, { action: 'delete', object: 'promo-code', objectId: id, before: factsOf(before) });
}

/** @throws promotions.not-found */
export async function getCode(ctx: Context, id: number): Promise<PromoCode> {
  const row = await store.findCode(ctx.db, id);
  if (!row) throw fail('promotions.not-found');
  return showCode(row);
}

/**
 * Checks what the schema cannot check and turns a form into a row.
 * @throws promotions.product-unknown, request.invalid
 */
async function makeValues(ctx: Context, form: PromoCodeForm, currency: string): Promise<store.CodeValues> {
  const discount = discountOf(form, currency);
  if ('problem' in discount) throw failInvalid(discount.problem);
  const known = await store.countProducts(ctx.db, form.mappedProducts);
  if (known < form.mappedProducts.length) throw fail('promotions.product-unknown');
  return {
    code: form.code,
    description: form.description,
    promo_type: form.promoType,
    free_access_days: form.freeAccessDays,
    trial_duration: form.trialDuration,
    discount_type: form.discountType,
    discount_basis_points: discount.basisPoints,
    discount_amount_minor: discount.amountMinor,
    currency,
    discount_duration: form.discountDuration,
    applicable_products: form.applicableProducts,
    new_customers_only: form.newCustomersOnly,
    is_active: form.isActive,
    usage_limit: form.usageLimit,
    expires_at: form.expiresAt,
  };
}

function productsOf({ mappedProducts, productStripePlanMapping }: PromoCodeForm): store.CodeProduct[] {
  return mappedProducts.map((id) => ({
    online_product_id: id,
    stripe_plan_id: productStripePlanMapping[String(id)] ?? '',
  }));
}

function pageOf({ page, pageSize }: PageQuery) {
  const limit = page || pageSize ? (pageSize ?? 20) : longestList;
  return { limit, offset: ((page ?? 1) - 1) * limit };
}

/** Returns the fields of a code's form, for the audit log. */
function factsOf(row: store.CodeRow) {
  const { id: _id, usedCount: _used, createdAt: _created, updatedAt: _updated, ...facts } = showCode(row);
  return facts;
}

function showCode(row: store.CodeRow): PromoCode {
  const discount = { basisPoints: row.discount_basis_points, amountMinor: row.discount_amount_minor };
  return {
    id: row.id,
    code: row.code,
    description: row.description,
    promoType: row.promo_type,
    mappedProducts: row.products.map((product) => product.online_product_id),
    productStripePlanMapping: Object.fromEntries(
      row.products.map((product) => [String(product.online_product_id), product.stripe_plan_id]),
    ),
    freeAccessDays: row.free_access_days,
    trialDuration: row.trial_duration,
    discountType: row.discount_type,
    discountValue: discountValueOf(discount, row.currency),
    discountDuration: row.discount_duration,
    applicableProducts: row.applicable_products,
    newCustomersOnly: row.new_customers_only,
    isActive: row.is_active,
    usageLimit: row.usage_limit,
    usedCount: row.used_count,
    expiresAt: row.expires_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
