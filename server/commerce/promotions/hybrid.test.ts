import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { codeMaker, letDaysPass, redeemCode, verifiedMember } from '#tests/support/promotions.ts';

let portal: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal();
});
afterAll(() => portal.close());

it('PROMO-16 gives free days, then the discount for its cycles, then the full price with a hybrid', {
  tags: 'long',
}, async () => {
  const addCode = await codeMaker(portal);
  const discount = { discountType: 'fixed', discountValue: 4, discountDuration: 2 };
  const { code } = await addCode({ promoType: 'hybrid', freeAccessDays: 40, ...discount });
  const member = await verifiedMember(portal);
  expect((await redeemCode(member, code)).status).toBe(200);
  await portal.runJobs();
  const [subscription] = (await portal.stripe.subscriptions.list()).data;
  const customer = String(subscription?.customer);
  expect(subscription?.discounts).toHaveLength(1);
  // Repeating the job changes nothing.
  const [redemption] = await portal.rows('select id from promo_redemptions');
  await portal.runTask('discount-after-trial', { redemptionId: redemption?.id });
  expect((await portal.stripe.subscriptions.list()).data[0]?.discounts).toEqual(subscription?.discounts);

  const { id } = await portal.stripe.paymentMethods.attach('pm_card_visa', { customer });
  await portal.stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  for (const days of [41, 31, 31]) await letDaysPass(portal, days);
  const invoices = (await portal.stripe.invoices.list({ customer })).data.toReversed();
  expect(invoices.map(({ amount_paid }) => amount_paid)).toEqual([0, 499, 499, 899]);
  await expectInvariants(portal.database);
});
