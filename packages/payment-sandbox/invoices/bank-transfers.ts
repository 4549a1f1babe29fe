import type Stripe from 'stripe';
import { secondsPerDay } from '../clock.ts';
import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import { idOf } from '../lists.ts';
import { transferMethod } from '../resources/bank-methods.ts';
import { newCharge, succeed } from '../resources/charging.ts';
import { intentOfInvoice } from '../resources/invoice-payments.ts';
import { cashBalanceOf, cashOf, moveCash } from './cash.ts';
import { isPaidByTransfer, routeOf } from './transfer-routes.ts';

type Transfer = { customer: string; amountMinor: number; currency: string; reference: string | null };

/** Receives a customer's transfer, which pays waiting invoices; the rest stays on the cash balance. */
export function receiveTransfer(context: Context, transfer: Transfer): Stripe.CustomerCashBalanceTransaction {
  const { amountMinor, currency, customer, reference } = transfer;
  const { type, sender } = routeOf(currency);
  const line = moveCash(context, {
    type: 'funded',
    customer,
    currency,
    amountMinor,
    funded: { bank_transfer: { reference, type, [type]: sender } },
  });
  reconcile(context, customer, currency, reference);
  const left = cashOf(context.store, customer).available?.[currency] ?? 0;
  if (left > 0) emit(context, 'cash_balance.funds_available', cashBalanceOf(context.store, customer));
  return line;
}

/**
 * Days for which an overdue invoice is still paid automatically:
 * https://docs.stripe.com/payments/customer-balance/reconciliation
 */
const awaitedDays = 30;

/**
 * Pays open invoices from the cash balance, each whole or not at all: the one that the transfer names, then one of the
 * exact amount, then the oldest ones that the rest pays.
 */
function reconcile(context: Context, customer: string, currency: string, reference: string | null = null): void {
  const { store, now } = context;
  const { available, reconciliation } = cashOf(store, customer);
  const funds = available?.[currency] ?? 0;
  if (reconciliation === 'manual' || funds <= 0) return;
  const payable = store
    .all('invoice')
    .filter((one) => idOf(one.customer) === customer && one.currency === currency && one.status === 'open')
    .filter(isPaidByTransfer)
    .filter((one) => one.due_date === null || one.due_date + awaitedDays * secondsPerDay >= now)
    .filter((one) => one.amount_remaining <= funds);
  const next =
    payable.find(({ number }) => number !== null && reference?.includes(number)) ??
    payable.find((one) => one.amount_remaining === funds) ??
    payable[0];
  if (!next) return;
  fundInvoice(context, next);
  reconcile(context, customer, currency);
}

/**
 * Prepares the account for an invoice that became final and may be paid by transfer. Money that came earlier pays at
 * once.
 */
export function awaitTransfer(context: Context, invoice: Stripe.Invoice): void {
  if (!isPaidByTransfer(invoice)) return;
  const customer = idOf(invoice.customer) ?? '';
  context.store.put('customer_cash', cashOf(context.store, customer));
  reconcile(context, customer, invoice.currency);
}

/** Pays an open invoice from its customer's cash balance. The caller must have checked that the balance is enough. */
export function fundInvoice(context: Context, invoice: Stripe.Invoice): void {
  const customer = idOf(invoice.customer) ?? '';
  const intent = intentOfInvoice(context.store, invoice.id);
  if (!intent) throw new Error(`${invoice.id} is open without an intent`);
  const { amount: amountMinor, currency, id } = intent;
  moveCash(context, {
    type: 'applied_to_payment',
    customer,
    currency,
    amountMinor: -amountMinor,
    applied_to_payment: { payment_intent: id },
  });
  const method = transferMethod(context, customer);
  const charge = newCharge(context, { intent, method, authenticated: false });
  succeed(context, { intent: { ...intent, payment_method: method.id, setup_future_usage: null }, charge });
}
