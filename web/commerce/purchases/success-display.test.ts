import { expect, test } from 'vitest';
import type { Purchase } from '#contract/commerce/purchases.ts';
import { readReturn, shownPurchase } from './success-display.ts';

const purchase = (id: number, purchaseDate: string): Purchase => ({
  id,
  resourceId: id * 10,
  purchaseDate,
  amount: 19.99,
  currency: 'GBP',
  stripePaymentIntentId: `pi_${id}`,
  isGift: false,
  seats: null,
  boughtFor: null,
  documentId: id,
  tax: null,
  paidWith: null,
  resource: { id: 1, title: `Guide ${id}` },
});
const own = [
  purchase(1, '2026-11-01T10:00:00.000Z'),
  purchase(3, '2026-11-20T10:00:00.000Z'),
  purchase(2, '2026-11-10T10:00:00.000Z'),
];

test('SUCCESS-01 reads the payment from the address, and ignores invalid ids', () => {
  expect(readReturn({ payment_intent: 'pi_1', subscription_resource: '7', redirect_status: 'succeeded' })).toEqual({
    intentId: 'pi_1',
    resourceId: 7,
    isSubscription: true,
    sessionId: null,
    hasFailed: false,
  });
  expect(readReturn({ payment_intent: ['pi_1', 'pi_2'], resource: '5' })).toMatchObject({
    intentId: 'pi_1',
    resourceId: 5,
  });
  for (const resource of ['0', '-1', '1.5', '9999999999', 'x', '']) {
    expect(readReturn({ resource, payment_intent: '' })).toEqual({
      intentId: null,
      resourceId: null,
      isSubscription: false,
      sessionId: null,
      hasFailed: false,
    });
  }
});

test('SUCCESS-07 reads the session of a promo code’s checkout from the address', () => {
  expect(readReturn({ session_id: 'cs_test_1' })).toMatchObject({ sessionId: 'cs_test_1', intentId: null });
});

test('SUCCESS-07 shows no purchase for a payment that belongs to none of the member’s purchases', () => {
  expect(shownPurchase(own, { intentId: 'pi_foreign', resourceId: 10 })).toBeNull();
  expect(shownPurchase(own, { intentId: null, resourceId: 99 })).toBeNull();
  expect(shownPurchase([], { intentId: null, resourceId: null })).toBeNull();
  expect(readReturn({ redirect_status: 'failed' }).hasFailed).toBe(true);
});

test('SUCCESS-03 finds the purchase by payment, else by resource, else by the latest date', () => {
  expect(shownPurchase(own, { intentId: 'pi_2', resourceId: null })?.id).toBe(2);
  expect(shownPurchase(own, { intentId: null, resourceId: 10 })?.id).toBe(1);
  expect(shownPurchase(own, { intentId: null, resourceId: null })?.id).toBe(3);
});
