import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getResource } from '#contract/catalogue/catalogue.endpoints.ts';
import { getResourceAccess, listResourceAccess } from '#contract/commerce/access.endpoints.ts';
import { getBilling } from '#contract/commerce/billing.endpoints.ts';
import { currentConsent as textVersion } from '#contract/commerce/consent-texts.ts';
import {
  getOwnTrial,
  redeemPromoCode,
  redeemValidatedCode,
  startTrial,
  validatePromoCode,
} from '#contract/commerce/promotions.endpoints.ts';
import type { OfferedCode, RedeemValidated } from '#contract/commerce/promotions.ts';
import { getSubscription, listSubscriptions } from '#contract/commerce/subscriptions.endpoints.ts';
import type { CreateSubscription } from '#contract/commerce/subscriptions.ts';
import { getCurrentUser } from '#contract/identity/accounts.endpoints.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { queryOf } from '#web/platform/queries.ts';
import { saidIn } from '#web/said.ts';
import { awaitActivation } from '../subscriptions/api.ts';

/** Queries that a redeemed code changes for its member: the account, subscriptions, billing, resources and access. */
const memberQueries = [
  getCurrentUser,
  getSubscription,
  listSubscriptions,
  getBilling,
  getResource,
  getResourceAccess,
  listResourceAccess,
];

/** Query of whether the member has had a free trial, fetched each time. */
export const ownTrialNow = { ...queryOf(getOwnTrial), staleTime: 0 };

/** Redeems a code in one step (DASH-07, DASH-10). */
export const useRedeem = (onRedeemed: () => void) =>
  useAction({
    send: (code: string) => call(redeemPromoCode, { body: { code, textVersion } }),
    failed: 'Redemption Failed',
    otherwise: 'Invalid or expired promo code.',
    done: (reply) => ({ title: 'Promo code redeemed', description: saidIn(reply) }),
    changed: memberQueries,
    onDone: onRedeemed,
  });

/** Checks a code and passes its benefits to `onValid` (PROMO-05). */
export const useValidate = (onValid: (code: OfferedCode) => void) =>
  useAction({
    send: (code: string) => call(validatePromoCode, { body: { code } }),
    failed: 'Validation Error',
    otherwise: 'Failed to validate promo code.',
    done: ({ valid, message, promoCode }) =>
      valid && promoCode
        ? null
        : { title: 'Invalid Promo Code', description: message || notValid, tone: 'destructive' },
    onDone: ({ valid, promoCode }) => valid && promoCode && onValid(promoCode),
  });

/** Checks a code on a payment page. For an invalid code it rejects with the sentence to show (PROMO-20). */
export const useCodeCheck = (chosenPlan: CreateSubscription, onValid: (code: OfferedCode) => void) =>
  useAction({
    send: async (code: string) => {
      const { promoCode, message } = await call(validatePromoCode, { body: { code, chosenPlan } });
      if (!promoCode) throw new Error(message);
      return promoCode;
    },
    onDone: onValid,
  });

const notValid = 'The promo code you entered is not valid.';

/** Starts the free trial of a plan. The browser goes to the checkout if a card is required (TRIAL-02). */
export const useTrialStart = (onStarted: () => Promise<void>) =>
  useAction({
    send: (body: CreateSubscription) => call(startTrial, { body: { ...body, textVersion } }),
    failed: 'The trial could not start',
    done: (reply) => (reply.checkoutUrl === null ? { title: 'Free trial started', description: saidIn(reply) } : null),
    onDone: ({ checkoutUrl }) => (checkoutUrl === null ? onStarted() : location.assign(checkoutUrl)),
  });

/** Opens the checkout of a validated code in this tab (PROMO-06). */
export const useCheckout = () =>
  useAction({
    send: (body: Omit<RedeemValidated, 'textVersion'>) => call(redeemValidatedCode, { body: { ...body, textVersion } }),
    failed: 'Redemption Failed',
    otherwise: 'Failed to redeem promo code.',
    onDone: ({ checkoutUrl }) => location.assign(checkoutUrl),
  });

/**
 * Query of the outcome of a completed checkout: the started subscription, `processing` when the bank takes days for the
 * payment, `unknown` when the server has recorded neither within ten seconds.
 */
export function checkoutReturn(client: QueryClient, sessionId: string) {
  return queryOptions({
    queryKey: [redeemValidatedCode.path, sessionId],
    queryFn: async () => {
      const state = await awaitActivation(client, null);
      return state === 'open' ? ((await call(getSubscription)) ?? 'unknown') : state;
    },
    gcTime: 0,
  });
}
