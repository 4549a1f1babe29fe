import { type BillingDetails, type BillingDetailsForm, taxIdTypeOf } from '#contract/commerce/payments.ts';
import type { TaxMode } from '#contract/tax.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { hashSecret } from '#server/platform/security/secrets.ts';
import * as store from './store.ts';
import type { TaxOrder, Taxpayer } from './tax-rules.ts';

/**
 * Records the caller's consent to an order, at the time of the database's clock.
 * @param textVersion a key of `consentTexts`
 */
export function recordConsent(ctx: MemberContext, order: store.ConsentOrder, textVersion: string): Promise<void> {
  return store.insertConsent(ctx.db, { userId: ctx.actor.userId, order, textVersion });
}

/**
 * Finds the member's recorded customer; null before one was created. Its id is null after Stripe has lost the customer.
 */
export function findCustomer(ctx: Context, userId: number): Promise<store.Customer | null> {
  return store.findCustomer(ctx.db, userId);
}

/** Records a new customer; a member's existing customer remains. */
export function addCustomer(ctx: Context, userId: number, customerId: string): Promise<void> {
  return store.insertCustomer(ctx.db, userId, customerId);
}

/** Forgets a customer that Stripe no longer knows. */
export function removeCustomer(ctx: Context, customerId: string): Promise<void> {
  return store.clearCustomer(ctx.db, customerId);
}

/** Lists customers to bring in line with their accounts, those of deleted accounts first; at most 200. */
export function listChangedCustomers(ctx: Context): Promise<store.ChangedCustomer[]> {
  return store.listChangedCustomers(ctx.db, 200);
}

/** Records that the customer at Stripe has the account's current details. */
export function recordCustomerSync(ctx: Context, userId: number): Promise<void> {
  return store.updateCustomerSynced(ctx.db, userId);
}

const none: store.DetailsRow = {
  company_name: null,
  line1: null,
  line2: null,
  city: null,
  postcode: null,
  country: null,
  purchase_order: null,
  tax_id_type: null,
  tax_id: null,
  stripe_tax_id: null,
  tax_id_status: null,
};

/** Returns the details that a member added for invoices; all fields are null when there are none. */
export async function findDetails(ctx: Context, userId: number): Promise<store.DetailsRow> {
  return (await store.findDetails(ctx.db, userId)) ?? none;
}

export async function getDetails(ctx: MemberContext): Promise<BillingDetails> {
  const details = await findDetails(ctx, ctx.actor.userId);
  const { company_name, line1, line2, city, postcode, country, purchase_order, tax_id, tax_id_status } = details;
  return {
    companyName: company_name,
    line1,
    line2,
    city,
    postcode,
    country,
    purchaseOrder: purchase_order,
    taxId: tax_id,
    taxIdStatus: tax_id_status,
  };
}

/** Stripe's id and status of a tax id. */
export type KeptTaxId = { id: string; status: NonNullable<store.DetailsRow['tax_id_status']> };

/** Replaces all details of the caller for invoices. */
export async function saveDetails(
  ctx: MemberContext,
  form: BillingDetailsForm,
  taxId: KeptTaxId | null,
): Promise<void> {
  const { userId } = ctx.actor;
  await store.upsertDetails(ctx.db, userId, {
    company_name: form.companyName,
    line1: form.line1,
    line2: form.line2,
    city: form.city,
    postcode: form.postcode,
    country: form.country,
    purchase_order: form.purchaseOrder,
    tax_id_type: taxId && taxIdTypeOf(form.country),
    tax_id: taxId && form.taxId,
    stripe_tax_id: taxId?.id ?? null,
    tax_id_status: taxId?.status ?? null,
  });
}

/** Records the authority's verdict on a tax id. */
export function recordTaxIdStatus(ctx: Context, { id, status }: KeptTaxId): Promise<void> {
  return store.updateTaxIdStatus(ctx.db, id, status);
}

/**
 * Returns the price and the buyer for which to compute the tax when a member pays; null with TAX none, and for a price
 * of 0.
 * @throws payments.place-needed while the member's country is not known
 */
export async function makeTaxOrder(
  ctx: Context,
  mode: TaxMode,
  { userId, priceMinor, currency }: { userId: number; priceMinor: number; currency: string },
): Promise<TaxOrder | null> {
  if (mode === 'none' || priceMinor === 0) return null;
  const payer = taxpayerOf(await findDetails(ctx, userId));
  if (!payer) throw fail('payments.place-needed');
  return { mode, payer, priceMinor, currency };
}

type Place = Pick<store.DetailsRow, 'country' | 'postcode' | 'city' | 'line1' | 'tax_id' | 'tax_id_status'>;

/** Returns a digest of an order, so that the tax is computed again when price, place or buyer change. */
export function basisOf(order: TaxOrder | Pick<TaxOrder, 'mode' | 'payer'>): string {
  return hashSecret(JSON.stringify(order)).toString('hex').slice(0, 32);
}

/**
 * Like `basisOf`, but only of the mode, place and buyer, for prices that Stripe knows; null with TAX none.
 * @throws payments.place-needed while the member's country is not known
 */
export async function findTaxBasis(ctx: Context, mode: TaxMode, userId: number): Promise<string | null> {
  const order = await makeTaxOrder(ctx, mode, { userId, priceMinor: 1, currency: '' });
  return order && basisOf({ mode: order.mode, payer: order.payer });
}

/**
 * Returns a buyer for Stripe's calculation; null without a country. A tax id that the authority does not know is left
 * out.
 */
export function taxpayerOf({ country, postcode, city, line1, tax_id, tax_id_status }: Place): Taxpayer | null {
  if (country === null) return null;
  const type = taxIdTypeOf(country);
  const isKnown = tax_id !== null && type !== null && tax_id_status !== 'unverified';
  return { country, postcode, city, line1, taxId: isKnown ? { type, value: tax_id } : null };
}
