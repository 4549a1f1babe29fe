import type Stripe from 'stripe';
import { checkCurrency } from '../amounts.ts';
import { secondsPerDay } from '../clock.ts';
import { type Call, type Context, operation } from '../context.ts';
import { invalidRequest, missingParameter, noSuchResource } from '../errors.ts';
import type { Inclusions } from '../expand.ts';
import { newId } from '../ids.ts';
import { pageOf } from '../lists.ts';
import { addressOf } from '../parameters.ts';
import type { Store } from '../store.ts';
import {
  checkTaxActive,
  noTaxPlace,
  placeOf,
  placeOfAddress,
  placeOfIp,
  type TaxPlace,
  type Taxpayer,
  taxIdsOf,
  taxSettingsOf,
} from '../tax/places.ts';
import { countryName, taxNameOf } from '../tax/rates.ts';
import { type Tax, taxOn } from '../tax/tax.ts';
import { referredCustomer } from './customer-lookup.ts';

type Calculation = Stripe.Tax.Calculation & { id: string };
type Line = Stripe.Tax.CalculationLineItem;

/** A calculation is valid for 90 days: https://docs.stripe.com/tax/custom */
const lifetimeSeconds = 90 * secondsPerDay;
const mostLines = 100;
const generalServices = 'txcd_10000000';

export const taxCalculationOperations = [
  operation<Stripe.Tax.CalculationCreateParams>({
    method: 'post',
    path: '/v1/tax/calculations',
    accepts: ['currency', 'customer', 'customer_details', 'line_items', 'tax_date'],
    run: calculate,
  }),
  operation<Stripe.Tax.CalculationRetrieveParams>({
    method: 'get',
    path: '/v1/tax/calculations/{id}',
    accepts: [],
    run: (call) => liveCalculation(call, call.id),
  }),
  operation<Stripe.Tax.CalculationListLineItemsParams>({
    method: 'get',
    path: '/v1/tax/calculations/{id}/line_items',
    accepts: ['ending_before', 'limit', 'starting_after'],
    run: (call) => linesOf(call.store, liveCalculation(call, call.id).id, call.parameters),
  }),
];

export const taxCalculationInclusions: Inclusions = {
  'tax.calculation.line_items': (store, id) => linesOf(store, id, {}),
};

function linesOf(store: Store, id: string, page: Stripe.PaginationParams): object {
  const url = `/v1/tax/calculations/${id}/line_items`;
  return pageOf(store.get('tax_calculation_lines', id).lines.toReversed(), page, { url, kind: 'line item' });
}

/** Finds a calculation that has not expired. @throws ApiError 404 */
export function liveCalculation({ store, now }: Context, id: string): Calculation {
  const calculation = store.find('tax.calculation', id);
  if (!calculation || (calculation.expires_at ?? 0) <= now) throw noSuchResource('tax calculation', id);
  return calculation;
}

function calculate(call: Call<Stripe.Tax.CalculationCreateParams>): Calculation {
  const { store, now, parameters } = call;
  checkTaxActive(store);
  const { customer_details: details, place } = whoBuys(call);
  const payer: Taxpayer = { place, exempt: exemptBy(details), taxIds: details.tax_ids };
  const { line_items: sent } = parameters;
  if (sent.length < 1 || sent.length > mostLines) {
    throw invalidRequest(`line_items must have 1 to ${mostLines} entries.`, { param: 'line_items' });
  }
  const made = sent.map((line, index) => newLine(call, line, index, payer));
  if (new Set(made.map(({ line }) => line.reference)).size < made.length) {
    throw invalidRequest('The references of the line items must be unique.', { param: 'line_items' });
  }
  const taxes = made.map(({ tax }) => tax);
  const sum = (behaviour: Tax['behaviour']) =>
    taxes.filter((tax) => tax.behaviour === behaviour).reduce((total, { amount }) => total + amount, 0);
  const exclusive = sum('exclusive');
  const id = newId('taxcalc');
  store.put('tax_calculation_lines', { id, lines: made.map(({ line }) => line) });
  return store.put('tax.calculation', {
    id,
    object: 'tax.calculation',
    amount_total: made.reduce((total, { line }) => total + line.amount, exclusive),
    currency: checkCurrency(parameters.currency),
    customer: parameters.customer ?? null,
    customer_details: details,
    expires_at: now + lifetimeSeconds,
    livemode: false,
    ship_from_details: null,
    shipping_cost: null,
    tax_amount_exclusive: exclusive,
    tax_amount_inclusive: sum('inclusive'),
    tax_breakdown: breakdownOf(taxes),
    tax_date: parameters.tax_date ?? now,
  });
}

type Details = Stripe.Tax.Calculation['customer_details'];

/**
 * Returns the customer's details and their taxable place.
 * @throws ApiError 400 without customer and customer_details, for an address without its source, or when the place is
 * unknown
 */
