import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getBilling } from '#contract/commerce/billing.endpoints.ts';
import { currentConsent as textVersion } from '#contract/commerce/consent-texts.ts';
import {
  agreeToSubscription,
  createSubscription,
  getSubscription,
  listSubscriptions,
  subscribeWithCredit,
} from '#contract/commerce/subscriptions.endpoints.ts';
import type { CreateSubscription, OpenSubscription } from '#contract/commerce/subscriptions.ts';
import { refreshAfterPayment } from '#web/catalogue/catalogue/api.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { refresh } from '#web/platform/queries.ts';
import { isOpen } from './display.ts';

let lastOpening: Promise<unknown> = Promise.resolve();

/** Choice of a plan; `round` counts the choices of this visit. */
export type Choice = CreateSubscription & { round: number };

/**
 * Query that starts a subscription when its plan is chosen and keeps it for this visit. The server returns an unpaid
 * one again. The calls run one after another and skip superseded choices, because only the plan that was chosen last
 * may be payable.
 */
export function openSubscription({ round, ...body }: Choice) {
  return queryOptions({
    queryKey: [createSubscription.path, body, round],
    queryFn: ({ signal }) => {
      const opening = lastOpening.then(() => {
        signal.throwIfAborted();
        return call(createSubscription, { body });
      });
      lastOpening = opening.catch(() => undefined);
      return opening;
    },
    gcTime: 0,
  });
}

/** Starts the subscription that the member's credit pays for (SUBSCR-18). */
export const useCreditStart = ({
  onStarted,
  onGone,
}: {
  onStarted: () => Promise<void>;
  onGone: () => Promise<void>;
}) =>
  useAction({
    send: (body: CreateSubscription) => call(subscribeWithCredit, { body: { ...body, textVersion } }),
    failed: 'Subscription Error',
    onDone: onStarted,
    onFailed: onGone,
  });

/** Reports to the server that the member agreed to the text beside the button. */
export function agreeTo({ id }: Pick<OpenSubscription, 'id'>) {
  return call(agreeToSubscription, { params: { id }, body: { textVersion } });
}

const tries = 20;
const pauseMs = 500;

/**
 * Waits until the server has recorded the first payment, at most ten seconds, then refreshes everything that a
 * subscription opens (SUBSCR-09).
 * @param nextId the resource whose page the member sees next; null for another page
 * @returns `open` once the server has recorded it, `processing` when the bank takes days for it, `unknown` after ten
 * seconds without either
 */
export async function awaitActivation(
  client: QueryClient,
  nextId: number | null,
): Promise<'open' | 'processing' | 'unknown'> {
  const state = await untilKnown();
  await Promise.all([
    refreshAfterPayment(client, nextId).catch(() => undefined),
    refresh(client, getSubscription, listSubscriptions, getBilling),
  ]);
  return state;
}

async function untilKnown(): Promise<'open' | 'processing' | 'unknown'> {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const subscription = await call(getSubscription).catch(() => null);
    if (subscription && isOpen(subscription)) return 'open';
    if (subscription?.isPaymentProcessing) return 'processing';
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return 'unknown';
}
