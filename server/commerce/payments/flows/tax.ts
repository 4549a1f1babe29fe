import type Stripe from 'stripe';
import type { ErrorCode } from '#contract/errors.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { type Failure, fail } from '#server/platform/failure.ts';
import { nullIfMissing, StripeRejection } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import { basisOf } from '../actions.ts';
import type { DocumentTax } from '../document-rules.ts';
import { documentTaxOf, nameOfType, type Tax, type TaxOrder } from '../tax-rules.ts';

/**
 * Has Stripe compute the tax of an order. A caller that opens a payment must bind the calculation to it
 * (`hooks[inputs][tax][calculation]`): Stripe then records the tax when the payment succeeds and reverses it with each
 * refund, without a call of the portal (https://docs.stripe.com/tax/payment-intent).
 * @throws payments.place-unknown, payments.tax-failed, StripeOutage
 */
export async function computeTax(ctx: FlowContext, stripe: StripeGateway, order: TaxOrder): Promise<Tax> {
  const { mode, payer, priceMinor, currency } = order;
  const { country, postcode, city, line1, taxId } = payer;
  const address = { country, ...given({ postal_code: postcode, city, line1 }) };
  // Safe cast, because `taxIdTypeOf` returns only types of Stripe's list.
  const taxIds = taxId ? [taxId as Stripe.Tax.CalculationCreateParams.CustomerDetails.TaxId] : [];
  const parameters: Stripe.Tax.CalculationCreateParams = {
    currency: currency.toLowerCase(),
    line_items: [{ amount: priceMinor, reference: 'purchase', tax_behavior: mode }],
    customer_details: { address, address_source: 'billing', tax_ids: taxIds },
  };
  try {
    const calculation = await stripe.call(ctx, (api) => api.tax.calculations.create(parameters));
    return taxIn(calculation, { basis: basisOf(order), isIncluded: mode === 'inclusive', country });
  } catch (error) {
    throw taxRejectionOf(error) ?? error;
  }
}

/** Stripe's codes for a tax that it cannot compute (https://docs.stripe.com/error-codes), with the portal's codes. */
const taxRejections: Readonly<Record<string, ErrorCode>> = {
  customer_tax_location_invalid: 'payments.place-unknown',
  invalid_tax_location: 'payments.place-unknown',
  failed_tax_calculation: 'payments.tax-failed',
  stripe_tax_inactive: 'payments.tax-failed',
  taxes_calculation_failed: 'payments.tax-failed',
};

/** Returns the portal's error for a tax that cannot be computed; null for other errors. */
export function taxRejectionOf(error: unknown): Failure | null {
  if (!(error instanceof StripeRejection)) return null;
  const isOfAddress = error.parameter?.includes('address');
  const code = taxRejections[error.code ?? ''] ?? (isOfAddress ? 'payments.place-unknown' : null);
  return code ? fail(code) : null;
}

/**
 * Fetches the tax of a payment that the database has lost; null without a tax, or when Stripe no longer has the
 * calculation.
 */
export async function fetchTax(
  ctx: FlowContext,
  stripe: StripeGateway,
  { hooks }: Stripe.PaymentIntent,
): Promise<Tax | null> {
  const id = hooks?.inputs?.tax?.calculation;
  const calculation = id && (await nullIfMissing(stripe.call(ctx, (api) => api.tax.calculations.retrieve(id))));
  if (!calculation) return null;
  const isIncluded = calculation.tax_breakdown.some(({ inclusive }) => inclusive);
  return taxIn(calculation, { basis: '', isIncluded, country: calculation.customer_details.address?.country ?? '' });
}

function taxIn(
  { id, tax_breakdown }: Stripe.Tax.Calculation,
  about: Pick<Tax, 'basis' | 'isIncluded' | 'country'>,
): Tax {
  const taxes = tax_breakdown.map(({ amount: amountMinor, tax_rate_details: rate, taxability_reason: reason }) => {
    const { tax_type: type, country, percentage_decimal: percent } = rate;
    return documentTaxOf({ name: nameOfType(type), country: country ?? about.country, percent, amountMinor }, reason);
  });
  return { ...about, calculationId: id ?? '', taxes: taxes.filter((tax) => tax !== null) };
}

/** Returns the taxes of an invoice at Stripe, each with its rate. */
export async function taxesOfInvoice(
  ctx: FlowContext,
  stripe: StripeGateway,
  { total_taxes, customer_address: address }: Stripe.Invoice,
): Promise<DocumentTax[]> {
  const taxes: (DocumentTax | null)[] = [];
  for (const { amount: amountMinor, tax_rate_details: details, taxability_reason: reason } of total_taxes ?? []) {
    if (amountMinor === 0 && reason !== 'reverse_charge') continue;
    const id = details?.tax_rate;
    const rate = id ? await nullIfMissing(stripe.call(ctx, (api) => api.taxRates.retrieve(id))) : null;
    const name = rate ? (rate.tax_type ? nameOfType(rate.tax_type) : rate.display_name) : nameOfType(null);
    const country = rate?.country ?? address?.country ?? null;
    const percent = rate ? String(rate.effective_percentage ?? rate.percentage) : null;
    taxes.push(documentTaxOf({ name, country, percent, amountMinor }, reason));
  }
  return taxes.filter((tax) => tax !== null);
}

function given<Field extends string>(fields: Record<Field, string | null>): Partial<Record<Field, string>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Partial<
    Record<Field, string>
  >;
}
