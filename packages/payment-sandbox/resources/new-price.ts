import type Stripe from 'stripe';
import { checkCurrency, decimalOf } from '../amounts.ts';
import type { Context } from '../context.ts';
import { invalidRequest, missingParameter, noSuchReference } from '../errors.ts';
import { emit } from '../events.ts';
import { newId } from '../ids.ts';
import { mergeMetadata } from '../metadata.ts';
import { exampleOf } from '../templates.ts';

/** What a price is made of, by whichever operation it arrives; `product` is the id of one that is there. */
export type NewPrice = Pick<
  Stripe.PriceCreateParams,
  'active' | 'currency' | 'metadata' | 'nickname' | 'product' | 'recurring' | 'tax_behavior' | 'unit_amount'
>;

/** Makes a price: amount, currency and interval stay as they are for good. @throws ApiError 400 */
export function newPrice(context: Context, sent: NewPrice): Stripe.Price {
  const { store, now } = context;
  if (!sent.product) throw missingParameter('product');
  if (!store.find('product', sent.product)) throw noSuchReference('product', sent.product, 'product');
  if (sent.unit_amount === undefined) throw missingParameter('unit_amount');
  if (sent.unit_amount < 0) {
    throw invalidRequest('Invalid non-negative integer', { code: 'parameter_invalid_integer', param: 'unit_amount' });
  }
  const price = store.put('price', {
    ...exampleOf('price'),
    id: newId('price'),
    active: sent.active ?? true,
    created: now,
    currency: checkCurrency(sent.currency),
    custom_unit_amount: null,
    metadata: mergeMetadata({}, sent.metadata),
    nickname: sent.nickname ?? null,
    product: sent.product,
    recurring: sent.recurring ? recurringOf(sent.recurring) : null,
    tax_behavior: sent.tax_behavior ?? 'unspecified',
    transform_quantity: null,
    type: sent.recurring ? 'recurring' : 'one_time',
    unit_amount: sent.unit_amount,
    unit_amount_decimal: decimalOf(sent.unit_amount),
  });
  emit(context, 'price.created', price);
  return price;
}

/** Three years at most, as Stripe has it. */
const longestInterval: Readonly<Record<string, number>> = { day: 1095, week: 156, month: 36, year: 3 };

function recurringOf(sent: Stripe.PriceCreateParams.Recurring): Stripe.Price.Recurring {
  const { interval, interval_count: count = 1 } = sent;
  if (count < 1 || count > (longestInterval[interval] ?? 0)) {
    throw invalidRequest('Invalid interval count: it must be above 0 and at most three years long.', {
      param: 'recurring[interval_count]',
    });
  }
  if (sent.usage_type === 'metered' || sent.meter) {
    throw invalidRequest('The payment sandbox does not meter usage.', { param: 'recurring[usage_type]' });
  }
  const trialDays = sent.trial_period_days ?? null;
  return { interval, interval_count: count, meter: null, trial_period_days: trialDays, usage_type: 'licensed' };
}
