import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { currentConsent } from '#contract/commerce/consent-texts.ts';
import { redeemPromoCode, redeemValidatedCode, validatePromoCode } from '#contract/commerce/promotions.endpoints.ts';
import { getSubscription } from '#contract/commerce/subscriptions.endpoints.ts';
import { forBilling, forDashboard } from '#tests/support/web/answers.ts';
import { member } from '#tests/support/web/fixtures.ts';
import { offeredCode, subscription } from '#tests/support/web/money-fixtures.ts';
import { answer, callsOf, fail, hold, refuse, serve } from '#tests/support/web/network.ts';
import { payments } from '#tests/support/web/payment-form.ts';
import { closeAll, renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

const findField = () => screen.findByRole('textbox', { name: 'Promo Code' });
const findButton = (name: string) => screen.findByRole('button', { name });
const described = async (text: string) =>
  waitFor(async () => expect(await findField()).toHaveAccessibleDescription(text));

/** Opens the dialog of the dashboard, which redeems in one step. */
async function openRedeem(as = member()) {
  const { user } = await renderPortal('/', { as, answers: forDashboard() });
  await user.click(await findButton('Redeem Promo Code'));
  return { user, field: await findField() };
}

/** Opens the dialog of Billing, which first shows the benefits of a code. */
async function openValidate(as = member()) {
  const { user } = await renderPortal('/billing', { as, config: { payments }, answers: forBilling() });
  await user.click(await findButton('Redeem Code'));
  return { user, field: await findField() };
}

test('PROMO-01 DASH-07 DASH-09 a code is written and sent in upper case, once, and the dialog closes', async () => {
  const { user, field } = await openRedeem();
  expect(field).toHaveAttribute('placeholder', 'PREORDER-BONUS');
  await user.type(field, '  welcome90 ');
  expect(field).toHaveValue('  WELCOME90 ');
  const held = hold(answer(redeemPromoCode, { message: 'Your free trial of 90 days has started.' }));
  serve(held, answer(getSubscription, subscription({ status: 'trialing' })));
  await user.dblClick(await findButton('Redeem'));
  held.release();
  await expectToast('Promo code redeemed', 'Your free trial of 90 days has started.');
  expect(callsOf(redeemPromoCode).map(({ body }) => body)).toEqual([
    { code: 'WELCOME90', textVersion: currentConsent },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(async () => expect(await findButton('Redeem Promo Code')).toHaveFocus());
});

test('DASH-08 GEN-24 the dashboard’s dialog says that a code is missing', async () => {
  const { user, field } = await openRedeem();
  await user.type(field, '   ');
  await user.click(await findButton('Redeem'));
  await expectToast('Code Required', 'Please enter a promo code.');
  expect(field).toHaveAccessibleDescription('Please enter a promo code.');
  expect(field).toHaveFocus();
  expect(callsOf(redeemPromoCode)).toHaveLength(0);
});

test('DASH-10 GEN-24 the dashboard’s dialog says why a code was refused', async () => {
  const { user, field } = await openRedeem();
  serve(refuse(redeemPromoCode, 'promotions.code-refused'));
  await user.type(field, 'no-such-code{Enter}');
  await expectToast('Redemption Failed', 'Invalid or expired promo code.');
  expect(field).toHaveAccessibleDescription('Invalid or expired promo code.');
  expect(field).toHaveFocus();
  expect(field).toHaveValue('NO-SUCH-CODE');
  serve(refuse(redeemPromoCode, 'promotions.discount-only'));
  await user.click(await findButton('Redeem'));
  await expectToast('Redemption Failed', /Redeem it on the Billing page/);
  serve(fail(redeemPromoCode));
  await user.click(await findButton('Redeem'));
  await expectToast('Redemption Failed', 'Invalid or expired promo code.');
});

test('ACCT-06 a free trial asks for a verified address in the dashboard’s dialog', async () => {
  const { user, field } = await openRedeem();
  serve(refuse(redeemPromoCode, 'promotions.verify-first'));
  await user.type(field, 'welcome90{Enter}');
  const notice = await within(screen.getByRole('dialog')).findByRole('alert');
  expect(notice).toHaveTextContent('Please verify your email address first.');
  expect(within(notice).getByRole('button', { name: 'Send the link' })).toBeEnabled();
});

test('ACCT-06 PROMO-21 both dialogs leave it to the server whether an unverified member may redeem, as in a demo', async () => {
  const unverified = member({ emailVerified: false });
  const { user, field } = await openRedeem(unverified);
  serve(
    answer(redeemPromoCode, { message: 'Your free trial of 90 days has started.' }),
    answer(getSubscription, subscription({ status: 'trialing' })),
  );
  await user.type(field, 'welcome90{Enter}');
  await expectToast('Promo code redeemed', 'Your free trial of 90 days has started.');
  closeAll();
  const billing = await openValidate(unverified);
  serve(
    answer(validatePromoCode, { valid: true, message: '', promoCode: offeredCode() }),
    answer(redeemValidatedCode, { checkoutUrl: 'https://pay.example.org/checkout' }),
  );
  await billing.user.type(billing.field, 'spring{Enter}');
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  await billing.user.click(await findButton('Proceed to Checkout'));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example.org/checkout'));
  expect(screen.queryByText('Please verify your email address first.')).toBeNull();
});

test('PROMO-01 PROMO-02 GEN-24 the dialog of Billing says that a code is too short', async () => {
  const { user, field } = await openValidate();
  expect(field).toHaveAttribute('placeholder', 'PREORDER-BONUS');
  await user.type(field, 'ab{Enter}');
  expect(field).toHaveAccessibleDescription('Please enter a valid promo code');
  expect(field).toHaveFocus();
  expect(callsOf(validatePromoCode)).toHaveLength(0);
});

test('PROMO-05 GEN-24 the dialog of Billing says what is wrong with a code', async () => {
  const { user, field } = await openValidate();
  const message = 'The promo code you entered is not valid.';
  serve(answer(validatePromoCode, { valid: false, message, promoCode: null }));
  await user.type(field, 'no-such-code');
  expect(field).toHaveValue('NO-SUCH-CODE');
  await user.click(await findButton('Validate'));
  await expectToast('Invalid Promo Code', message);
  await described(message);
  expect(field).toHaveFocus();
  serve(fail(validatePromoCode));
  await user.click(await findButton('Validate'));
  await expectToast('Validation Error', 'Failed to validate promo code.');
});

test('BILL-02 PROMO-04 LABEL-06 the dialog of Billing shows what a code gives, and leads to the checkout', async () => {
  const { user, field } = await openValidate();
  const trial = offeredCode({ code: 'WELCOME90', promoType: 'free_trial', freeAccessDays: 90, discount: null });
  serve(
    answer(validatePromoCode, { valid: true, message: '', promoCode: trial }),
    answer(redeemValidatedCode, { checkoutUrl: 'https://pay.example.org/checkout' }),
  );
  await user.type(field, 'welcome90{Enter}');
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('90 days'));
  expect(screen.getByRole('dialog')).toHaveTextContent('£8.99 per month');
  await user.click(await findButton('Change Code'));
  expect(await findField()).toHaveValue('WELCOME90');
  await user.click(await findButton('Validate'));
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  await user.click(await findButton('Proceed to Checkout'));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example.org/checkout'));
});

test('PROMO-06 the dialog of Billing shows the server’s error when a checkout cannot be opened', async () => {
  const { user, field } = await openValidate();
  serve(
    answer(validatePromoCode, { valid: true, message: '', promoCode: offeredCode() }),
    refuse(redeemValidatedCode, 'promotions.redeemed-before'),
  );
  await user.type(field, 'spring{Enter}');
  await user.click(await findButton('Proceed to Checkout'));
  await expectToast('Redemption Failed', 'You have already redeemed this promo code.');
  await user.click(await findButton('Close dialog'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
