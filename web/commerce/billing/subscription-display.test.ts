import { expect, test } from 'vitest';
import type { DuePayment, PaymentMethod } from '#contract/commerce/billing.ts';
import type { Subscription } from '#contract/commerce/subscriptions.ts';
import {
  canCancel,
  canReactivate,
  dueNotice,
  dueSchedule,
  guaranteeText,
  nextPayment,
  periodText,
  presentSubscription,
  statusLabel,
  statusNotice,
  subscriptionName,
  trialNotice,
} from './subscription-display.ts';

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
  taxMode: null,
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
  ...fields,
});
const trial = (fields: Partial<Subscription> = {}) =>
  subscription({ status: 'trialing', trialEnd: '2026-12-14T10:00:00.000Z', ...fields });
const card = { type: 'card', label: 'Visa ending 4242', last4: '4242', brand: 'visa', expMonth: 8, expYear: 2028 };
const link = { type: 'link', label: 'Link', last4: null, brand: null, expMonth: null, expYear: null };

test('BILL-12 every status has its label, suspension before cancelling before the provider’s word', () => {
  const labels = ['active', 'trialing', 'past_due', 'incomplete', 'payment_required', 'canceled', 'paused'].map(
    (status) => statusLabel(subscription({ status })),
  );
  expect(labels).toEqual([
    'Active',
    'Free Trial',
    'Payment Due',
    'Payment Required',
    'Payment Required',
    'Cancelled',
    'paused',
  ]);
  expect(statusLabel(subscription({ status: 'incomplete', isPaymentProcessing: true }))).toBe('Payment Processing');
  expect(statusLabel(subscription({ cancelAtPeriodEnd: true }))).toBe('Cancelling Soon');
  expect(statusLabel(trial({ cancelAtPeriodEnd: true }))).toBe('Cancelling Soon');
  expect(statusLabel(subscription({ cancelAtPeriodEnd: true, temporarySuspended: true }))).toBe(
    'Temporarily Suspended',
  );
  expect(statusLabel(subscription({ status: 'canceled', cancelAtPeriodEnd: true }))).toBe('Cancelled');
});

test('BILL-13 BILL-14 Cancel and Reactivate are offered where they do something', () => {
  const offers = (fields: Partial<Subscription>) => [
    canCancel(subscription(fields)),
    canReactivate(subscription(fields)),
  ];
  expect(offers({})).toEqual([true, false]);
  expect(offers({ status: 'past_due' })).toEqual([true, false]);
  expect(offers({ temporarySuspended: true })).toEqual([true, false]);
  expect(offers({ cancelAtPeriodEnd: true })).toEqual([false, true]);
  expect(offers({ cancelAtPeriodEnd: true, temporarySuspended: true })).toEqual([false, false]);
  expect(offers({ status: 'canceled' })).toEqual([false, false]);
  expect(offers({ status: 'incomplete', isPaymentProcessing: true })).toEqual([false, false]);
});

test('BILL-04 the banner of a trial says when it ends and whether it goes on', () => {
  const text = (one: Subscription, cards: PaymentMethod[] = [card]) => {
    const notice = trialNotice(one, { paymentMethods: cards });
    return notice && notice.before + notice.date + notice.after;
  };
  expect(text(trial())).toBe(
    'Your trial ends on 14 December 2026. It then continues automatically at £8.99 per month unless cancelled.',
  );
  expect(text(trial({ cancelAtPeriodEnd: true }))).toContain('It is cancelled, so your access ends then');
  expect(text(trial(), [])).toBe(
    'Your trial ends on 14 December 2026. With a payment method it continues automatically unless cancelled; without one it ends then. Add one in Manage Billing.',
  );
  expect(text(trial(), [link])).toContain('continues automatically at £8.99 per month');
  expect(text(subscription())).toBeNull();
});

