import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Resource } from '#contract/catalogue/catalogue.ts';
import { currentConsent as textVersion } from '#contract/commerce/consent-texts.ts';
import {
  agreeToPurchase,
  completePurchase,
  createPaymentIntent,
  listGifts,
  listPurchases,
  redeemGift,
  sendGift,
} from '#contract/commerce/purchases.endpoints.ts';
import type { CompletePurchase, GiftForm, Purchase } from '#contract/commerce/purchases.ts';
import { getSubscription } from '#contract/commerce/subscriptions.endpoints.ts';
import { loadPage, refreshAfterPayment, resourceQuery } from '#web/catalogue/catalogue/api.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { ApiError, isNotFound, sentenceOf } from '#web/platform/errors.ts';
import { queryOf } from '#web/platform/queries.ts';
import { type PaidDetails, subscriptionDetails } from './display.ts';
import { type PaymentReturn, shownPurchase } from './success-display.ts';

/** Resource to buy, with the details of a gift; `gift` is null when the member buys it for their own use. */
export type Sale = { resourceId: number; gift: GiftForm | null };

/** Query of the gifts that the member has paid, fetched each time. */
export const giftsNow = { ...queryOf(listGifts), staleTime: 0 };

export const sendAgain = (id: number) => call(sendGift, { params: { id } });

export const redeem = (secret: string) => call(redeemGift, { body: { secret } });

/**
 * Query that opens the payment of a resource when the checkout appears, and keeps it for this visit. The server returns
 * an open payment again (CHECKOUT-05).
 */
export function openPayment({ resourceId, gift }: Sale) {
  return {
    queryKey: [createPaymentIntent.path, resourceId, gift],
    // Without an abort signal, so that an effect that runs twice shares one call.
    queryFn: () => call(createPaymentIntent, { body: { resourceId, gift } }),
    gcTime: 0,
  };
}

/**
 * Opens the payment of a resource again with a promo code, or without one. The page keeps the former payment when the
 * code is rejected (PROMO-18).
 */
export function usePromoCode(sale: Sale) {
  const client = useQueryClient();
  return useAction({
    send: async (promoCode: string | null) => {
      // Two calls at once would each replace the payment that the other one opens.
      await client.ensureQueryData(openPayment(sale));
      const opened = await call(createPaymentIntent, { body: { ...sale, promoCode } });
      // A code over the whole price ends the purchase: the next page begins with the access (GEN-07).
      if (opened.clientSecret === undefined) await loadPage(client, sale.resourceId).catch(() => undefined);
      return opened;
    },
    keep: (_, opened) => client.setQueryData(openPayment(sale).queryKey, opened),
  });
}

/** Query of the member's purchases, fetched each time. */
export const purchasesNow = { ...queryOf(listPurchases), staleTime: 0 };

/** Reports to the server that the member agreed to the text beside the button. */
export function agreeToPayment(clientSecret: string) {
  const paymentIntentId = clientSecret.split('_secret_')[0] ?? '';
  return call(agreeToPurchase, { body: { paymentIntentId, textVersion } });
}

/** Reports a payment, so that the server syncs it at once (CHECKOUT-09). */
export function reportPayment(body: CompletePurchase): Promise<Purchase> {
  return call(completePurchase, { body });
}

export type SettledReturn =
  | { kind: 'purchase'; purchase: Purchase }
  /** The member's subscription includes the resource in the URL. */
  | { kind: 'subscription'; details: PaidDetails }
  /** The member has no such payment. */
  | { kind: 'unknown'; latest: Purchase | null; resource: Pick<Resource, 'id' | 'title'> | null }
  /** The bank takes some days. */
  | { kind: 'processing' }
  /** Not paid, or refunded; `reason` is the server's sentence. */
  | { kind: 'unpaid'; reason: string };

/**
 * Query of the purchase of a member who returns from paying. A payment whose purchase is not recorded yet is reported
 * first, because no page did so before the redirect.
 */
export function settledReturn(client: QueryClient, { intentId, resourceId, isSubscription }: PaymentReturn) {
  return queryOptions({
    queryKey: ['settled-return', intentId, resourceId, isSubscription],
    queryFn: async (): Promise<SettledReturn> => {
      const purchases = await client.fetchQuery(purchasesNow);
      const purchase = shownPurchase(purchases, { intentId, resourceId });
      if (purchase) return { kind: 'purchase', purchase };
      const settled = resourceId === null ? null : await settle(client, { intentId, resourceId, isSubscription });
      if (settled) return settled;
      const latest = shownPurchase(purchases, { intentId: null, resourceId: null });
      return { kind: 'unknown', latest, resource: resourceId === null ? null : await named(client, resourceId) };
    },
    gcTime: 0,
  });
}

type Named = Pick<PaymentReturn, 'intentId' | 'isSubscription'> & { resourceId: number };

/** Returns null when the member has no such payment or subscription, because a hand-written URL may name anything. */
async function settle(client: QueryClient, { intentId, resourceId, isSubscription }: Named) {
  if (intentId !== null) return reportReturn(client, { resourceId, paymentIntentId: intentId });
  return isSubscription ? subscribedReturn(client, resourceId) : null;
}

/** Returns the resource in the URL; null when the member cannot see it. */
async function named(client: QueryClient, resourceId: number): Promise<Resource | null> {
  try {
    return await client.fetchQuery(resourceQuery(resourceId));
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

async function subscribedReturn(client: QueryClient, resourceId: number): Promise<SettledReturn | null> {
  const resource = await named(client, resourceId);
  const details = resource && subscriptionDetails(await call(getSubscription), resource);
  return details && { kind: 'subscription', details };
}

async function reportReturn(client: QueryClient, body: CompletePurchase): Promise<SettledReturn | null> {
  try {
    const purchase = await reportPayment(body);
    await refreshAfterPayment(client, body.resourceId);
    return { kind: 'purchase', purchase };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'purchases.processing') return { kind: 'processing' };
    if (error.code === 'purchases.not-paid' || error.code === 'purchases.returned') {
      return { kind: 'unpaid', reason: sentenceOf(error) };
    }
    if (error.status === 404 || error.status === 400) return null;
    throw error;
  }
}
