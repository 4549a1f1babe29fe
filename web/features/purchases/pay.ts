import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { queryOptions } from '@tanstack/react-query';
import { type Ended, type Outcome, outcomeOfError, outcomeOfIntent } from './outcome.ts';

export type Payment = {
  stripe: Stripe;
  elements: StripeElements;
  clientSecret: string;
  /** Absolute: where the provider leads back to when the bank needs a page of its own. */
  returnUrl: string;
  /** Tells the server that the text beside the button was agreed to. */
  agree: () => Promise<unknown>;
};

/**
 * Tries to pay with the card in the form, the bank's question included; nothing is charged before the agreement is
 * recorded. One payment can be charged once only, so trying again is always safe.
 */
export async function pay({ stripe, elements, clientSecret, returnUrl, agree }: Payment): Promise<Outcome> {
  const { error: unfilled } = await elements.submit();
  if (unfilled) return { kind: 'incomplete' };
  const hasAgreed = await agree().then(
    () => true,
    () => false,
  );
  if (!hasAgreed) return { kind: 'unsent' };
  const { error, paymentIntent } = await stripe.confirmPayment({
    elements,
    clientSecret,
    confirmParams: { return_url: returnUrl },
    redirect: 'if_required',
  });
  const outcome = error ? outcomeOfError(error) : outcomeOfIntent(paymentIntent, 'now');
  return outcome ?? (await checkPayment({ stripe, clientSecret }, 'now')) ?? { kind: 'unclear' };
}

/** Asks the provider how a payment stands; null while it can still be paid. */
export async function checkPayment(
  { stripe, clientSecret }: Pick<Payment, 'stripe' | 'clientSecret'>,
  when: 'now' | 'earlier',
): Promise<Ended | { kind: 'unclear' } | null> {
  const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
  return paymentIntent ? outcomeOfIntent(paymentIntent, when) : { kind: 'unclear' };
}

/** The payment as it was when the form opened, null when nobody answers: it may have been tried before. */
export function earlierTry({ stripe, clientSecret }: Pick<Payment, 'stripe' | 'clientSecret'>) {
  return queryOptions({
    queryKey: ['earlier-try', clientSecret],
    queryFn: async () => (await stripe.retrievePaymentIntent(clientSecret)).paymentIntent ?? null,
    gcTime: 0,
  });
}
