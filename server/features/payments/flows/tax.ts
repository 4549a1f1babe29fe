import type Stripe from 'stripe';
import type { FlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { nullIfMissing, StripeRefusal } from '#server/platform/stripe/errors.ts';
import type { StripeGateway } from '#server/platform/stripe/gateway.ts';
import { basisOf } from '../details-actions.ts';
import { documentTaxOf, type Tax, type TaxOrder } from '../tax-rules.ts';

/**
 * Has Stripe compute the tax of an order. The calculation is then bound to the payment
 * (`hooks[inputs][tax][calculation]`): Stripe records the tax when the payment succeeds and takes it back with each
 * refund, without a call of the portal (https://docs.stripe.com/tax/payment-intent).
 * @throws payments.place-unknown, payments.tax-failed, StripeOutage
 */
export async function computeTax(ctx: FlowContext, stripe: StripeGateway, order: TaxOrder): Promise<Tax> {
  const { mode, payer, priceMinor, currency } = order;
  const { country, postcode, city, line1, taxId } = payer;
  const address = { country, ...given({ postal_code: postcode, city, line1 }) };
  // `taxIdTypeOf` names types of Stripe's list.
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
    throw refusalOf(error);
  }
}

/** The sentence for a tax that cannot be computed; other errors as they are. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof StripeRefusal)) return error;
  const isOfPlace = error.code === 'customer_tax_location_invalid' || error.parameter?.includes('address');
  return fail(isOfPlace ? 'payments.place-unknown' : 'payments.tax-failed');
}

/** The tax of a payment that the database has lost; null for one without, or when Stripe keeps it no longer. */
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
  const taxes = tax_breakdown.map(({ amount: amountMinor, tax_rate_details: rate, taxability_reason: reason }) =>
    documentTaxOf(
      {
        amountMinor,
        type: rate.tax_type,
        country: rate.country ?? about.country,
        percent: rate.percentage_decimal,
      },
      reason,
    ),
  );
  return { ...about, calculationId: id ?? '', taxes: taxes.filter((tax) => tax !== null) };
}

function given<Field extends string>(fields: Record<Field, string | null>): Partial<Record<Field, string>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Partial<
    Record<Field, string>
  >;
}
