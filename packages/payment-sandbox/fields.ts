import type Stripe from 'stripe';

/** An empty text clears a field (the SDK sends null so), an absent one leaves it. */
export function textOf(sent: Stripe.Emptyable<string> | undefined, current: string | null | undefined): string | null {
  if (sent === undefined) return current ?? null;
  return sent || null;
}

/** A full address with null for what was not sent; null when there is none. */
export function addressOf(sent: Stripe.Emptyable<Stripe.AddressParam> | undefined): Stripe.Address | null {
  if (!sent) return null;
  const { city, country, line1, line2, postal_code, state } = sent;
  return {
    city: city || null,
    country: country || null,
    line1: line1 || null,
    line2: line2 || null,
    postal_code: postal_code || null,
    state: state || null,
  };
}
