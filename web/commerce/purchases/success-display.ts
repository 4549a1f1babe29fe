import type { Purchase } from '#contract/commerce/purchases.ts';
import { choice, type Parameter, pageSearch, type Search, whole } from '../../platform/search.ts';

/** What the address of the payment-success page names. */
export type PaymentReturn = {
  /** The payment that the member returns from; null when none is named. */
  intentId: string | null;
  resourceId: number | null;
  /** The resource is one that a subscription opens. */
  isSubscription: boolean;
  /** The checkout of a promo code that the member returns from; null when none is named. */
  sessionId: string | null;
  /** Stripe says that it was not paid. */
  hasFailed: boolean;
};

const first: Parameter<string> = ([value = '']) => value;
const firstId: Parameter<number | null> = ([value = '']) => whole(2_147_483_647)([value]);

/**
 * `payment_intent`, its secret and `redirect_status` are added by the provider, `resource` by our own checkout;
 * `subscription_resource` names the resource of a subscription, `session_id` the checkout of a promo code.
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
 * The purchase that the page shows (SUCCESS-03): that of the payment, else that of the resource, else the latest. For a
 * payment without a purchase none is found, whatever else the member owns (SUCCESS-07).
 */
export function shownPurchase(
  purchases: readonly Purchase[],
  { intentId, resourceId }: Pick<PaymentReturn, 'intentId' | 'resourceId'>,
): Purchase | null {
  if (intentId !== null) return purchases.find((purchase) => purchase.stripePaymentIntentId === intentId) ?? null;
  if (resourceId !== null) return purchases.find((purchase) => purchase.resourceId === resourceId) ?? null;
  return purchases.toSorted((one, other) => Date.parse(other.purchaseDate) - Date.parse(one.purchaseDate))[0] ?? null;
}
