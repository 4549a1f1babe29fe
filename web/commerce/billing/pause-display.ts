import type { Subscription } from '#contract/commerce/subscriptions.ts';
import { formatMoney } from '#contract/money.ts';
import { monthsAfter } from '#contract/months.ts';
import { longDate } from '#web/dates.ts';
import { plusTax } from './subscription-display.ts';

/** Whether Pause is offered (SUBSCR-22). */
export function canPause(subscription: Subscription): boolean {
  const { status, plan, cancelAtPeriodEnd, temporarySuspended, pendingPlanAt, pause, currentPeriodEnd } = subscription;
  const isFree = !cancelAtPeriodEnd && !temporarySuspended && pendingPlanAt === null && pause === null;
  return isFree && status === 'active' && plan === 'monthly' && currentPeriodEnd !== null;
}

/** Returns the possible lengths of a pause, with the days on which the subscription continues. */
export function pauseChoices({ currentPeriodEnd, billingDay }: Subscription) {
  const continuesOn = (from: string, months: number) =>
    longDate(monthsAfter(new Date(from), months, billingDay ?? undefined).toISOString());
  return [1, 2, 3].map((value) => ({
    value,
    label: value === 1 ? '1 month' : `${value} months`,
    description: currentPeriodEnd ? `Continues on ${continuesOn(currentPeriodEnd, value)}` : '',
  }));
}

/**
 * Returns the notice about a pause; null without one, and after a cancellation. A pause that ends with the current
 * period cannot end earlier.
 */
export function pauseText(subscription: Subscription): { text: string; action: string | null } | null {
  const { pause, amount, currency, cancelAtPeriodEnd, currentPeriodEnd } = subscription;
  if (pause === null || cancelAtPeriodEnd) return null;
  const [start, end] = [longDate(pause.startsAt), longDate(pause.endsAt)];
  const price = `${formatMoney(amount, currency)}${plusTax(subscription)}`;
  if (!pause.isRunning) {
    return {
      text: `Your subscription pauses on ${start}. You keep access until then. It continues on ${end} for ${price}.`,
      action: 'Do not pause',
    };
  }
  const endsWithPeriod = currentPeriodEnd !== null && pause.endsAt <= currentPeriodEnd;
  return {
    text: `Your subscription is paused: it gives no access and nothing is charged. It continues on ${end} for ${price}.`,
    action: endsWithPeriod ? null : 'Continue earlier',
  };
}
