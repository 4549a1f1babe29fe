import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { idOf } from '../lists.ts';
import { referredCustomer } from '../resources/customer-lookup.ts';
import { confirmIntent } from '../resources/payment-confirmation.ts';
import { subscriptionOf } from './draft.ts';
import { failWithoutCard } from './outcome.ts';
import { intentOfInvoice } from './payments.ts';

/** The card an invoice would be charged to: its own, else the subscription's, else the customer's. */
export function cardOfInvoice(context: Context, invoice: Stripe.Invoice): string | null {
  const subscription = subscriptionOf(context, invoice);
  return idOf(invoice.default_payment_method) ?? cardOf(context, idOf(invoice.customer) ?? '', subscription);
}

/** The card of a subscription, else of its customer. */
export function cardOf(
  context: Context,
  customerId: string,
  subscription: Pick<Stripe.Subscription, 'default_payment_method'> | null,
): string | null {
  const customer = referredCustomer(context, customerId);
  const preferred = [subscription?.default_payment_method, customer.invoice_settings.default_payment_method];
  const owned = preferred.map((method) => context.store.find('payment_method', idOf(method) ?? ''));
  return owned.find((method) => idOf(method?.customer) === customerId)?.id ?? null;
}

/**
 * Charges an open invoice to a card.
 * @param offSession the customer is not there to answer the bank
 * @throws ApiError 402 declined; the invoice and the intent keep the attempt
 */
export function chargeInvoice(
  context: Context,
  invoice: Stripe.Invoice,
  by: { card: string; offSession: boolean },
): Stripe.Invoice {
  const intent = intentOfInvoice(context.store, invoice.id);
  if (!intent) throw new Error(`${invoice.id} is open without an intent`);
  confirmIntent(context, intent, { payment_method: by.card, off_session: by.offSession });
  return context.store.get('invoice', invoice.id);
}

/** Charges an open invoice without anyone asking: a refusal is a state of the invoice, not an error. */
export function collectInvoice(context: Context, invoice: Stripe.Invoice): Stripe.Invoice {
  const card = cardOfInvoice(context, invoice);
  if (card === null) failWithoutCard(context, invoice);
  else {
    try {
      chargeInvoice(context, invoice, { card, offSession: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!error.keepsChanges) failWithoutCard(context, invoice);
    }
  }
  return context.store.get('invoice', invoice.id);
}
