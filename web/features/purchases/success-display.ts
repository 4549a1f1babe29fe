import type { Purchase } from '#contract/purchases.ts';

/** What the address of the payment-success page names. */
export type PaymentReturn = {
  /** The payment that the member returns from; null when none is named. */
  intentId: string | null;
  resourceId: number | null;
  /** The checkout of a promo code that the member returns from; null when none is named. */
  sessionId: string | null;
  /** Stripe says that it was not paid. */
  hasFailed: boolean;
};

type Query = Readonly<Record<string, string | readonly string[]>>;

/**
 * Reads the query (SUCCESS-01, SUCCESS-03). `payment_intent` and `redirect_status` are added by the provider, `resource`
 * by our own checkout; `subscription_resource` names the resource of a subscription, `session_id` the checkout of a
 * promo code.
 */
export function readReturn(query: Query): PaymentReturn {
  const intentId = one(query, 'payment_intent');
  const resourceId = [one(query, 'subscription_resource'), one(query, 'resource')].map(idOf).find((id) => id !== null);
  return {
    intentId: intentId === '' ? null : intentId,
    resourceId: resourceId ?? null,
    sessionId: one(query, 'session_id') || null,
    hasFailed: one(query, 'redirect_status') === 'failed',
  };
}

function one(query: Query, name: string): string {
  return [query[name] ?? []].flat()[0] ?? '';
}

function idOf(text: string): number | null {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2147483647 ? Number(text) : null;
}

/**
 * The purchase that the page shows (SUCCESS-03): that of the payment, else that of the resource, else the latest. For a
 * payment without a purchase it shows none, whatever else the member owns (SUCCESS-07).
 */
export function shownPurchase(
  purchases: readonly Purchase[],
  { intentId, resourceId }: Pick<PaymentReturn, 'intentId' | 'resourceId'>,
): Purchase | null {
  if (intentId !== null) return purchases.find((purchase) => purchase.stripePaymentIntentId === intentId) ?? null;
  if (resourceId !== null) return purchases.find((purchase) => purchase.resourceId === resourceId) ?? null;
  return purchases.toSorted((one, other) => Date.parse(other.purchaseDate) - Date.parse(one.purchaseDate))[0] ?? null;
}

/** The next steps after a payment (SUCCESS-04). */
export const nextSteps = [
  { title: 'Access the resource', text: 'It is open to you from now on, on every device you sign in on.' },
  { title: 'Start learning', text: 'Read, download or launch it from its page.' },
  { title: 'Track progress', text: 'The portal remembers where you are, so that you can go on later.' },
] as const;
