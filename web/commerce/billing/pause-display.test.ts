import { expect, test } from 'vitest';
import type { Subscription } from '#contract/commerce/subscriptions.ts';
import { canPause, pauseChoices, pauseText } from './pause-display.ts';
import { otherPlan } from './plan-display.ts';
import { cancelText, nextPayment, statusLabel } from './subscription-display.ts';

const subscription = (fields: Partial<Subscription> = {}): Subscription => ({
  id: 1,
  status: 'active',
  cancelAtPeriodEnd: false,
  temporarySuspended: false,
  trialEnd: null,
  currentPeriodStart: '2026-12-31T10:00:00.000Z',
  currentPeriodEnd: '2027-01-31T10:00:00.000Z',
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

const pause = { startsAt: '2027-01-31T10:00:00.000Z', endsAt: '2027-03-31T10:00:00.000Z', isRunning: false };
const running = { ...pause, isRunning: true };

test('SUBSCR-22 Pause is offered for a paid monthly subscription that nothing else is about to change', () => {
  expect(canPause(subscription())).toBe(true);
  for (const fields of [
    { plan: 'annual' as const },
    { status: 'trialing' },
    { status: 'past_due' },
    { cancelAtPeriodEnd: true },
    { temporarySuspended: true },
    { pendingPlanAt: '2027-01-31T10:00:00.000Z' },
    { pause },
  ]) {
    expect(canPause(subscription(fields))).toBe(false);
  }
});

test('SUBSCR-22 each length of a pause names the day on which the subscription continues', () => {
  expect(pauseChoices(subscription()).map(({ description }) => description)).toEqual([
    'Continues on 28 February 2027',
    'Continues on 31 March 2027',
    'Continues on 30 April 2027',
  ]);
});

test('SUBSCR-22 a pause from 28 February of a subscription that began on the 30th continues on the 30th of later months', () => {
  const short = subscription({ currentPeriodEnd: '2027-02-28T10:00:00.000Z', billingDay: 30 });
  expect(pauseChoices(short).map(({ description }) => description)).toEqual([
    'Continues on 30 March 2027',
    'Continues on 30 April 2027',
    'Continues on 30 May 2027',
  ]);
});

test('SUBSCR-22 a pause that is ahead can be taken back, a running one ended earlier, one that ends with the period not', () => {
  expect(pauseText(subscription())).toBeNull();
  expect(pauseText(subscription({ pause }))).toMatchObject({ action: 'Do not pause' });
  expect(pauseText(subscription({ pause: running }))).toMatchObject({ action: 'Continue earlier' });
  const last = subscription({ pause: running, currentPeriodEnd: pause.endsAt });
  expect(pauseText(last)).toEqual({
    text: 'Your subscription is paused: it gives no access and nothing is charged. It continues on 31 March 2027 for £8.99.',
    action: null,
  });
  expect(pauseText(subscription({ pause, taxMode: 'exclusive' }))?.text).toMatch(/for £8\.99 plus tax\.$/);
});

test('SUBSCR-22 BILL-12 a running pause has its own label, next payment and words for cancelling, and no change of plan', () => {
  expect([statusLabel(subscription({ pause })), statusLabel(subscription({ pause: running }))]).toEqual([
    'Active',
    'Paused',
  ]);
  const now = new Date('2027-01-15T10:00:00.000Z');
  expect(nextPayment(subscription({ pause }), { paymentMethods: [] }, now)).toBe('£8.99 on 31 Mar');
  expect(cancelText(subscription({ pause: running }))).not.toContain('access');
  expect(otherPlan(subscription({ pause }))).toBeNull();
});
