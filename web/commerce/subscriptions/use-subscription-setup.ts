import type { Stripe } from '@stripe/stripe-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getResource } from '#contract/catalogue/catalogue.endpoints.ts';
import type { OpenSubscription } from '#contract/commerce/subscriptions.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { ApiError, sentenceOf } from '#web/platform/errors.ts';
import { refresh } from '#web/platform/queries.ts';
import { toastFailure } from '#web/platform/toast.ts';
import { paymentScript } from '../purchases/payment-script.ts';
import { placeProblemOf } from '../purchases/use-payment-setup.ts';
import { type Choice, openSubscription } from './api.ts';

/** State of the payment of a subscription: whether and how it can be paid now. */
export type SubscriptionSetup =
  /** This portal has no payment provider. */
  | { kind: 'off' }
  | { kind: 'loading' }
  /** The member has a subscription that runs, is due, suspended or being started (SUBSCR-14). */
  | { kind: 'refused'; reason: string; because: 'running' | 'processing' | 'other' }
  | { kind: 'not-offered'; reason: string }
  /** The tax cannot be computed before the member gives a country (TAX-09). */
  | { kind: 'place-needed'; problem: string | null; renew: () => Promise<void> }
  /** The member's credit pays for the first period (SUBSCR-18). */
  | { kind: 'credit'; reason: string; renew: () => Promise<void> }
  | { kind: 'failed'; title: string; isBusy: boolean; retry: () => void }
  | {
      kind: 'ready';
      stripe: Stripe;
      opened: OpenSubscription;
      /** Opens the subscription again. */
      renew: () => Promise<void>;
      /** Called when Stripe could not render its form. */
      reportBroken: () => void;
    };

/** Starts the subscription to a plan and loads Stripe's script at the same time (SUBSCR-08). */
export function useSubscriptionSetup(choice: Choice): SubscriptionSetup {
  const { payments } = usePortalConfig();
  const client = useQueryClient();
  const isOff = payments.publishableKey === null;
  const opening = useQuery({ ...openSubscription(choice), enabled: !isOff });
  const script = useQuery(paymentScript(payments));
  const [isBroken, setIsBroken] = useState(false);

  // The failed query is the event that shows the toast.
  useEffect(() => {
    const isShown = isCovered(opening.error) || placeProblemOf(opening.error) !== undefined;
    if (opening.error && !rejectionOf(opening.error) && !isShown) {
      toastFailure('Subscription Error', opening.error, failed);
    }
  }, [opening.error]);

  async function renew() {
    setIsBroken(false);
    // The price on the page may be old.
    await Promise.all([opening.refetch(), refresh(client, getResource), ...(script.isError ? [script.refetch()] : [])]);
  }

  if (isOff) return { kind: 'off' };
  const rejection = rejectionOf(opening.error);
  if (rejection) return rejection;
  const problem = placeProblemOf(opening.error);
  if (problem !== undefined) return { kind: 'place-needed', problem, renew };
  if (isCovered(opening.error)) return { kind: 'credit', reason: sentenceOf(opening.error), renew };
  if (opening.isError || script.isError || isBroken) {
    const title = opening.isError ? failed : 'The payment form could not be loaded';
    return { kind: 'failed', title, isBusy: opening.isFetching || script.isFetching, retry: () => void renew() };
  }
  if (!opening.data || !script.data || opening.isFetching) return { kind: 'loading' };
  const reportBroken = () => setIsBroken(true);
  return { kind: 'ready', stripe: script.data, opened: opening.data, renew, reportBroken };
}

function isCovered(error: Error | null): boolean {
  return error instanceof ApiError && error.code === ('subscriptions.credit-covers' satisfies ErrorCode);
}

const failed = 'Failed to initialize subscription. Please try again.';

type Because = Extract<SubscriptionSetup, { kind: 'refused' }>['because'];

const becauseOf: Readonly<Partial<Record<ErrorCode, Because>>> = {
  'subscriptions.already-subscribed': 'running',
  'subscriptions.payment-processing': 'processing',
  'subscriptions.starting': 'other',
  'subscriptions.payment-due': 'other',
  'subscriptions.suspended': 'other',
};

/** Returns the state for errors that mean that there is nothing to pay; null for other errors. */
function rejectionOf(error: Error | null): Extract<SubscriptionSetup, { kind: 'refused' | 'not-offered' }> | null {
  if (!(error instanceof ApiError)) return null;
  const { code } = error;
  // Safe because an unknown code has no entry.
  const because = becauseOf[code as ErrorCode];
  if (because) return { kind: 'refused', reason: sentenceOf(error), because };
  const isUnsold = code === 'subscriptions.not-offered' || code === 'catalogue.not-found';
  return isUnsold ? { kind: 'not-offered', reason: sentenceOf(error) } : null;
}
