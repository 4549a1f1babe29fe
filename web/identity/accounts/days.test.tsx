import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { listOnlineProducts } from '#contract/catalogue/products.endpoints.ts';
import { getBilling } from '#contract/commerce/billing.endpoints.ts';
import {
  createPromoCode,
  listPromoCodes,
  listPromoPlans,
  listPromoRedemptions,
} from '#contract/commerce/promotions-admin.endpoints.ts';
import { cancelSubscription, listSubscriptions, showCancelOffer } from '#contract/commerce/subscriptions.endpoints.ts';
import { isoDay } from '#contract/dates.ts';
import { updateProfile } from '#contract/identity/accounts.endpoints.ts';
import { getOwnOrganisation } from '#contract/organisations/organisations.endpoints.ts';
import { forBilling, forCheckout, forSettings } from '#tests/support/web/answers.ts';
import { administrator, member, onlineProduct } from '#tests/support/web/fixtures.ts';
import { billing, promoCode, subscription } from '#tests/support/web/money-fixtures.ts';
import { answer, callsOf, fail } from '#tests/support/web/network.ts';
import { payments } from '#tests/support/web/payment-form.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

/** 2 June in Auckland, 1 June in Pago Pago. */
const instant = '2127-06-01T14:00:00.000Z';
const zones = [
  ['Pacific/Auckland', '2 June 2127'],
  ['Pacific/Pago_Pago', '1 June 2127'],
] as const;

const saved = answer(updateProfile, ({ body }) => member({ timeZone: body.timeZone ?? null }));

test('SET-21 the settings show the time zone and save another one at once', async () => {
  const as = member({ timeZone: 'Europe/London' });
  const { user } = await renderPortal('/settings', { as, answers: [...forSettings(), saved] });
  const list = await screen.findByRole('combobox', { name: 'Time zone' });
  expect(list).toHaveValue('Europe/London');
  await user.selectOptions(list, 'Pacific/Auckland');
  await expectToast('Settings updated');
  expect(callsOf(updateProfile).map(({ body }) => body)).toEqual([{ timeZone: 'Pacific/Auckland' }]);
  expect(list).toHaveValue('Pacific/Auckland');
});

test('SET-21 a time zone that could not be saved is shown as it was', async () => {
  const as = member({ timeZone: 'Europe/London' });
  const { user } = await renderPortal('/settings', { as, answers: [...forSettings(), fail(updateProfile)] });
  const list = await screen.findByRole('combobox', { name: 'Time zone' });
  await user.selectOptions(list, 'Pacific/Auckland');
  await expectToast('Settings update failed');
  expect(list).toHaveValue('Europe/London');
});

test('SET-21 the browser’s zone is sent once for a member without one, and for no one else', async () => {
  await renderPortal('/settings', { as: member({ timeZone: null }), answers: [...forSettings(), saved] });
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  await waitFor(() => expect(callsOf(updateProfile).map(({ body }) => body)).toEqual([{ timeZone: own }]));
  expect(await screen.findByRole('combobox', { name: 'Time zone' })).toHaveValue(own);
});

test('SET-21 no zone is sent for a member with one', async () => {
  await renderPortal('/settings', { as: member({ timeZone: 'Asia/Kolkata' }), answers: forSettings() });
  expect(await screen.findByRole('combobox', { name: 'Time zone' })).toHaveValue('Asia/Kolkata');
  expect(callsOf(updateProfile)).toEqual([]);
});

test.each(zones)(
  'GEN-27 Billing and a sentence of the server name one day for a reader in %s',
  async (timeZone, day) => {
    const current = subscription({ currentPeriodEnd: instant });
    const { user } = await renderPortal('/billing', {
      as: member({ timeZone }),
      config: { payments },
      answers: [
        ...forBilling(),
        answer(getBilling, billing()),
        answer(getOwnOrganisation, null),
        answer(listSubscriptions, () => [current]),
        answer(showCancelOffer, { offer: null }),
        answer(cancelSubscription, () => {
          current.cancelAtPeriodEnd = true;
          // The sentence of a portal that does not know the zone of its caller.
          return { message: 'It ends on 1 June 2127.', days: [{ text: '1 June 2127', at: instant }] };
        }),
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Cancel Subscription' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent(`You keep access until ${day}`);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel Subscription' }));
    await expectToast('Subscription Cancelled', `It ends on ${day}.`);
  },
);

test('GEN-27 ADM-PROMO-11 a promo code expires at the time of the reader’s zone, which the form names', async () => {
  const { user } = await renderPortal('/admin-dashboard?tab=promo-codes', {
    as: administrator({ timeZone: 'Pacific/Auckland' }),
    answers: [
      answer(listPromoCodes, [promoCode()]),
      answer(listOnlineProducts, [onlineProduct({ id: 1, name: 'AI Use Case Canvas' })]),
      answer(listPromoPlans, []),
      answer(listPromoRedemptions, []),
      answer(createPromoCode, promoCode()),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Create Promo Code' }));
  const dialog = within(await screen.findByRole('dialog'));
  const expires = dialog.getByLabelText(/^Expires/);
  expect(expires).toHaveAccessibleDescription('Empty means never. The time is that of Pacific/Auckland.');
  await user.type(dialog.getByLabelText(/^Code/), 'JUNE');
  await user.type(expires, '2127-06-02T02:00');
  await user.click(await dialog.findByRole('checkbox', { name: 'AI Use Case Canvas' }));
  await user.type(dialog.getByLabelText(/^Stripe Plan ID/), 'price_monthly');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(callsOf(createPromoCode)[0]?.body).toMatchObject({ expiresAt: instant }));
});

test.each(zones)('GEN-27 GIFT-06 a gift is sent on the reader’s own day at first, in %s', async (timeZone) => {
  await renderPortal('/checkout/3?gift=true', {
    as: member({ timeZone }),
    config: { payments },
    answers: forCheckout(),
  });
  expect(await screen.findByLabelText(/^Send on/)).toHaveValue(isoDay(new Date(), timeZone));
});
