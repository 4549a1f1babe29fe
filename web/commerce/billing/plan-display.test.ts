import { expect, test } from 'vitest';
import type { Subscription } from '#contract/commerce/subscriptions.ts';
import type { PlanPreview } from '#contract/commerce/subscriptions-changes.ts';
import { changeLabel, otherPlan, pendingText, previewFacts } from './plan-display.ts';

const subscription = (fields: Partial<Subscription> = {}): Subscription => ({
  id: 1,
  status: 'active',
  cancelAtPeriodEnd: false,
  temporarySuspended: false,
  trialEnd: null,
  currentPeriodStart: '2026-11-14T10:00:00.000Z',
  currentPeriodEnd: '2026-12-14T10:00:00.000Z',
  pause: null,
  isPaymentProcessing: false,
  discount: null,
  productName: null,
  stripeProductId: null,
  stripeSubscriptionId: 'sub_1',
  stripeCustomerId: 'cus_1',
  plan: 'monthly',
  pendingPlan: null,
  pendingAmount: null,
  pendingPlanAt: null,
  billingDay: null,
  amount: 8.99,
  currency: 'GBP',
  taxMode: null,
  ...fields,
});

const paid = { isUnpaid: false };

const preview = (fields: Partial<PlanPreview> = {}): PlanPreview => ({
  plan: 'annual',
  when: 'now',
  price: 89.99,
  currency: 'GBP',
  unused: 4.2,
  tax: 0,
  dueNow: 85.79,
  credit: 0,
  startsAt: '2026-11-22T10:00:00.000Z',
  renewsAt: '2027-11-22T10:00:00.000Z',
  prorationDate: 1,
  ...fields,
});

test('SUBSCR-21 the other plan is offered while the plan can be changed', () => {
  expect(otherPlan(subscription())).toBe('annual');
  expect(otherPlan(subscription({ plan: 'annual', status: 'trialing' }))).toBe('monthly');
  for (const fields of [
    { status: 'past_due' },
    { status: 'canceled' },
    { cancelAtPeriodEnd: true },
    { temporarySuspended: true },
    { plan: null },
    { pendingPlan: 'annual' as const },
  ]) {
    expect(otherPlan(subscription(fields))).toBeNull();
  }
});

test('SUBSCR-21 shows the cost of a plan change before it is made', () => {
  expect(previewFacts(preview(), subscription(), paid)).toEqual([
    { label: 'Annual plan', value: '£89.99 per year' },
    { label: 'Unused part of your present plan', value: '-£4.20' },
    { label: 'Next payment', value: '22 November 2027' },
    { label: 'To pay now', value: '£85.79', isSum: true },
  ]);
  expect(changeLabel(preview())).toBe('Pay £85.79 and switch to Annual');
  const later = preview({ when: 'period_end', unused: 0, dueNow: 0, startsAt: '2026-12-14T10:00:00.000Z' });
  expect(previewFacts(later, subscription(), paid).slice(1)).toEqual([
    { label: 'Next payment', value: '£89.99 on 14 December 2026' },
    { label: 'To pay now', value: '£0.00', isSum: true },
  ]);
  expect(previewFacts(later, subscription({ taxMode: 'exclusive' }), paid)).toContainEqual({
    label: 'Next payment',
    value: '£89.99 plus tax on 14 December 2026',
  });
  expect(changeLabel(later)).toBe('Switch to Annual');
  const trial = subscription({ status: 'trialing' });
  expect(previewFacts(later, trial, { isUnpaid: true })).toContainEqual({
    label: 'Next payment',
    value: 'None. Without a payment method your trial ends unpaid',
  });
});

test('SUBSCR-21 a plan that begins later is shown with its day', () => {
  expect(pendingText(subscription())).toBeNull();
  expect(pendingText(subscription({ pendingPlan: 'annual', pendingPlanAt: '2026-12-14T10:00:00.000Z' }))).toBe(
    'Your plan becomes Annual on 14 December 2026.',
  );
});
