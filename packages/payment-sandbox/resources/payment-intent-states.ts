import type Stripe from 'stripe';
import { checkCharge } from '../amounts.ts';
import type { Context } from '../context.ts';
import { exampleOf } from '../document.ts';
import { ApiError, invalidRequest } from '../errors.ts';
import { emit } from '../events.ts';
import { newClientSecret, newId } from '../ids.ts';
import { addressOf, mergeMetadata, textOf } from '../parameters.ts';
import type { ThreeDSecureStep } from '../records.ts';
import { enabledTypes, typesFor } from './bank-methods.ts';

/** States in which an intent can still be paid, changed and cancelled. */
export const openStates: readonly Stripe.PaymentIntent.Status[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

/** Returns the error for an action that an intent's state does not allow. */
export function unexpectedState(
  intent: Stripe.PaymentIntent,
  verb: string,
  allowed: readonly Stripe.PaymentIntent.Status[],
): ApiError {
  const already = verb === 'confirm' && intent.status === 'succeeded';
  const message = already
    ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
    : `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be ${verb}ed: ${allowed.join(', ')}.`;
  const code = 'payment_intent_unexpected_state';
  return new ApiError(400, { type: 'invalid_request_error', code, message, payment_intent: intent });
}

/**
 * Returns an intent without a card, not yet stored.
 * @throws ApiError 400 for an amount or a currency that cannot be charged
 */
export function blankIntent(
  { now, store }: Context,
  due: { amountMinor: number; currency: string; customer: string | null },
): Stripe.PaymentIntent {
  const id = newId('pi');
  return {
    ...exampleOf('payment_intent'),
    id,
    amount: due.amountMinor,
    amount_details: { tip: {} },
    canceled_at: null,
    capture_method: 'automatic_async',
    client_secret: newClientSecret(id),
    created: now,
    currency: checkCharge(due.amountMinor, due.currency),
    customer: due.customer,
    last_payment_error: null,
    managed_payments: null,
    next_action: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: plainCardOptions },
    payment_method_types: typesFor(store, due.currency.toLowerCase()),
    processing: null,
    shipping: null,
  };
}

const plainCardOptions: Stripe.PaymentIntent.PaymentMethodOptions.Card = {
  installments: null,
  mandate_options: null,
  network: null,
  request_three_d_secure: 'automatic',
};

/** Common parameters of creation, update and confirmation, in the widest form of the three. */
type Details = Pick<
  Stripe.PaymentIntentUpdateParams,
  | 'allowed_payment_method_types'
  | 'capture_method'
  | 'description'
  | 'metadata'
  | 'receipt_email'
  | 'setup_future_usage'
  | 'shipping'
  | 'statement_descriptor'
  | 'statement_descriptor_suffix'
>;

/** @throws ApiError 400 for a later capture, and when none of the payment methods is enabled */
export function checkChoices({ store }: Context, sent: Details): void {
  if (sent.capture_method === 'manual') {
    throw invalidRequest('The payment sandbox captures every payment at once.', { param: 'capture_method' });
  }
  const { allowed_payment_method_types: allowed } = sent;
  if (allowed && !enabledTypes(store).some((type) => allowed.some((one) => one === type))) {
    throw invalidRequest('None of these payment method types is switched on.', {
      param: 'allowed_payment_method_types',
    });
  }
}

/** Returns the fields that creation, update and confirmation may set; absent ones stay. */
export function detailsOf(intent: Stripe.PaymentIntent, sent: Details): Partial<Stripe.PaymentIntent> {
  return {
    allowed_payment_method_types: sent.allowed_payment_method_types ?? intent.allowed_payment_method_types,
    description: textOf(sent.description, intent.description),
    metadata: mergeMetadata(intent.metadata, sent.metadata),
    receipt_email: textOf(sent.receipt_email, intent.receipt_email),
    setup_future_usage:
      sent.setup_future_usage === undefined ? intent.setup_future_usage : sent.setup_future_usage || null,
    shipping: sent.shipping === undefined ? intent.shipping : shippingOf(sent.shipping),
    statement_descriptor: textOf(sent.statement_descriptor, intent.statement_descriptor),
    statement_descriptor_suffix: textOf(sent.statement_descriptor_suffix, intent.statement_descriptor_suffix),
  };
}

function shippingOf(sent: Details['shipping']): Stripe.PaymentIntent.Shipping | null {
  if (!sent) return null;
  const { address, carrier, name, phone, tracking_number } = sent;
  return {
    address: addressOf(address) ?? undefined,
    carrier: carrier || null,
    name,
    phone: phone || null,
    tracking_number: tracking_number || null,
  };
}

/** Cancels an open intent. @throws ApiError 400 once it is processing, paid or cancelled */
export function cancelIntent(
  context: Context,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Stripe.PaymentIntent {
  if (!openStates.includes(intent.status)) throw unexpectedState(intent, 'cancel', openStates);
  forgetSteps(context, intent.id);
  const canceled = context.store.put('payment_intent', {
    ...intent,
    canceled_at: context.now,
    cancellation_reason: reason,
    next_action: null,
    status: 'canceled',
  });
  emit(context, 'payment_intent.canceled', canceled);
  return canceled;
}

/** Invalidates the bank's pages for this intent once it was confirmed again, changed, cancelled or decided. */
export function forgetSteps({ store }: Context, intentId: string): void {
  for (const step of store.all('three_d_secure_step')) {
    if (step.intent === intentId) store.remove('three_d_secure_step', step.id);
  }
}

/** Returns the open 3-D Secure step with this id. @throws ApiError 404 when it is over or never existed */
export function openStep({ store }: Pick<Context, 'store'>, stepId: string): ThreeDSecureStep {
  const step = store.find('three_d_secure_step', stepId);
  if (step) return step;
  throw new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: 'This confirmation is no longer open.',
  });
}
