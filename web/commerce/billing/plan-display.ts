import type { Plan } from '#contract/commerce/plans.ts';
import type { Subscription } from '#contract/commerce/subscriptions.ts';
import type { PlanPreview } from '#contract/commerce/subscriptions-changes.ts';
import { formatMoney } from '#contract/money.ts';
import { longDate } from '#web/dates.ts';
import { plusTax } from './subscription-display.ts';

export const planNames: Record<Plan, string> = { monthly: 'Monthly', annual: 'Annual' };

const others: Record<Plan, Plan> = { monthly: 'annual', annual: 'monthly' };

/** Returns the plan that a subscription can change to now; null when it cannot change (SUBSCR-21). */
export function otherPlan(subscription: Subscription): Plan | null {
  const { status, plan, pendingPlan, cancelAtPeriodEnd, temporarySuspended, pause } = subscription;
  const isFree = (status === 'active' || status === 'trialing') && !cancelAtPeriodEnd && !temporarySuspended;
  return isFree && plan !== null && pendingPlan === null && pause === null ? others[plan] : null;
}

/** Returns "Your plan becomes Annual on 22 December 2026."; null without a pending plan. */
export function pendingText({ pendingPlan, pendingPlanAt }: Subscription): string | null {
  if (pendingPlan === null || pendingPlanAt === null) return null;
  return `Your plan becomes ${planNames[pendingPlan]} on ${longDate(pendingPlanAt)}.`;
}

type Choice = { value: PlanPreview['when']; label: string; description: string };

export function whenChoices({ currentPeriodEnd }: Subscription): Choice[] {
  const end = currentPeriodEnd ? ` on ${longDate(currentPeriodEnd)}` : '';
  return [
    { value: 'now', label: 'Now', description: 'What you have paid and not used is taken off the price.' },
    {
      value: 'period_end',
      label: 'With the next period',
      description: `Nothing changes before your next payment${end}.`,
    },
  ];
}

const periods: Record<Plan, string> = { monthly: 'per month', annual: 'per year' };

/**
 * Returns the costs of a change; the amount to pay now comes last, as the sum.
 * @param isUnpaid whether this is a trial without a payment method, which ends instead of continuing
 */
export function previewFacts(
  preview: PlanPreview,
  taxed: Pick<Subscription, 'taxMode'>,
  { isUnpaid }: { isUnpaid: boolean },
): { label: string; value: string; isSum?: boolean }[] {
  const { plan, price, currency, unused, tax, dueNow, startsAt, renewsAt, when } = preview;
  const money = (amount: number) => formatMoney(amount, currency);
  const nextPaymentText = () => {
    if (isUnpaid) return 'None. Without a payment method your trial ends unpaid';
    return when === 'now' ? longDate(renewsAt) : `${money(price)}${plusTax(taxed)} on ${longDate(startsAt)}`;
  };
  return [
    { label: `${planNames[plan]} plan`, value: `${money(price)} ${periods[plan]}` },
    ...(unused > 0 ? [{ label: 'Unused part of your present plan', value: money(-unused) }] : []),
    ...(tax === 0 ? [] : [{ label: 'Tax', value: money(tax) }]),
    { label: 'Next payment', value: nextPaymentText() },
    { label: 'To pay now', value: money(dueNow), isSum: true },
  ];
}

/** Returns the label of the button that changes the plan, with the amount that is charged. */
export function changeLabel({ plan, dueNow, currency }: PlanPreview): string {
  return dueNow > 0
    ? `Pay ${formatMoney(dueNow, currency)} and switch to ${planNames[plan]}`
    : `Switch to ${planNames[plan]}`;
}