function whoBuys(call: Call<Stripe.Tax.CalculationCreateParams>): { customer_details: Details; place: TaxPlace } {
  const { store, parameters } = call;
  const { customer: id, customer_details: sent } = parameters;
  const customer = id ? referredCustomer(call, id) : null;
  if (!customer && !sent) throw missingParameter('customer_details');
  if (sent?.address && !sent.address_source) throw missingParameter('customer_details[address_source]');
  const source = sent?.address_source === 'shipping' ? 'shipping_destination' : 'billing_address';
  const place = sent?.address
    ? placeOfAddress(sent.address, source)
    : customer
      ? placeOf(store, customer)
      : placeOfIp(store, sent?.ip_address ?? null);
  if (!place) throw noTaxPlace(sent ? 'customer_details[address]' : 'customer');
  const known = customer ? taxIdsOf(store, customer.id).map(({ type, value }) => ({ type, value })) : [];
  return {
    place,
    customer_details: {
      address: sent?.address ? addressOf(plainAddress(sent.address)) : (customer?.address ?? null),
      address_source: sent?.address_source ?? (customer?.address ? 'billing' : null),
      ip_address: sent?.ip_address ?? null,
      // Safe: the lists of types of customers, parameters and calculations are the same.
      tax_ids: (sent?.tax_ids ?? known) as Details['tax_ids'],
      taxability_override: sent?.taxability_override ?? overrideOf(customer),
    },
  };
}

function overrideOf(customer: Stripe.Customer | null): Details['taxability_override'] {
  if (customer?.tax_exempt === 'exempt') return 'customer_exempt';
  return customer?.tax_exempt === 'reverse' ? 'reverse_charge' : 'none';
}

function exemptBy({ taxability_override: override }: Details): Taxpayer['exempt'] {
  if (override === 'customer_exempt') return 'exempt';
  return override === 'reverse_charge' ? 'reverse' : 'none';
}

type SentAddress = NonNullable<NonNullable<Stripe.Tax.CalculationCreateParams['customer_details']>['address']>;

function plainAddress(sent: SentAddress): Stripe.AddressParam {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value));
}

type SentLine = Stripe.Tax.CalculationCreateParams.LineItem;

function newLine(call: Context, sent: SentLine, index: number, payer: Taxpayer): { line: Line; tax: Tax } {
  if (sent.amount < 0) {
    throw invalidRequest('Invalid non-negative integer', {
      code: 'parameter_invalid_integer',
      param: `line_items[${index}][amount]`,
    });
  }
  const behaviour = sent.tax_behavior === 'inclusive' ? 'inclusive' : 'exclusive';
  const tax = taxOn(call.store, sent.amount, behaviour, payer);
  const line: Line = {
    id: newId('tax_li'),
    object: 'tax.calculation_line_item',
    amount: sent.amount,
    amount_tax: tax.amount,
    livemode: false,
    // Safe: form values are texts.
    metadata: (sent.metadata as Stripe.Metadata | undefined) ?? {},
    performance_location: null,
    product: sent.product ?? null,
    quantity: sent.quantity ?? 1,
    reference: sent.reference ?? `L${index + 1}`,
    tax_behavior: behaviour,
    tax_breakdown: [lineBreakdown(tax)],
    tax_code: sent.tax_code ?? taxSettingsOf(call.store).taxCode ?? generalServices,
  };
  return { line, tax };
}

function lineBreakdown(tax: Tax): NonNullable<Line['tax_breakdown']>[number] {
  const { country, state } = tax.place;
  const { displayName, taxType } = taxNameOf(country);
  return {
    amount: tax.amount,
    jurisdiction: { country, display_name: countryName(country), level: 'country', state },
    sourcing: 'destination',
    tax_rate_details:
      tax.percentage === 0
        ? null
        : // Safe: the two lists of kinds of taxes name the same ones.
          { display_name: displayName, percentage_decimal: String(tax.percentage), tax_type: taxType as 'vat' },
    taxability_reason: tax.reason,
    taxable_amount: tax.taxable,
  };
}

type Breakdown = Calculation['tax_breakdown'][number];

/** Adds up the taxes of a calculation, in one entry for inclusive and one for exclusive lines. */
function breakdownOf(taxes: readonly Tax[]): Breakdown[] {
  const totals = new Map<string, Breakdown>();
  for (const { amount, behaviour, percentage, place, reason, taxable } of taxes) {
    const before = totals.get(behaviour);
    totals.set(behaviour, {
      amount: amount + (before?.amount ?? 0),
      inclusive: behaviour === 'inclusive',
      tax_rate_details: {
        country: place.country,
        flat_amount: null,
        percentage_decimal: String(percentage),
        rate_type: percentage === 0 ? null : 'percentage',
        state: place.state,
        // Safe: the two lists of kinds of taxes name the same ones.
        tax_type: taxNameOf(place.country).taxType as 'vat',
      },
      taxability_reason: reason,
      taxable_amount: taxable + (before?.taxable_amount ?? 0),
    });
  }
  return [...totals.values()];
}
