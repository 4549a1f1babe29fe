import type Stripe from 'stripe';
import { invalidRequest } from '../errors.ts';
import { addressOf, textOf } from '../fields.ts';
import { mergeMetadata } from '../metadata.ts';

/** How cards are treated unless a call says otherwise. */
export const plainCardOptions: Stripe.PaymentIntent.PaymentMethodOptions.Card = {
  installments: null,
  mandate_options: null,
  network: null,
  request_three_d_secure: 'automatic',
};

/** What creation, update and confirmation have in common, in the widest form of the three. */
export type Details = Pick<
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

/** The choices this sandbox cannot make differently: cards only, captured at once. */
export function checkChoices(sent: Details): void {
  if (sent.capture_method === 'manual') {
    throw invalidRequest('The payment sandbox captures every payment at once.', { param: 'capture_method' });
  }
  if (sent.allowed_payment_method_types && !sent.allowed_payment_method_types.includes('card')) {
    throw invalidRequest('The payment sandbox takes cards only.', { param: 'allowed_payment_method_types' });
  }
}

/** The fields those calls may set, each unchanged when not sent. */
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
