import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { ApiError, invalidRequest } from '../errors.ts';
import { chargeInvoice } from '../invoices/collecting.ts';
import { idOf } from '../lists.ts';
import { isProcessing } from '../resources/invoice-payments.ts';
import { changeSubscription } from './status.ts';

/** Returns the id of a card that belongs to the customer. @throws ApiError 400 for any other card */
export function ownCard({ store }: Context, customerId: string, methodId: string, param: string): string {
  const method = store.find('payment_method', methodId);
  if (method && idOf(method.customer) === customerId) return method.id;
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${methodId}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param },
  );
}

/** Error for a payment that must succeed in this call although the bank asks the cardholder first. */
function needsAction(): ApiError {
  return new ApiError(402, {
    type: 'card_error',
    code: 'invoice_payment_intent_requires_action',
    message: 'Payment for this subscription requires additional user action before it can be completed successfully.',
  });
}

export function noCard(): ApiError {
  return new ApiError(400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message:
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
  });
}

/** A call's parameters for the payment, and the id of the card to charge. */
type PaymentAttempt = Pick<Stripe.SubscriptionUpdateParams, 'off_session' | 'payment_behavior'> & {
  card: string;
};

/**
 * Charges the invoice of a subscription that a call has just made or changed. A decline is a state of the invoice.
 * @throws ApiError 402 with `error_if_incomplete`; everything the call wrote is then undone
 */
export function attemptPayment(context: Context, invoice: Stripe.Invoice, how: PaymentAttempt): void {
  const insists = how.payment_behavior === 'error_if_incomplete';
  try {
    const { status } = chargeInvoice(context, invoice, { card: how.card, offSession: how.off_session ?? false });
    if (status !== 'paid' && insists && !isProcessing(context.store, invoice.id)) throw needsAction();
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 402)) throw error;
    // A new error is needed because the caught one would keep what was written.
    if (insists) throw new ApiError(402, error.body);
  }
}

/** Makes the saved card the default of the subscription that waited for this setup intent, if there is one. */
export function followSetup(context: Context, intent: Stripe.SetupIntent): void {
  const method = idOf(intent.payment_method);
  for (const subscription of context.store.all('subscription')) {
    if (idOf(subscription.pending_setup_intent) !== intent.id || method === null) continue;
    const after = { ...subscription, default_payment_method: method, pending_setup_intent: null };
    changeSubscription(context, subscription, after);
  }
}
