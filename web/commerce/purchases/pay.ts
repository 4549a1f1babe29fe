import type { PaymentIntent, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { queryOptions } from '@tanstack/react-query';
import type { ErrorCode } from '#contract/errors.ts';
import { ApiError, sentenceOf } from '#web/platform/errors.ts';

type Payment = {
  stripe: Stripe;
  elements: StripeElements;
  clientSecret: string;
  /** Absolute URL that Stripe redirects to after the bank's own page. */
  returnUrl: string;
  /** Reports to the server that the member agreed to the text beside the button. */
  agree: () => Promise<unknown>;
};

/**
 * Pays with the card in the form, including 3-D Secure; nothing is charged before consent is recorded. A payment can be
 * charged only once, so another attempt is always safe.
 */
export async function pay({ stripe, elements, clientSecret, returnUrl, agree }: Payment): Promise<Outcome> {
  const { error: unfilled } = await elements.submit();
  if (unfilled) return { kind: 'incomplete' };
  const rejection = await agree().then(() => null, rejectionOf);
  if (rejection) return rejection;
  const { error, paymentIntent } = await stripe.confirmPayment({
    elements,
    clientSecret,
    confirmParams: { return_url: returnUrl },
    redirect: 'if_required',
  });
  const outcome = error ? outcomeOfError(error) : outcomeOfIntent(paymentIntent, 'now');
  return outcome ?? (await checkPayment({ stripe, clientSecret }, 'now')) ?? { kind: 'unclear' };
}

/** Returns the outcome of a consent that was not recorded: the tax changed, the code ended, or any other failure. */
function rejectionOf(error: unknown): Outcome {
  const isOutdated = error instanceof ApiError && error.code === ('payments.tax-changed' satisfies ErrorCode);
  if (isOutdated) return { kind: 'replaced' };
  const hasEnded = error instanceof ApiError && error.code === ('promotions.code-ended' satisfies ErrorCode);
  return hasEnded ? { kind: 'code-ended', message: sentenceOf(error) } : { kind: 'unsent' };
}

/** Asks Stripe for the outcome of a payment; null while it can still be paid. */
export async function checkPayment(
  { stripe, clientSecret }: Pick<Payment, 'stripe' | 'clientSecret'>,
  when: 'now' | 'earlier',
): Promise<Ended | { kind: 'unclear' } | null> {
  const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
  return paymentIntent ? outcomeOfIntent(paymentIntent, when) : { kind: 'unclear' };
}

/**
 * Query of the payment as it was when the form opened, because it may have been tried before; null when Stripe returns
 * none.
 */
export function earlierTry({ stripe, clientSecret }: Pick<Payment, 'stripe' | 'clientSecret'>) {
  return queryOptions({
    queryKey: ['earlier-try', clientSecret],
    queryFn: async () => (await stripe.retrievePaymentIntent(clientSecret)).paymentIntent ?? null,
    gcTime: 0,
  });
}

export type Outcome =
  /** `wasPaidBefore`: the payment had gone through earlier, here or in another window. */
  | { kind: 'paid'; intentId: string; wasPaidBefore: boolean }
  /** Stripe reports to the server later whether the payment succeeded. */
  | { kind: 'processing' }
  /** The payment was cancelled or its tax has changed, so another payment replaces it. */
  | { kind: 'replaced' }
  /** The promo code of the price has ended, so Stripe was not asked. */
  | { kind: 'code-ended'; message: string }
  /** The bank or the cardholder refused; nothing was charged. */
  | { kind: 'refused'; message: string }
  /** Fields are missing or wrong; the form says which. */
  | { kind: 'incomplete' }
  /** The consent was not recorded, so Stripe was not asked. */
  | { kind: 'unsent' }
  /** The end is unclear, for example after a lost connection. */
  | { kind: 'unclear' };

/** Outcomes after which this payment cannot be tried again. */
export type Ended = Extract<Outcome, { kind: 'paid' | 'processing' | 'replaced' | 'code-ended' }>;

type SeenIntent = Pick<PaymentIntent, 'id' | 'status'>;

/** Returns the outcome for a status of Stripe's; null while the payment can still be paid. */
export function outcomeOfIntent({ id, status }: SeenIntent, when: 'now' | 'earlier'): Ended | null {
  if (status === 'succeeded') return { kind: 'paid', intentId: id, wasPaidBefore: when === 'earlier' };
  if (status === 'processing' || status === 'requires_capture') return { kind: 'processing' };
  return status === 'canceled' ? { kind: 'replaced' } : null;
}

type SeenError = Pick<StripeError, 'type' | 'code' | 'message'> & { payment_intent?: SeenIntent };

/** Returns the outcome of a failed confirmation; null when only the payment itself shows it. */
export function outcomeOfError({ type, code, message, payment_intent: intent }: SeenError): Outcome | null {
  // Confirming an ended payment gives an error that contains the payment, because another window was faster.
  const ended = intent && outcomeOfIntent(intent, 'earlier');
  if (ended) return ended;
  if (type === 'validation_error') return { kind: 'incomplete' };
  // A cardholder's refusal at the bank causes no card error.
  const isRejection = type === 'card_error' || code === 'payment_intent_authentication_failure';
  return isRejection ? { kind: 'refused', message: message ?? 'Your card was declined.' } : null;
}
