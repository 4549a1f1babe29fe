import type Stripe from 'stripe';
import { checkCurrency, decimalOf } from '../amounts.ts';
import { type Call, type Context, operation } from '../context.ts';
import { exampleOf } from '../document.ts';
import { invalidRequest, missingParameter, noSuchReference, noSuchResource, unsupportedParameter } from '../errors.ts';
import { emit } from '../events.ts';
import { newId, randomText } from '../ids.ts';
import { inRange, pageOf, refersTo } from '../lists.ts';
import { mergeMetadata, textOf } from '../parameters.ts';

const writable = ['active', 'lookup_key', 'metadata', 'nickname', 'tax_behavior', 'transfer_lookup_key'] as const;

export const priceOperations = [
  operation<Stripe.PriceCreateParams>({
    method: 'post',
    path: '/v1/prices',
    accepts: [...writable, 'billing_scheme', 'currency', 'product', 'product_data', 'recurring', 'unit_amount'],
    run: createPrice,
  }),
  operation<Stripe.PriceListParams>({
    method: 'get',
    path: '/v1/prices',
    accepts: [
      'active',
      'created',
      'currency',
      'ending_before',
      'limit',
      'lookup_keys',
      'product',
      'recurring',
      'starting_after',
      'type',
    ],
    run: listPrices,
  }),
  operation<Stripe.PriceRetrieveParams>({ method: 'get', path: '/v1/prices/{id}', accepts: [], run: existing }),
  operation<Stripe.PriceUpdateParams>({
    method: 'post',
    path: '/v1/prices/{id}',
    accepts: writable,
    run: (call) => {
      const { parameters } = call;
      const before = existing(call);
      const price = call.store.put('price', {
        ...before,
        active: parameters.active ?? before.active,
        lookup_key: lookupKey(call, before),
        metadata: mergeMetadata(before.metadata, parameters.metadata),
        nickname: textOf(parameters.nickname, before.nickname),
        tax_behavior: taxBehaviour(before, parameters.tax_behavior),
      });
      emit(call, 'price.updated', price, before);
      return price;
    },
  }),
];

function existing({ store, id }: Call<unknown>): Stripe.Price {
  const price = store.find('price', id);
  if (!price) throw noSuchResource('price', id);
  return price;
}

/** Returns the tax behaviour, which cannot change once it is set: https://docs.stripe.com/api/prices/update */
function taxBehaviour(
  before: Stripe.Price,
  sent: Stripe.PriceUpdateParams['tax_behavior'],
): Stripe.Price['tax_behavior'] {
  if (sent === undefined || sent === before.tax_behavior) return before.tax_behavior;
  if (before.tax_behavior === 'unspecified' || before.tax_behavior === null) return sent;
  throw invalidRequest(`The tax behavior of a price cannot be changed once it is ${before.tax_behavior}.`, {
    param: 'tax_behavior',
  });
}

function createPrice(call: Call<Stripe.PriceCreateParams>): Stripe.Price {
  const { store, parameters } = call;
  if (parameters.billing_scheme === 'tiered') throw unsupportedParameter('billing_scheme');
  const product = parameters.product ?? productOf(call);
  const price = newPrice(call, { ...parameters, product });
  const key = lookupKey(call, price);
  return key === null ? price : store.put('price', { ...price, lookup_key: key });
}

/**
 * Stores the product that a new price describes in `product_data`.
 * @returns the product's id; undefined when the call sends none
 */
function productOf(call: Call<Stripe.PriceCreateParams>): string | undefined {
  const { store, now, parameters } = call;
  const data = parameters.product_data;
  if (!data) return undefined;
  const product = store.put('product', {
    ...exampleOf('product'),
    id: data.id ?? `prod_${randomText(14)}`,
    active: data.active ?? true,
    created: now,
    default_price: null,
    description: null,
    metadata: mergeMetadata({}, data.metadata),
    name: data.name,
    package_dimensions: null,
    statement_descriptor: data.statement_descriptor ?? null,
    type: 'service',
    unit_label: data.unit_label ?? null,
    updated: now,
  });
  emit(call, 'product.created', product);
  return product.id;
}

/**
 * Returns the lookup key the price gets, and takes it from the price that has it when the call allows that.
 * @throws ApiError 400 when another price has the key and the call does not transfer it
 */
function lookupKey(call: Call<Stripe.PriceUpdateParams>, price: Stripe.Price): string | null {
  const { store, parameters } = call;
  const key = textOf(parameters.lookup_key, price.lookup_key);
  const holder = store.all('price').find((other) => other.lookup_key === key && other.id !== price.id);
  if (key === null || !holder) return key;
  if (!parameters.transfer_lookup_key) {
    throw invalidRequest(
      `A price (\`${holder.id}\`) already uses that lookup key. You may transfer the lookup key by setting \`transfer_lookup_key=true\``,
      { param: 'lookup_key' },
    );
  }
  store.put('price', { ...holder, lookup_key: null });
  return key;
}

function listPrices({ store, parameters }: Call<Stripe.PriceListParams>): object {
  const { active, currency, lookup_keys: keys, recurring, type } = parameters;
  if (parameters.product && !store.find('product', parameters.product)) {
    throw noSuchReference('product', parameters.product, 'product');
  }
  const prices = store
    .all('price')
    .filter((price) => active === undefined || price.active === active)
    .filter((price) => !currency || price.currency === currency.toLowerCase())
    .filter((price) => !keys || (price.lookup_key !== null && keys.includes(price.lookup_key)))
    .filter((price) => !type || price.type === type)
    .filter((price) => !recurring?.interval || price.recurring?.interval === recurring.interval)
    .filter((price) => refersTo(price.product, parameters.product) && inRange(price.created, parameters.created));
  return pageOf(prices, parameters, { url: '/v1/prices', kind: 'price' });
}

/** Parameters of a new price, from any operation; `product` is the id of a stored product. */
type NewPrice = Pick<
  Stripe.PriceCreateParams,
  'active' | 'currency' | 'metadata' | 'nickname' | 'product' | 'recurring' | 'tax_behavior' | 'unit_amount'
>;

/** Stores a price, whose amount, currency and interval can never change. @throws ApiError 400 */
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

/** Largest interval count for each interval: three years, as Stripe limits it. */
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
