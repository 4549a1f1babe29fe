import type Stripe from 'stripe';
import { type BillingDetails, type BillingDetailsForm, taxIdTypeOf } from '#contract/commerce/payments.ts';
import { minimumCharge } from '#contract/money.ts';
import type { TaxMode } from '#contract/tax.ts';
import type { FlowContext, MemberFlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { Limiter } from '#server/platform/http/limits.ts';
import { nullIfMissing, StripeOutage, StripeRejection } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import * as actions from '../actions.ts';
import { findByStripeTaxId } from '../store.ts';
import { type PaymentLimits, takeLimits } from './call-limits.ts';
import { ensureCustomer, syncCustomer } from './customers.ts';
import { computeTax } from './tax.ts';

export type DetailsDeps = {
  stripe: StripeGateway | null;
  limiter: Limiter;
  limits: PaymentLimits;
  taxMode: TaxMode;
  currency: string;
};

/**
 * Replaces the caller's details for invoices (TAX-06). Stripe checks a tax id before anything is saved; the other
 * details reach Stripe's customer at once or, after an outage, through the reconciler.
 * @throws payments.tax-id-refused, payments.place-needed, payments.place-unknown, payments.tax-failed,
 * purchases.payments-off, purchases.provider-failed, request.too-many
 */
export async function saveDetails(
  ctx: MemberFlowContext,
  deps: DetailsDeps,
  form: BillingDetailsForm,
): Promise<BillingDetails> {
  const { stripe } = deps;
  await takeLimits(ctx, deps.limiter, deps.limits.calls);
  const { userId } = ctx.actor;
  if (form.taxId !== null && !stripe) throw fail('purchases.payments-off');
  if (stripe) await checkPlace(ctx, { ...deps, stripe }, form);
  const taxId = stripe && (await keepTaxId(ctx, stripe, form));
  await ctx.transaction((inner) => actions.saveDetails(inner, form, taxId));
  try {
    if (stripe) await syncCustomer(ctx, stripe, userId);
  } catch (error) {
    // The reconciler sends the details within minutes.
    if (!(error instanceof StripeOutage)) throw error;
  }
  return actions.getDetails(ctx);
}

/**
 * With tax on, rejects a place for which Stripe cannot compute a tax, so that no renewal fails because of it. The
 * calculation is not stored.
 */
async function checkPlace(
  ctx: MemberFlowContext,
  { stripe, taxMode, currency }: DetailsDeps & { stripe: StripeGateway },
  form: BillingDetailsForm,
): Promise<void> {
  if (taxMode === 'none') return;
  const payer = actions.taxpayerOf({ ...form, tax_id: null, tax_id_status: null });
  if (!payer) throw fail('payments.place-needed');
  await computeTax(ctx, stripe, { mode: taxMode, payer, priceMinor: minimumCharge(currency), currency });
}

/** Makes this the only tax id of Stripe's customer. @returns null without a tax id @throws payments.tax-id-refused */
async function keepTaxId(
  ctx: MemberFlowContext,
  stripe: StripeGateway,
  { taxId: value, country }: BillingDetailsForm,
): Promise<actions.KeptTaxId | null> {
  const before = await actions.findDetails(ctx, ctx.actor.userId);
  if (value === null && before.stripe_tax_id === null) return null;
  const type = value === null ? null : taxIdTypeOf(country);
  // A rejected id is not created at Stripe again, because Stripe would apply the reverse charge until the new check has
  // ended.
  const isRejected = before.tax_id_status === 'unverified' && before.tax_id_type === type && before.tax_id === value;
  if (isRejected && before.stripe_tax_id !== null) return { id: before.stripe_tax_id, status: 'unverified' };
  const customer =
    type === null
      ? (await actions.findCustomer(ctx, ctx.actor.userId))?.customerId
      : await ensureCustomer(ctx, stripe, ctx.actor.userId);
  if (!customer) return null;
  const listed = await nullIfMissing(stripe.call(ctx, (api) => api.customers.listTaxIds(customer, { limit: 100 })));
  const known = listed?.data ?? [];
  const same = known.find((one) => one.type === type && one.value === value);
  const kept = same ?? (type === null ? null : await createTaxId(ctx, stripe, customer, { type, value: value ?? '' }));
  for (const { id } of known.filter((one) => one !== same)) {
    await nullIfMissing(stripe.call(ctx, (api) => api.customers.deleteTaxId(customer, id)));
  }
  return kept && keptOf(kept);
}

async function createTaxId(
  ctx: MemberFlowContext,
  stripe: StripeGateway,
  customer: string,
  { type, value }: { type: string; value: string },
): Promise<Stripe.TaxId> {
  // Safe cast, because `taxIdTypeOf` returns only types of Stripe's list.
  const wanted = { type, value } as Stripe.CustomerCreateTaxIdParams;
  try {
    return await stripe.call(ctx, (api) => api.customers.createTaxId(customer, wanted));
  } catch (error) {
    if (error instanceof StripeRejection && error.code === 'tax_id_invalid') throw fail('payments.tax-id-refused');
    throw error;
  }
}

const statuses = ['pending', 'verified', 'unverified', 'unavailable'] as const;

function keptOf({ id, verification }: Stripe.TaxId): actions.KeptTaxId {
  return { id, status: statuses.find((status) => status === verification?.status) ?? 'unavailable' };
}

/**
 * Records the authority's verdict on a member's tax id. Stripe Tax applies the reverse charge to every id of the right
 * form, so an id that the authority does not know is deleted from Stripe's customer (TAX-10).
 */
export async function syncTaxId(ctx: FlowContext, stripe: StripeGateway, stripeTaxId: string): Promise<void> {
  const known = await findByStripeTaxId(ctx.db, stripeTaxId);
  const customer = known && (await actions.findCustomer(ctx, known.userId))?.customerId;
  if (!customer) return;
  const taxId = await nullIfMissing(stripe.call(ctx, (api) => api.customers.retrieveTaxId(customer, stripeTaxId)));
  if (!taxId) return;
  const kept = keptOf(taxId);
  await ctx.transaction((inner) => actions.recordTaxIdStatus(inner, kept));
  if (kept.status !== 'unverified') return;
  await nullIfMissing(stripe.call(ctx, (api) => api.customers.deleteTaxId(customer, stripeTaxId)));
}