test('BILL-24 a due payment says how to pay it, when it is tried again and until when access lasts', () => {
  const due = (fields: Partial<DuePayment> = {}): DuePayment => ({
    state: 'failed',
    amount: 8.99,
    currency: 'GBP',
    payUrl: 'https://pay.example/1',
    attempts: 1,
    nextAttemptAt: '2026-11-25T10:00:00.000Z',
    isOpen: true,
    accessUntil: '2026-11-29T10:00:00.000Z',
    ...fields,
  });
  expect(dueNotice(due())).toEqual({ text: 'Your payment of £8.99 did not go through.', action: 'Pay £8.99' });
  expect(dueNotice(due({ state: 'authentication' }))).toEqual({
    text: 'Your bank asks you to confirm the payment of £8.99. Until you do, it is not paid.',
    action: 'Confirm the payment',
  });
  expect(dueNotice(due({ state: 'processing' }))).toMatchObject({
    text: expect.stringContaining('Your payment of £8.99 is being processed…'),
    action: null,
  });
  expect(dueSchedule(due({ state: 'processing' }))).toEqual([]);
  const values = (one: DuePayment) => dueSchedule(one).map(({ value }) => value);
  expect(values(due())).toEqual(['Once', '25 November 2026', 'Until 29 November 2026']);
  expect(values(due({ attempts: 4, nextAttemptAt: null, isOpen: false, accessUntil: null }))).toEqual([
    '4 times',
    'None',
    'Closed until it is paid',
  ]);
  // For example when the payment for a change of plan failed: the current plan continues.
  expect(values(due({ nextAttemptAt: null, accessUntil: null }))).toEqual(['Once', 'None']);
});

test('BILL-19 a subscription without a product’s name is the portal’s', () => {
  expect(subscriptionName({ productName: null }, 'RAPP Learning')).toBe('RAPP Learning Subscription');
  expect(subscriptionName({ productName: 'Bias review' }, 'RAPP Learning')).toBe('Bias review');
});

test('the plan shows its period and its next payment, if any', () => {
  expect(periodText(subscription())).toBe('14 Nov to 14 Dec 2026');
  expect(periodText(subscription({ currentPeriodEnd: '2027-01-14T10:00:00.000Z' }))).toBe('14 Nov 2026 to 14 Jan 2027');
  const next = (one: Subscription, cards = [card]) =>
    nextPayment(one, { paymentMethods: cards }, new Date('2026-11-22T10:00:00.000Z'));
  expect(next(trial())).toBe('£8.99 on 14 Dec');
  expect(next(subscription(), [])).toBe('£8.99 on 14 Dec');
  expect(next(subscription({ pendingPlan: 'annual', pendingAmount: 89.99 }))).toBe('£89.99 on 14 Dec');
  expect(next(subscription({ cancelAtPeriodEnd: true }))).toBeNull();
  expect(next(subscription({ temporarySuspended: true }))).toBeNull();
});

test('BILL-04 a trial without a payment method has no next payment, because it ends unpaid', () => {
  expect(nextPayment(trial(), { paymentMethods: [] }, new Date('2026-11-22T10:00:00.000Z'))).toBeNull();
});

test('BILL-23 the next payment names its year when it is more than 300 days away', () => {
  const yearly = subscription({ plan: 'annual', amount: 89.99, currentPeriodEnd: '2027-11-21T10:00:00.000Z' });
  const at = (now: string) => nextPayment(yearly, { paymentMethods: [card] }, new Date(now));
  expect(at('2026-11-22T10:00:00.000Z')).toBe('£89.99 on 21 Nov 2027');
  expect(at('2027-01-26T10:00:00.000Z')).toBe('£89.99 on 21 Nov');
});

test('chooses the running subscription among several, and the latest when none is running', () => {
  const ended = subscription({ id: 9, status: 'canceled' });
  expect(presentSubscription([ended, subscription()])?.id).toBe(1);
  expect(presentSubscription([ended])?.id).toBe(9);
  expect(presentSubscription([])).toBeNull();
});

test('a status that needs explanation has a notice', () => {
  expect(statusNotice(subscription())).toBeNull();
  expect(statusNotice(subscription({ temporarySuspended: true }))?.tone).toBe('danger');
  expect(statusNotice(subscription({ cancelAtPeriodEnd: true }))?.text).toContain('ends on 14 December 2026');
  expect(statusNotice(subscription({ status: 'canceled' }))).toBeNull();
});

test('SUBSCR-07 the guarantee says until when one can ask, and what became of the request', () => {
  const guarantee = { amount: 8.99, currency: 'GBP', until: '2026-12-21T10:00:00.000Z', answer: null } as const;
  expect(guaranteeText({ ...guarantee, state: 'available' })).toContain('until 21 December 2026');
  expect(guaranteeText({ ...guarantee, state: 'open' })).toContain('You asked for £8.99 back.');
  expect(guaranteeText({ ...guarantee, state: 'granted' })).toContain('granted');
  expect(guaranteeText({ ...guarantee, state: 'declined', answer: 'Too late.' })).toBe(
    'Your request for a refund was declined. Too late.',
  );
});
