import type { Stripe } from '@stripe/stripe-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getResource } from '#contract/catalogue/catalogue.endpoints.ts';
import type { OpenPayment } from '#contract/commerce/purchases.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { ApiError, sentenceOf } from '#web/platform/errors.ts';
import { refresh } from '#web/platform/queries.ts';
import { toastFailure } from '#web/platform/toast.ts';
import { paymentScript } from './payment-script.ts';

/** State of the payment of a resource: whether and how it can be paid now. */
export type PaymentSetup =
  /** This portal has no payment provider. */
  | { kind: 'off' }
  | { kind: 'loading' }
  | { kind: 'owned' }
  | { kind: 'not-for-sale'; reason: string }
  /** The tax cannot be computed before the member gives a country (TAX-09). */
  | { kind: 'place-needed'; problem: string | null; renew: () => Promise<void> }
  | { kind: 'failed'; title: string; isBusy: boolean; retry: () => void }
  /** A promo code covered the whole price, so the purchase is recorded and nothing is left to pay. */
  | { kind: 'covered'; opened: OpenPayment }
  | {
      kind: 'ready';
      stripe: Stripe;
      opened: OpenPayment;
      clientSecret: string;
      /** Opens the payment again. */
      renew: () => Promise<void>;
      /** Called when Stripe could not render its form. */
      reportBroken: () => void;
    };

/** Query that opens a payment, such as `openPayment`. */
type Opening = { queryKey: readonly unknown[]; queryFn: () => Promise<OpenPayment>; gcTime: number };

/** Opens a payment and loads Stripe's script at the same time (CHECKOUT-05, CHECKOUT-12). */
export function usePaymentSetup(openingQuery: Opening): PaymentSetup {
  const { payments } = usePortalConfig();
  const client = useQueryClient();
  const isOff = payments.publishableKey === null;
  const opening = useQuery({ ...openingQuery, enabled: !isOff });
  const script = useQuery(paymentScript(payments));
  const [isBroken, setIsBroken] = useState(false);
  const rejection = rejectionOf(opening.error);
  const needsPlace = placeProblemOf(opening.error);

  // The failed query is the event that shows the toast.
  useEffect(() => {
    if (opening.error && !rejectionOf(opening.error) && placeProblemOf(opening.error) === undefined) {
      toastFailure('Failed to initialize payment. Please try again.', opening.error);
    }
  }, [opening.error]);

  async function renew() {
    setIsBroken(false);
    // The price on the page may be old.
    await Promise.all([opening.refetch(), refresh(client, getResource), ...(script.isError ? [script.refetch()] : [])]);
  }

  if (isOff) return { kind: 'off' };
  if (rejection) return rejection;
  if (needsPlace !== undefined) return { kind: 'place-needed', problem: needsPlace, renew };
  const title = opening.isError ? 'The payment could not be opened' : 'The payment form could not be loaded';
  if (opening.isError || script.isError || isBroken) {
    return { kind: 'failed', title, isBusy: opening.isFetching || script.isFetching, retry: () => void renew() };
  }
  if (!opening.data || !script.data || opening.isFetching) return { kind: 'loading' };
  const { clientSecret } = opening.data;
  if (clientSecret === undefined) return { kind: 'covered', opened: opening.data };
  const reportBroken = () => setIsBroken(true);
  return { kind: 'ready', stripe: script.data, opened: opening.data, clientSecret, renew, reportBroken };
}

/**
 * Returns the problem with the member's country and postcode when the server rejected them; null when there are none
 * yet, undefined for other errors.
 */
export function placeProblemOf(error: Error | null): string | null | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === ('payments.place-needed' satisfies ErrorCode)) return null;
  return error.code === ('payments.place-unknown' satisfies ErrorCode) ? sentenceOf(error) : undefined;
}

/** Returns the state for errors that mean that there is nothing to pay; null for other errors. */
function rejectionOf(error: Error | null): Extract<PaymentSetup, { kind: 'owned' | 'not-for-sale' }> | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'purchases.already-owned' || error.code === 'access.parts-open') return { kind: 'owned' };
  const isUnsold =
    error.code === 'purchases.not-for-sale' ||
    error.code === 'catalogue.not-found' ||
    error.code?.startsWith('purchases.plan-');
  return isUnsold ? { kind: 'not-for-sale', reason: sentenceOf(error) } : null;
}
