import type Stripe from 'stripe';
import { type Call, type Context, operation } from '../context.ts';
import { invalidRequest, missingParameter, noSuchReference, noSuchResource, unsupportedParameter } from '../errors.ts';
import type { Inclusions } from '../expand.ts';
import { newId } from '../ids.ts';
import { pageOf } from '../lists.ts';
import { mergeMetadata } from '../parameters.ts';
import type { Store } from '../store.ts';
import { liveCalculation } from './tax-calculations.ts';

type Transaction = Stripe.Tax.Transaction;
type Line = Stripe.Tax.TransactionLineItem;

export const taxTransactionOperations = [
  operation<Stripe.Tax.TransactionCreateFromCalculationParams>({
    method: 'post',
    path: '/v1/tax/transactions/create_from_calculation',
    accepts: ['calculation', 'metadata', 'posted_at', 'reference'],
    run: (call) => recordTransaction(call, call.parameters),
  }),
  operation<Stripe.Tax.TransactionCreateReversalParams>({
    method: 'post',
    path: '/v1/tax/transactions/create_reversal',
    accepts: ['flat_amount', 'line_items', 'metadata', 'mode', 'original_transaction', 'reference'],
    run: (call) => reverseTransaction(call, call.parameters),
  }),
  operation<Stripe.Tax.TransactionRetrieveParams>({
    method: 'get',
    path: '/v1/tax/transactions/{id}',
    accepts: [],
    run: existing,
  }),
  operation<Stripe.Tax.TransactionListLineItemsParams>({
    method: 'get',
    path: '/v1/tax/transactions/{id}/line_items',
    accepts: ['ending_before', 'limit', 'starting_after'],
    run: (call) => pageOfLines(call.store, existing(call).id, call.parameters),
  }),
];

export const taxTransactionInclusions: Inclusions = {
  'tax.transaction.line_items': (store, id) => pageOfLines(store, id, {}),
};

function existing({ store, id }: Call<unknown>): Transaction {
  const transaction = store.find('tax.transaction', id);
  if (!transaction) throw noSuchResource('tax transaction', id);
  return transaction;
}

function pageOfLines(store: Store, id: string, page: Stripe.PaginationParams): object {
  const url = `/v1/tax/transactions/${id}/line_items`;
  return pageOf(store.get('tax_transaction_lines', id).lines.toReversed(), page, { url, kind: 'line item' });
}

/** Checks that no other transaction has the reference. @throws ApiError 400 */
function checkReference({ store }: Context, reference: string): void {
  const holder = store.all('tax.transaction').find((one) => one.reference === reference);
  if (!holder) return;
  throw invalidRequest(`A tax transaction (${holder.id}) with the reference ${reference} already exists.`, {
    code: 'resource_already_exists',
    param: 'reference',
  });
}

/**
 * Records the tax of a calculation as collected.
 * @throws ApiError 400 for an unknown calculation or a reference that is in use, 404 for an expired calculation
 */
export function recordTransaction(
  context: Context,
  sent: Stripe.Tax.TransactionCreateFromCalculationParams,
): Transaction {
  const { store, now } = context;
  if (!store.find('tax.calculation', sent.calculation)) {
    throw noSuchReference('tax calculation', sent.calculation, 'calculation');
  }
  const calculation = liveCalculation(context, sent.calculation);
  checkReference(context, sent.reference);
  const id = newId('tax');
  const lines = store.get('tax_calculation_lines', calculation.id).lines.map((line): Line => {
    const { object: _, performance_location: __, tax_breakdown: ___, ...kept } = line;
    return { ...kept, id: newId('tax_li'), object: 'tax.transaction_line_item', reversal: null, type: 'transaction' };
  });
  store.put('tax_transaction_lines', { id, lines });
  return store.put('tax.transaction', {
    id,
    object: 'tax.transaction',
    created: now,
    currency: calculation.currency,
    customer: calculation.customer,
    customer_details: calculation.customer_details,
    livemode: false,
    metadata: mergeMetadata({}, sent.metadata),
    posted_at: sent.posted_at ?? now,
    reference: sent.reference,
    reversal: null,
    ship_from_details: null,
    shipping_cost: null,
    tax_date: calculation.tax_date,
    type: 'transaction',
  });
}

type SentReversal = Stripe.Tax.TransactionCreateReversalParams;

