import type { PaymentIntent, StripeError } from '@stripe/stripe-js';

/** How a press of the pay button ended. */
export type Outcome =
  /** `wasPaidBefore`: the payment had gone through earlier, here or in another window. */
  | { kind: 'paid'; intentId: string; wasPaidBefore: boolean }
  /** The provider will tell the server later whether it was paid. */
  | { kind: 'processing' }
  /** The server has cancelled this payment in favour of a new one, of another price. */
  | { kind: 'replaced' }
  /** The bank or the cardholder refused; nothing was charged. */
  | { kind: 'refused'; message: string }
  /** Fields are missing or wrong; the form says which. */
  | { kind: 'incomplete' }
  /** What the press says was not recorded, so the provider was not asked. */
  | { kind: 'unsent' }
  /** Nobody here knows, such as after a lost connection. */
  | { kind: 'unclear' };

/** The outcomes after which this payment cannot be tried again. */
export type Ended = Extract<Outcome, { kind: 'paid' | 'processing' | 'replaced' }>;

type SeenIntent = Pick<PaymentIntent, 'id' | 'status'>;

/** What the state of a payment means; null while it can still be paid. */
export function outcomeOfIntent({ id, status }: SeenIntent, when: 'now' | 'earlier'): Ended | null {
  if (status === 'succeeded') return { kind: 'paid', intentId: id, wasPaidBefore: when === 'earlier' };
  if (status === 'processing' || status === 'requires_capture') return { kind: 'processing' };
  return status === 'canceled' ? { kind: 'replaced' } : null;
}

type SeenError = Pick<StripeError, 'type' | 'code' | 'message'> & { payment_intent?: SeenIntent };

/** What a failed confirmation means; null when the payment has to be looked at to know. */
export function outcomeOfError({ type, code, message, payment_intent: intent }: SeenError): Outcome | null {
  // Confirming what has ended is an error that carries the payment: another window was faster.
  const ended = intent && outcomeOfIntent(intent, 'earlier');
  if (ended) return ended;
  if (type === 'validation_error') return { kind: 'incomplete' };
  // A cardholder who says no to the bank is no card error.
  const isRefusal = type === 'card_error' || code === 'payment_intent_authentication_failure';
  return isRefusal ? { kind: 'refused', message: message ?? 'Your card was declined.' } : null;
}
