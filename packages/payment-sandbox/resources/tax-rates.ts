import type Stripe from 'stripe';
import { type Call, operation } from '../context.ts';
import { exampleOf } from '../document.ts';
import { invalidRequest, noSuchResource } from '../errors.ts';
import { emit } from '../events.ts';
import { newId } from '../ids.ts';
import { inRange, pageOf } from '../lists.ts';
import { mergeMetadata, textOf } from '../parameters.ts';

const writable = [
  'active',
  'country',
  'description',
  'display_name',
  'jurisdiction',
  'metadata',
  'state',
  'tax_type',
] as const;

/** Operations on the account's tax rates, which are stored and listed but never applied to an amount. */
export const taxRateOperations = [
  operation<Stripe.TaxRateCreateParams>({
    method: 'post',
    path: '/v1/tax_rates',
    accepts: [...writable, 'inclusive', 'percentage'],
    run: createTaxRate,
  }),
  operation<Stripe.TaxRateListParams>({
    method: 'get',
    path: '/v1/tax_rates',
    accepts: ['active', 'created', 'ending_before', 'inclusive', 'limit', 'starting_after'],
    run: ({ store, parameters }) => {
      const rates = store
        .all('tax_rate')
        .filter((rate) => parameters.active === undefined || rate.active === parameters.active)
        .filter((rate) => parameters.inclusive === undefined || rate.inclusive === parameters.inclusive)
        .filter((rate) => inRange(rate.created, parameters.created));
      return pageOf(rates, parameters, { url: '/v1/tax_rates', kind: 'tax rate' });
    },
  }),
  operation<Stripe.TaxRateRetrieveParams>({ method: 'get', path: '/v1/tax_rates/{id}', accepts: [], run: existing }),
  operation<Stripe.TaxRateUpdateParams>({
    method: 'post',
    path: '/v1/tax_rates/{id}',
    accepts: writable,
    run: (call) => {
      const before = existing(call);
      const updated = call.store.put('tax_rate', withFields(before, call.parameters));
      emit(call, 'tax_rate.updated', updated, before);
      return updated;
    },
  }),
];

function existing({ store, id }: Call<unknown>): Stripe.TaxRate {
  const rate = store.find('tax_rate', id);
  if (!rate) throw noSuchResource('tax rate', id);
  return rate;
}

function createTaxRate(call: Call<Stripe.TaxRateCreateParams>): Stripe.TaxRate {
  const { store, now, parameters } = call;
  const { percentage, inclusive } = parameters;
  if (percentage < 0 || percentage > 100) {
    throw invalidRequest('Invalid percentage: must be between 0 and 100.', { param: 'percentage' });
  }
  const blank: Stripe.TaxRate = {
    ...exampleOf('tax_rate'),
    id: newId('txr'),
    active: true,
    country: null,
    created: now,
    description: null,
    effective_percentage: percentage,
    flat_amount: null,
    inclusive,
    jurisdiction: null,
    percentage,
    rate_type: 'percentage',
    tax_type: null,
  };
  const rate = store.put('tax_rate', withFields(blank, parameters));
  emit(call, 'tax_rate.created', rate);
  return rate;
}

function withFields(rate: Stripe.TaxRate, sent: Stripe.TaxRateUpdateParams): Stripe.TaxRate {
  return {
    ...rate,
    active: sent.active ?? rate.active,
    country: textOf(sent.country, rate.country),
    description: textOf(sent.description, rate.description),
    display_name: sent.display_name ?? rate.display_name,
    jurisdiction: textOf(sent.jurisdiction, rate.jurisdiction),
    metadata: mergeMetadata(rate.metadata ?? {}, sent.metadata),
    state: textOf(sent.state, rate.state),
    tax_type: sent.tax_type ?? rate.tax_type,
  };
}