/**
 * Reverses a recorded transaction wholly or in part; the amounts of the reversal are negative.
 * @throws ApiError 400 for an unknown transaction, a reference that is in use, or more than is left of the transaction
 */
export function reverseTransaction(context: Context, sent: SentReversal): Transaction {
  const { store, now } = context;
  const original = store.find('tax.transaction', sent.original_transaction);
  if (original?.type !== 'transaction') {
    throw noSuchReference('tax transaction', sent.original_transaction, 'original_transaction');
  }
  checkReference(context, sent.reference);
  const id = newId('tax');
  store.put('tax_transaction_lines', { id, lines: reversedLines(store, original, sent) });
  return store.put('tax.transaction', {
    ...original,
    id,
    created: now,
    metadata: mergeMetadata({}, sent.metadata),
    posted_at: now,
    reference: sent.reference,
    reversal: { original_transaction: original.id },
    type: 'reversal',
  });
}

/** Part of a line that no reversal has taken back yet, in minor units. */
type Left = { line: Line; amount: number; tax: number };

function leftOf(store: Store, original: Transaction): Left[] {
  const reversals = store.all('tax.transaction').filter((one) => one.reversal?.original_transaction === original.id);
  const taken = reversals.flatMap(({ id }) => store.get('tax_transaction_lines', id).lines);
  return store.get('tax_transaction_lines', original.id).lines.map((line) => {
    const own = taken.filter((one) => one.reversal?.original_line_item === line.id);
    return {
      line,
      amount: own.reduce((sum, one) => sum + one.amount, line.amount),
      tax: own.reduce((sum, one) => sum + one.amount_tax, line.amount_tax),
    };
  });
}

function reversedLines(store: Store, original: Transaction, sent: SentReversal): Line[] {
  const left = leftOf(store, original);
  if (sent.mode === 'full') {
    if (left.some(({ line, amount }) => amount !== line.amount)) {
      throw invalidRequest('This transaction has been reversed already, in whole or in part.', { param: 'mode' });
    }
    return left.map((one) => reversed(one, { amount: one.amount, tax: one.tax }));
  }
  if ((sent.flat_amount === undefined) === (sent.line_items === undefined)) {
    throw sent.line_items ? unsupportedParameter('flat_amount') : missingParameter('line_items');
  }
  if (sent.flat_amount !== undefined) return flatLines(left, -sent.flat_amount);
  return (sent.line_items ?? []).map((one, index) => {
    const about = left.find(({ line }) => line.id === one.original_line_item);
    const param = `line_items[${index}]`;
    if (!about) throw noSuchReference('line item', one.original_line_item, `${param}[original_line_item]`);
    const taken = { amount: -one.amount, tax: -one.amount_tax };
    if (taken.amount < 0 || taken.tax < 0 || taken.amount > about.amount || taken.tax > about.tax) {
      throw invalidRequest('The reversed amounts must be negative, and no more than what is left.', { param });
    }
    return { ...reversed(about, taken), quantity: one.quantity ?? about.line.quantity, reference: one.reference };
  });
}

/** Takes an amount that includes its tax from all lines in proportion; the last line takes what rounding leaves. */
function flatLines(left: readonly Left[], flatMinor: number): Line[] {
  const grossOf = ({ line, amount, tax }: Left) => (line.tax_behavior === 'inclusive' ? amount : amount + tax);
  const all = left.reduce((sum, one) => sum + grossOf(one), 0);
  if (flatMinor <= 0 || flatMinor > all) {
    throw invalidRequest('flat_amount must be negative, and no more than what is left of the transaction.', {
      param: 'flat_amount',
    });
  }
  let rest = flatMinor;
  return left.map((one, index) => {
    const gross = index === left.length - 1 ? rest : Math.round((flatMinor * grossOf(one)) / all);
    rest -= gross;
    const tax = gross === grossOf(one) ? one.tax : Math.round((gross * one.tax) / Math.max(grossOf(one), 1));
    return reversed(one, { amount: one.line.tax_behavior === 'inclusive' ? gross : gross - tax, tax });
  });
}

function reversed({ line }: Left, taken: { amount: number; tax: number }): Line {
  return {
    ...line,
    id: newId('tax_li'),
    amount: 0 - taken.amount,
    amount_tax: 0 - taken.tax,
    reversal: { original_line_item: line.id },
    type: 'reversal',
  };
}
