import type { Purchase } from '#contract/commerce/purchases.ts';
import { choice, type Parameter, pageSearch, type Search, whole } from '#web/platform/search.ts';

export type PaymentReturn = {
  /** Payment that the member returns from; null when the URL names none. */
  intentId: string | null;
  resourceId: number | null;
  isSubscription: boolean;
  /** Checkout of a promo code or free trial that the member returns from; null when the URL names none. */
  sessionId: string | null;
  /** Whether Stripe says that the payment failed. */
  hasFailed: boolean;
};

const first: Parameter<string> = ([value = '']) => value;
const firstId: Parameter<number | null> = ([value = '']) => whole(2_147_483_647)([value]);

/**
 * The provider adds `payment_intent`, its secret and `redirect_status`; our own checkout adds `resource`.
 * `subscription_resource` names the resource of a subscription, `session_id` the checkout of a code or free trial.
 */
export const returnSearch = pageSearch({
  payment_intent: first,
  payment_intent_client_secret: first,
  redirect_status: first,
  resource: firstId,
  subscription_resource: firstId,
  session_id: first,
});

/** `gift`: for another person; `seats`: for the people of an organisation. */
export const checkoutSearch = pageSearch({ gift: choice(['true']), seats: choice(['true']) });

/** Reads the query (SUCCESS-01, SUCCESS-03). */
export function readReturn(search: Search): PaymentReturn {
  const state = returnSearch.read(search);
  return {
    intentId: state.payment_intent || null,
    resourceId: state.subscription_resource ?? state.resource,
    isSubscription: state.subscription_resource !== null,
    sessionId: state.session_id || null,
    hasFailed: state.redirect_status === 'failed',
  };
}

/**
 * Returns the purchase to show (SUCCESS-03): of the named payment; if none is named, of the named resource; if neither
 * is named, the latest. Null when what is named has no purchase, whatever else the member owns (SUCCESS-07).
 */
export function shownPurchase(
  purchases: readonly Purchase[],
  { intentId, resourceId }: Pick<PaymentReturn, 'intentId' | 'resourceId'>,
): Purchase | null {
  if (intentId !== null) return purchases.find((purchase) => purchase.stripePaymentIntentId === intentId) ?? null;
  if (resourceId !== null) return purchases.find((purchase) => purchase.resourceId === resourceId) ?? null;
  return purchases.toSorted((one, other) => Date.parse(other.purchaseDate) - Date.parse(one.purchaseDate))[0] ?? null;
}
