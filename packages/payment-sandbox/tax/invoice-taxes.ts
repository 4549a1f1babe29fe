import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { invalidRequest } from '../errors.ts';
import { idOf } from '../lists.ts';
import { referredCustomer } from '../resources/customer-lookup.ts';
import { checkTaxActive, noTaxPlace, taxpayerOf, taxSettingsOf } from './places.ts';
import { rateOf, type Tax, type TaxBehaviour, taxOn } from './tax.ts';

type Line = Stripe.InvoiceLineItem;

/** Lines of an invoice with their automatic tax, computed after the discounts. */
export type TaxedLines = { lines: Line[]; automaticTax: Stripe.Invoice.AutomaticTax };

/**
 * Returns the lines of an invoice with their taxes: none without automatic tax, or when the customer's place is
 * unknown.
 */
export function withTaxes(context: Context, invoice: Stripe.Invoice, lines: readonly Line[]): TaxedLines {
  const { automatic_tax: automaticTax } = invoice;
  if (!automaticTax.enabled) return { lines: lines.map((line) => ({ ...line, taxes: [] })), automaticTax };
  const payer = taxpayerOf(context.store, referredCustomer(context, idOf(invoice.customer) ?? ''));
  if (!payer) {
    const untaxed = lines.map((line) => ({ ...line, taxes: [] }));
    return { lines: untaxed, automaticTax: { ...automaticTax, status: 'requires_location_inputs' } };
  }
  const taxed = lines.map((line) => {
    const off = (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
    const tax = taxOn(context.store, line.amount - off, behaviourOf(context, line), payer);
    return { ...line, taxes: [shownTax(context, tax)] };
  });
  return { lines: taxed, automaticTax: { ...automaticTax, status: 'complete' } };
}

/**
 * Returns whether a line's amount contains its tax, as its invoice item, its price or the account's tax settings say.
 */
function behaviourOf(context: Context, line: Line): TaxBehaviour {
  const own = context.store.find('invoiceitem_tax', line.parent?.invoice_item_details?.invoice_item ?? '');
  if (own) return own.behaviour;
  const price = context.store.find('price', idOf(line.pricing?.price_details?.price) ?? '');
  return priceBehaviour(context, price ?? null, line.currency);
}

/**
 * Returns whether a price contains its tax.
 * @throws ApiError 400 when neither the price nor the account's settings say so
 */
export function priceBehaviour(context: Context, price: Stripe.Price | null, currency: string): TaxBehaviour {
  const { behaviour } = taxSettingsOf(context.store);
  const said = price?.tax_behavior === 'unspecified' ? null : (price?.tax_behavior as TaxBehaviour | undefined | null);
  if (said) return said;
  if (behaviour === 'inferred_by_currency') return currency === 'usd' || currency === 'cad' ? 'exclusive' : 'inclusive';
  if (behaviour) return behaviour;
  if (!price) return 'exclusive';
  throw invalidRequest(
    `In order to use automatic tax, the price ${price.id} needs a tax_behavior, or your tax settings a default one.`,
  );
}

function shownTax(context: Context, tax: Tax): NonNullable<Line['taxes']>[number] {
  return {
    amount: tax.amount,
    tax_behavior: tax.behaviour,
    tax_rate_details: { tax_rate: rateOf(context, tax).id },
    taxability_reason: tax.reason,
    taxable_amount: tax.taxable,
    type: 'tax_rate_details',
  };
}

type TotalTax = NonNullable<Stripe.Invoice['total_taxes']>[number];

/** Adds up the taxes of all lines, in one entry for each rate and reason. */
export function totalTaxes(lines: readonly Line[]): TotalTax[] {
  const totals = new Map<string, TotalTax>();
  for (const tax of lines.flatMap((line) => line.taxes ?? [])) {
    const key = `${tax.tax_rate_details?.tax_rate} ${tax.taxability_reason}`;
    const before = totals.get(key);
    totals.set(key, {
      ...tax,
      amount: tax.amount + (before?.amount ?? 0),
      taxable_amount: (tax.taxable_amount ?? 0) + (before?.taxable_amount ?? 0),
    });
  }
  return [...totals.values()];
}

/** Adds up the tax on top of the prices and the tax within them. */
export function taxAmounts(taxes: readonly TotalTax[]): { exclusive: number; inclusive: number } {
  const sum = (behaviour: TaxBehaviour) =>
    taxes.filter((tax) => tax.tax_behavior === behaviour).reduce((total, { amount }) => total + amount, 0);
  return { exclusive: sum('exclusive'), inclusive: sum('inclusive') };
}

/** Builds the automatic tax field of an invoice. */
export function automaticTaxOf(enabled: boolean): Stripe.Invoice.AutomaticTax {
  if (!enabled) return { disabled_reason: null, enabled: false, liability: null, provider: null, status: null };
  return { disabled_reason: null, enabled: true, liability: { type: 'self' }, provider: 'stripe', status: null };
}

/** Builds the automatic tax field of a subscription. */
export function subscriptionTaxOf(enabled: boolean): Stripe.Subscription.AutomaticTax {
  return { disabled_reason: null, enabled, liability: enabled ? { type: 'self' } : null };
}

/**
 * Rejects automatic tax for a customer whose place is not known; a preview shows that as a state instead.
 * @throws ApiError 400 `stripe_tax_inactive`, `customer_tax_location_invalid`
 */
export function checkTaxPlace(context: Context, customer: Stripe.Customer): void {
  checkTaxActive(context.store);
  if (!context.isPreview && taxpayerOf(context.store, customer) === null) throw noTaxPlace();
}
