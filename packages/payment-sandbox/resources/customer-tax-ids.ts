import type Stripe from 'stripe';
import { type Call, type Context, operation } from '../context.ts';
import { invalidRequest, noSuchResource } from '../errors.ts';
import { emit } from '../events.ts';
import { newId } from '../ids.ts';
import { pageOf } from '../lists.ts';
import { schedule, type TaskHandlers, unschedule } from '../tasks.ts';
import { taxIdsOf } from '../tax/places.ts';
import { isInUnion } from '../tax/rates.ts';
import { countryOfVat } from '../tax/tax.ts';
import { liveCustomer } from './customer-lookup.ts';

/** Time on the sandbox's clock that an authority takes to look up a number. */
const verifyingSeconds = 60;
const mostTaxIds = 5;

export const customerTaxIdOperations = [
  operation<Stripe.CustomerCreateTaxIdParams>({
    method: 'post',
    path: '/v1/customers/{id}/tax_ids',
    accepts: ['type', 'value'],
    run: (call) => newTaxId(call, liveCustomer(call, call.id).id, call.parameters),
  }),
  operation<Stripe.CustomerListTaxIdsParams>({
    method: 'get',
    path: '/v1/customers/{id}/tax_ids',
    accepts: ['ending_before', 'limit', 'starting_after'],
    run: (call) => {
      const { id } = liveCustomer(call, call.id);
      return pageOf(taxIdsOf(call.store, id), call.parameters, { url: `/v1/customers/${id}/tax_ids`, kind: 'tax_id' });
    },
  }),
  operation<Stripe.CustomerRetrieveTaxIdParams>({
    method: 'get',
    path: '/v1/customers/{customerId}/tax_ids/{id}',
    accepts: [],
    run: existing,
  }),
  operation<Stripe.CustomerDeleteTaxIdParams>({
    method: 'delete',
    path: '/v1/customers/{customerId}/tax_ids/{id}',
    accepts: [],
    run: (call): Stripe.DeletedTaxId => {
      const taxId = existing(call);
      unschedule(call, 'tax_id.verify', taxId.id);
      call.store.remove('tax_id', taxId.id);
      emit(call, 'customer.tax_id.deleted', taxId);
      return { id: taxId.id, object: 'tax_id', deleted: true };
    },
  }),
];

function existing(call: Call<unknown>): Stripe.TaxId {
  const taxId = call.store.find('tax_id', call.id);
  if (!taxId || taxId.customer !== liveCustomer(call, call.path.customerId ?? '').id) {
    throw noSuchResource('tax_id', call.id);
  }
  return taxId;
}

type SentTaxId = { type: string; value: string };

/**
 * Adds a tax id to a customer. EU, UK and Australian numbers are verified by their authorities a minute later.
 * @throws ApiError 400 `tax_id_invalid` for a number that is not well formed, 400 beyond five tax ids
 */
export function newTaxId(context: Context, customer: string, { type, value }: SentTaxId): Stripe.TaxId {
  const { store, now } = context;
  if (!isWellFormed(type, value)) {
    throw invalidRequest(`Invalid value for ${type}.`, { code: 'tax_id_invalid', param: 'value' });
  }
  const known = taxIdsOf(store, customer);
  if (known.length >= mostTaxIds) throw invalidRequest(`A customer can have up to ${mostTaxIds} tax IDs.`);
  const isAsked = authorities.includes(type);
  const taxId = store.put('tax_id', {
    id: newId('txi'),
    object: 'tax_id',
    country: countryOf(type, value),
    created: now,
    customer,
    customer_account: null,
    livemode: false,
    owner: { customer, customer_account: null, type: 'customer' },
    // Safe because the parameter's list of types is the field's.
    type: type as Stripe.TaxId['type'],
    value,
    verification: {
      status: isAsked ? 'pending' : 'unavailable',
      verified_address: null,
      verified_name: null,
    },
  });
  emit(context, 'customer.tax_id.created', taxId);
  if (isAsked && verdictOn(value) !== 'pending') schedule(context, 'tax_id.verify', taxId.id, now + verifyingSeconds);
  return taxId;
}

const authorities = ['au_abn', 'eu_vat', 'gb_vat'];

/** Results of the verification in Stripe's test mode, by the number without its country's letters. */
const verdicts: Readonly<Record<string, 'pending' | 'unverified' | 'verified'>> = {
  '000000000': 'verified',
  '111111111': 'unverified',
  '222222222': 'pending',
};

function digitsOf(value: string): string {
  return value.replace(/^[A-Z]{2}/i, '');
}

/** Returns the result of the verification: verified, except for the test numbers that say otherwise. */
function verdictOn(value: string): 'pending' | 'unverified' | 'verified' {
  return verdicts[digitsOf(value)] ?? 'verified';
}

function isWellFormed(type: string, value: string): boolean {
  if (value.trim() === '' || value.length > 60) return false;
  if (authorities.includes(type) && digitsOf(value) in verdicts) return true;
  if (type === 'eu_vat') return /^[A-Z]{2}[A-Z0-9+*]{8,12}$/i.test(value) && isInUnion(countryOfVat(value) ?? '');
  if (type === 'gb_vat') return /^(GB|XI)(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/i.test(value);
  if (type === 'au_abn') return /^\d{11}$/.test(value);
  return true;
}

function countryOf(type: string, value: string): string | null {
  if (type === 'eu_vat') return countryOfVat(value);
  return type.slice(0, type.indexOf('_')).toUpperCase() || null;
}

export const taxIdTasks: TaskHandlers = {
  /** Records the result of the verification. */
  'tax_id.verify': (context, id) => {
    const before = context.store.find('tax_id', id);
    if (!before) return;
    const status = verdictOn(before.value);
    const isVerified = status === 'verified';
    const taxId = context.store.put('tax_id', {
      ...before,
      verification: {
        status,
        verified_address: isVerified ? '1 Test Street' : null,
        verified_name: isVerified ? 'Test Company' : null,
      },
    });
    emit(context, 'customer.tax_id.updated', taxId, before);
  },
};
