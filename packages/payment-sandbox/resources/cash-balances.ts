import type Stripe from 'stripe';
import { checkCurrency } from '../amounts.ts';
import { type Call, operation } from '../context.ts';
import { invalidRequest, noSuchResource } from '../errors.ts';
import { fundInvoice, receiveTransfer } from '../invoices/bank-transfers.ts';
import { cashBalanceOf, cashOf } from '../invoices/cash.ts';
import { fundingInstructions, isPaidByTransfer } from '../invoices/transfer-routes.ts';
import { idOf, pageOf } from '../lists.ts';
import { liveCustomer } from './customer-lookup.ts';
import { paymentOfIntent } from './invoice-payments.ts';

/** The SDK does not export the type of these parameters. */
type Funding = { amount: number; currency: string; reference?: string };

/** Bank transfers of customers: https://docs.stripe.com/payments/customer-balance */
export const cashBalanceOperations = [
  operation<Stripe.CustomerRetrieveCashBalanceParams>({
    method: 'get',
    path: '/v1/customers/{id}/cash_balance',
    accepts: [],
    run: (call) => cashBalanceOf(call.store, liveCustomer(call, call.id).id),
  }),
  operation<Stripe.CustomerUpdateCashBalanceParams>({
    method: 'post',
    path: '/v1/customers/{id}/cash_balance',
    accepts: ['settings'],
    run: (call) => {
      const { id } = liveCustomer(call, call.id);
      const mode = call.parameters.settings?.reconciliation_mode;
      const cash = cashOf(call.store, id);
      const chosen = (['automatic', 'manual'] as const).find((one) => one === mode) ?? null;
      const reconciliation = mode === undefined ? cash.reconciliation : chosen;
      call.store.put('customer_cash', { ...cash, reconciliation });
      return cashBalanceOf(call.store, id);
    },
  }),
  operation<Stripe.CustomerListCashBalanceTransactionsParams>({
    method: 'get',
    path: '/v1/customers/{id}/cash_balance_transactions',
    accepts: ['ending_before', 'limit', 'starting_after'],
    run: (call) => {
      const { id } = liveCustomer(call, call.id);
      const all = call.store.all('customer_cash_balance_transaction').filter((one) => idOf(one.customer) === id);
      const url = `/v1/customers/${id}/cash_balance_transactions`;
      return pageOf(all, call.parameters, { url, kind: 'customer_cash_balance_transaction' });
    },
  }),
  operation<Stripe.CustomerRetrieveCashBalanceTransactionParams>({
    method: 'get',
    path: '/v1/customers/{customerId}/cash_balance_transactions/{id}',
    accepts: [],
    run: ({ store, id, path }) => {
      const found = store.find('customer_cash_balance_transaction', id);
      if (!found || idOf(found.customer) !== path.customerId) {
        throw noSuchResource('customer_cash_balance_transaction', id);
      }
      return found;
    },
  }),
  operation<Stripe.CustomerCreateFundingInstructionsParams>({
    method: 'post',
    path: '/v1/customers/{id}/funding_instructions',
    accepts: ['bank_transfer', 'currency', 'funding_type'],
    run: (call) => fundingInstructions(call, liveCustomer(call, call.id).id, call.parameters),
  }),
  operation<Funding>({
    method: 'post',
    path: '/v1/test_helpers/customers/{id}/fund_cash_balance',
    accepts: ['amount', 'currency', 'reference'],
    run: (call) => {
      const { amount, currency, reference = null } = call.parameters;
      const { id: customer } = liveCustomer(call, call.id);
      if (amount < 1) throw invalidRequest('This value must be greater than or equal to 1.', { param: 'amount' });
      return receiveTransfer(call, { customer, amountMinor: amount, currency: checkCurrency(currency), reference });
    },
  }),
  operation<Stripe.PaymentIntentApplyCustomerBalanceParams>({
    method: 'post',
    path: '/v1/payment_intents/{id}/apply_customer_balance',
    accepts: ['amount', 'currency'],
    run: applyBalance,
  }),
];

/**
 * Pays an invoice from the cash balance on request; always the whole invoice, whatever `amount` says.
 * @throws ApiError 400
 */
function applyBalance(call: Call<Stripe.PaymentIntentApplyCustomerBalanceParams>): Stripe.PaymentIntent {
  const { store, id, parameters } = call;
  const intent = store.find('payment_intent', id);
  if (!intent) throw noSuchResource('payment_intent', id);
  const invoice = store.find('invoice', idOf(paymentOfIntent(store, id)?.invoice) ?? '');
  if (!invoice || !isPaidByTransfer(invoice)) {
    throw invalidRequest('This PaymentIntent cannot be paid from the cash balance of its customer.');
  }
  if (invoice.status !== 'open') throw invalidRequest(`Its invoice is ${invoice.status}.`);
  if (parameters.currency !== undefined && parameters.currency.toLowerCase() !== intent.currency) {
    throw invalidRequest(`The currency of the PaymentIntent is ${intent.currency}.`, { param: 'currency' });
  }
  const available = cashOf(store, idOf(invoice.customer) ?? '').available?.[invoice.currency] ?? 0;
  if (available < invoice.amount_remaining) {
    throw invalidRequest('The cash balance of the customer is too low to pay this invoice.', { param: 'amount' });
  }
  fundInvoice(call, invoice);
  return store.get('payment_intent', id);
}
