import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { getResource } from '#contract/catalogue/catalogue.endpoints.ts';
import { getResourceAccess } from '#contract/commerce/access.endpoints.ts';
import { getBillingDetails, saveBillingDetails } from '#contract/commerce/payments.endpoints.ts';
import {
  agreeToPurchase,
  completePurchase,
  createPaymentIntent,
  listPurchases,
} from '#contract/commerce/purchases.endpoints.ts';
import { forBrowse, forCheckout, forResource } from '#tests/support/web/answers.ts';
import { wholeResource } from '#tests/support/web/fixtures.ts';
import { billingDetails, openPayment, purchase, tax } from '#tests/support/web/money-fixtures.ts';
import { type Answer, answer, callsOf, fail, hold, refuse, serve } from '#tests/support/web/network.ts';
import {
  confirmations,
  confirms,
  declines,
  fillCard,
  findPayButton,
  intent,
  loadPaymentScript,
  loses,
  payments,
} from '#tests/support/web/payment-form.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectAddress, expectTexts, expectToast } from '#tests/support/web/screen.ts';

async function openCheckout(answers = forCheckout()) {
  await loadPaymentScript();
  return renderPortal('/checkout/1', { config: { payments }, answers });
}

const findPaid = () => screen.findByRole('heading', { name: 'Payment Successful' });
const queryPayButton = () => screen.queryByRole('button', { name: /^Pay / });

test('CHECKOUT-01 CHECKOUT-02 CHECKOUT-04 the checkout shows the resource, its price and the security notes', async () => {
  const held = hold(answer(createPaymentIntent, openPayment()));
  const { user } = await openCheckout([...forBrowse(), ...forCheckout(), held]);
  expect(await screen.findByRole('heading', { name: 'Order summary' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Resource 1' })).toBeVisible();
  expectTexts(screen.getAllByRole('definition'), ['£19.99', '£0.00', '£19.99']);
  expectTexts(screen.getAllByRole('term'), ['Price', 'Processing fee', 'Total']);
  expect(screen.getByTestId('skeleton')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Secure payment' })).toHaveTextContent('payment provider');
  held.release();
  expect(await screen.findByLabelText('Card number')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Back to Resources' }));
  await expectAddress('/browse');
});

test('TAX-06 beside the form the keyboard reaches the card before promo code and company details', async () => {
  await openCheckout();
  const card = await screen.findByLabelText('Card number');
  for (const later of [
    screen.getByRole('textbox', { name: 'Promo Code' }),
    await screen.findByRole('button', { name: 'Add company details' }),
  ]) {
    expect(card.compareDocumentPosition(later)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  }
});

test('GEN-26 the checkout works with a payment in the bare shape of the specification', async () => {
  const { clientSecret } = openPayment();
  const bare: Answer = { endpoint: createPaymentIntent, respond: () => Response.json({ clientSecret }) };
  await openCheckout([...forCheckout(), bare]);
  expect(await findPayButton()).toHaveTextContent('Pay £19.99');
  expectTexts(screen.getAllByRole('definition'), ['£19.99', '£0.00', '£19.99']);
});

test.for(['2147483647', 'tea'])(
  'CHECKOUT-03 the checkout has nothing to pay for the unknown resource %s',
  async (id) => {
    await loadPaymentScript();
    await renderPortal(`/checkout/${id}`, {
      config: { payments },
      answers: [
        ...forCheckout(),
        refuse(getResource, 'catalogue.not-found'),
        refuse(createPaymentIntent, 'catalogue.not-found'),
      ],
    });
    expect(await screen.findByRole('heading', { name: 'Resource not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse Resources' })).toHaveAttribute('href', '/browse');
    expect(queryPayButton()).toBeNull();
  },
);

test('CHECKOUT-12 the checkout shows an error when the payment cannot be opened, and opens it by Try again', async () => {
  const { user } = await openCheckout([...forCheckout(), fail(createPaymentIntent)]);
  await expectToast('Failed to initialize payment. Please try again.');
  expect(await screen.findByRole('heading', { name: 'The payment could not be opened' })).toBeVisible();
  expect(queryPayButton()).toBeNull();
  serve(answer(createPaymentIntent, openPayment()));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await findPayButton()).toHaveTextContent('Pay £19.99');
});

test('CHECKOUT-01 the checkout shows an error when the payment script does not load, and loads it by Try again', async () => {
  const { user } = await renderPortal('/checkout/1', { config: { payments }, answers: forCheckout() });
  expect(await screen.findByRole('heading', { name: 'The payment form could not be loaded' })).toBeVisible();
  await loadPaymentScript();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Card number')).toBeVisible();
});

test('CHECKOUT-16 the checkout shows when an owned resource was bought, not when it was given or its seats were', async () => {
  const forOthers = [purchase({ id: 2, amount: 5, isGift: true }), purchase({ id: 3, amount: 70, seats: 10 })];
  await openCheckout([
    ...forCheckout(),
    refuse(createPaymentIntent, 'purchases.already-owned'),
    answer(listPurchases, [...forOthers, purchase({ amount: 7 })]),
  ]);
  expect(await screen.findByRole('heading', { name: 'You already own this resource' })).toBeVisible();
  expect(
    await screen.findByText('You bought it on 5 January 2026 for £7.00. There is nothing left to pay.'),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'View Resource' })).toHaveAttribute('href', '/resource/1?refresh=true');
  expect(queryPayButton()).toBeNull();
});

test('CHECKOUT-16 the checkout says that a resource is not for sale', async () => {
  await openCheckout([...forCheckout(), refuse(createPaymentIntent, 'purchases.not-for-sale')]);
  expect(await screen.findByText('This resource is not for sale.')).toBeVisible();
  expect(queryPayButton()).toBeNull();
});

test('CHECKOUT-17 the checkout says why the last payment did not go through', async () => {
  await openCheckout([...forCheckout(), intent({ last_payment_error: { message: 'Your card was declined.' } })]);
  expect(
    await screen.findByText('Your last payment did not go through: Your card was declined.', { exact: false }),
  ).toBeVisible();
});

test.for(['double click', 'Enter twice'])('CHECKOUT-11 the checkout pays once by %s', async (press) => {
  const { user } = await openCheckout([...forCheckout(), ...forResource()]);
  await fillCard(user);
  if (press === 'double click') await user.dblClick(await findPayButton());
  else await user.type(screen.getByLabelText('CVC'), '{Enter}{Enter}');
  expect(await findPaid()).toBeVisible();
  expect(confirmations()).toHaveLength(1);
  expect(callsOf(completePurchase).map(({ body }) => body)).toEqual([{ resourceId: 1, paymentIntentId: 'pi_1' }]);
});

test('CHECKOUT-13 a declined card’s reason stays at the form and takes the focus until the next try', async () => {
  const { user } = await openCheckout([...forCheckout(), declines('Your card has insufficient funds.')]);
  await fillCard(user);
  await user.click(await findPayButton());
  await expectToast('Payment Failed', 'Your card has insufficient funds.');
  const reason = await screen.findByText(/^Your card has insufficient funds\. You have not been charged\./);
  expect(reason.closest('[role="alert"]')?.parentElement).toHaveFocus();
  serve(confirms(), ...forResource());
  await user.click(await findPayButton());
  expect(await findPaid()).toBeVisible();
  expect(screen.queryByText(/insufficient funds/)).toBeNull();
});

test('CHECKOUT-13 CHECKOUT-11 the checkout finds the payment at the next try after a lost connection, and charges nothing', async () => {
  const { user } = await openCheckout([...forCheckout(), loses('confirm')]);
  await fillCard(user);
  // The bank has charged the card; only the response is lost.
  serve(loses('get'));
  await user.click(await findPayButton());
  await expectToast('Payment Error', 'An unexpected error occurred');
  expect(screen.getByText('you are not charged a second time', { exact: false })).toBeVisible();
  expect(callsOf(completePurchase)).toHaveLength(0);
  serve(intent({ status: 'succeeded' }));
  await user.click(await findPayButton());
  expect(await findPaid()).toBeVisible();
  expect(screen.getByText('you have not been charged again', { exact: false })).toBeVisible();
  expect(confirmations()).toHaveLength(1);
});

test('CHECKOUT-14 the checkout says when a payment could not be recorded, and records it by Check again', async () => {
  const { user } = await openCheckout([...forCheckout(), refuse(completePurchase, 'purchases.unconfirmed')]);
  await fillCard(user);
  await user.click(await findPayButton());
  await expectToast('Payment Processed', /Please contact support/);
  expect(screen.getByRole('heading', { name: 'Your purchase is not recorded yet' })).toHaveFocus();
  expect(screen.getByText('The payment provider is not responding at the moment.', { exact: false })).toBeVisible();
  expect(queryPayButton()).toBeNull();
  serve(answer(completePurchase, purchase()));
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await findPaid()).toBeVisible();
});

test('CHECKOUT-07 every form goes as the payment succeeds', async () => {
  const { user } = await openCheckout();
  expect(await screen.findByRole('textbox', { name: /^Promo Code/ })).toBeVisible();
  await fillCard(user);
  await user.click(await findPayButton());
  const heading = await findPaid();
  await waitFor(() => expect(heading).toHaveFocus());
  for (const role of ['textbox', 'form', 'complementary'] as const) expect(screen.queryByRole(role)).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Order summary' })).toBeNull();
});

/** Asserts that a page has nothing that could begin, change or repeat a payment. */
function expectNoForm() {
  for (const role of ['textbox', 'form', 'combobox', 'radio'] as const) expect(screen.queryByRole(role)).toBeNull();
  expect(queryPayButton()).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Invoice details' })).toBeNull();
}

test.for(['being recorded', 'not recorded', 'being processed'])(
  'CHECKOUT-07 the checkout has no form while a payment is %s',
  async (state) => {
    const recording = hold(refuse(completePurchase, 'purchases.unconfirmed'));
    const { user } = await openCheckout([
      ...forCheckout(),
      recording,
      ...(state === 'being processed' ? [confirms({ status: 'processing' })] : []),
    ]);
    expect(await screen.findByRole('heading', { name: 'Invoice details' })).toBeVisible();
    await fillCard(user);
    await user.click(await findPayButton());
    if (state === 'being recorded') {
      const heading = await screen.findByRole('heading', { name: 'Your payment has arrived' });
      await waitFor(() => expect(heading).toHaveFocus());
      expectNoForm();
    }
    recording.release();
    if (state === 'not recorded') await screen.findByRole('heading', { name: 'Your purchase is not recorded yet' });
    if (state === 'being processed') await screen.findByRole('heading', { name: 'Your payment is being processed…' });
    expectNoForm();
    expect(screen.getByRole('heading', { name: 'Order summary' })).toBeVisible();
    expect(confirmations()).toHaveLength(1);
  },
);

test('CHECKOUT-08 after 0.5 s the purchases are fetched again, after 2 s the resource is shown', async () => {
  const held = hold(answer(completePurchase, purchase()));
  const { user, router } = await openCheckout([...forCheckout(), ...forResource(), held]);
  const addresses: string[] = [];
  router.subscribe('onBeforeNavigate', ({ toLocation }) => addresses.push(toLocation.href));
  await fillCard(user);
  await user.click(await findPayButton());
  await waitFor(() => expect(callsOf(completePurchase)).toHaveLength(1));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    held.release();
    while (!screen.queryByRole('heading', { name: 'Payment Successful' })) await vi.advanceTimersByTimeAsync(1);
    await vi.advanceTimersByTimeAsync(400);
    expect(callsOf(listPurchases)).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(200);
    expect(callsOf(listPurchases)).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1200);
    expect(location.pathname).toBe('/checkout/1');
    await vi.advanceTimersByTimeAsync(300);
  } finally {
    vi.useRealTimers();
  }
  await waitFor(() => expect(location.pathname).toBe('/resource/1'));
  await waitFor(() => expect(addresses).toContain('/resource/1?refresh=true'));
});

test('CHECKOUT-20 on the page of the resource the receipt takes the place of the price until it is closed', async () => {
  const sold = wholeResource({ accessType: 'purchase', price: 24 });
  const opened = openPayment({ amount: 24, listPrice: 24, tax: tax(20) });
  const paid = answer(completePurchase, purchase({ amount: 24, documentId: 5 }));
  const { user } = await openCheckout([
    ...forCheckout(),
    ...forResource(sold),
    answer(createPaymentIntent, opened),
    paid,
  ]);
  await fillCard(user);
  await user.click(await findPayButton());
  await findPaid();
  await user.click(screen.getByRole('link', { name: 'View Resource' }));
  await waitFor(() => expect(location.pathname + location.search).toBe('/resource/1'));
  const receipt = within(await screen.findByRole('region', { name: 'Payment Successful' }));
  expectTexts(receipt.getAllByRole('term'), ['For', 'Date', 'Paid with', 'Net', 'VAT 20% (United Kingdom)', 'Paid']);
  expectTexts(receipt.getAllByRole('definition'), [
    'Ines Kaldor',
    '5 January 2026',
    'Visa ending 4242',
    '£20.00',
    '£4.00',
    '£24.00',
  ]);
  expect(receipt.getByRole('button', { name: 'Download invoice' })).toBeVisible();
  expect(screen.queryByText('Price')).toBeNull();
  expect(screen.getByText('You have access')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'APPLICABILITY' }));
  await waitFor(() => expect(location.search).toBe('?tab=applicability'));
  expect(screen.getByRole('region', { name: 'Payment Successful' })).toBeVisible();
  await user.click(receipt.getByRole('button', { name: 'Close the receipt' }));
  expect(await screen.findByText('Price')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Payment Successful' })).toBeNull();
});

test('DETAIL-01 the page of a resource never says of what was just paid that a purchase is required', async () => {
  let isPaid = false;
  const access = answer(getResourceAccess, () =>
    isPaid
      ? { hasAccess: true, code: null, reason: '' }
      : { hasAccess: false, code: 'access.purchase-required' as const, reason: 'Purchase required' },
  );
  const sold = wholeResource({ accessType: 'purchase', price: 19.99 });
  await loadPaymentScript();
  const answers = [...forResource(sold), ...forCheckout(), access];
  const { user } = await renderPortal('/resource/1', { config: { payments }, answers });
  expect(await screen.findByText('Purchase Required')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'PURCHASE NOW' }));
  await fillCard(user);
  isPaid = true;
  await user.click(await findPayButton());
  await findPaid();
  // Later responses about the access are delayed.
  const late = hold(access);
  serve(late);
  await user.click(screen.getByRole('link', { name: 'View Resource' }));
  expect(await screen.findByText('You have access')).toBeVisible();
  expect(screen.queryByText('Purchase Required')).toBeNull();
  late.release();
});

test('DETAIL-01 PROMO-18 the page of a resource says at once that it is owned after a code over the whole price', async () => {
  const { clientSecret: _, ...covered } = openPayment({ amount: 0, promoCode: 'WHOLE' });
  let isOwned = false;
  const access = answer(getResourceAccess, () =>
    isOwned
      ? { hasAccess: true, code: null, reason: '' }
      : { hasAccess: false, code: 'access.purchase-required' as const, reason: 'Purchase required' },
  );
  const sold = wholeResource({ accessType: 'purchase', price: 19.99 });
  await loadPaymentScript();
  const answers = [...forResource(sold), ...forCheckout(), access];
  const { user } = await renderPortal('/resource/1', { config: { payments }, answers });
  await user.click(await screen.findByRole('button', { name: 'PURCHASE NOW' }));
  await user.type(await screen.findByRole('textbox', { name: /^Promo Code/ }), 'whole');
  isOwned = true;
  serve(answer(createPaymentIntent, covered));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await findPaid();
  const late = hold(access);
  serve(late);
  await user.click(screen.getByRole('link', { name: 'View Resource' }));
  expect(await screen.findByText('You have access')).toBeVisible();
  expect(screen.queryByText('Purchase Required')).toBeNull();
  late.release();
});

const codeField = () => screen.getByRole('textbox', { name: /^Promo Code/ });

test('PROMO-18 a code that is applied while the payment is still being opened waits for it', async () => {
  const held = hold(answer(createPaymentIntent, openPayment()));
  const { user } = await openCheckout([...forCheckout(), held]);
  await user.type(await screen.findByRole('textbox', { name: /^Promo Code/ }), 'spring');
  const apply = screen.getByRole('button', { name: 'Apply' });
  await user.click(apply);
  await waitFor(() => expect(apply).toHaveAttribute('aria-busy', 'true'));
  const sent = () => callsOf(createPaymentIntent).map(({ body }) => body.promoCode);
  expect(sent()).toEqual([undefined]);
  serve(answer(createPaymentIntent, openPayment({ amount: 15.99, promoCode: 'SPRING' })));
  held.release();
  await waitFor(async () => expect(await findPayButton()).toHaveTextContent('Pay £15.99'));
  expect(sent()).toEqual([undefined, 'SPRING']);
});

test('PROMO-18 PROMO-20 the checkout says why a code was refused, shows what a code takes off, and removes it', async () => {
  const { user } = await openCheckout();
  await findPayButton();
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(codeField()).toHaveAccessibleDescription('Please enter a promo code.');
  serve(refuse(createPaymentIntent, 'promotions.code-refused'));
  await user.type(codeField(), 'no-such-code{Enter}');
  await waitFor(() => expect(codeField()).toHaveAccessibleDescription('Invalid or expired promo code.'));
  expect(codeField()).toHaveFocus();
  expectTexts(screen.getAllByRole('definition'), ['£19.99', '£0.00', '£19.99']);
  serve(answer(createPaymentIntent, openPayment({ amount: 15.99, promoCode: 'SPRING' })));
  await user.clear(codeField());
  await user.type(codeField(), 'spring{Enter}');
  await waitFor(async () => expect(await findPayButton()).toHaveTextContent('Pay £15.99'));
  expectTexts(screen.getAllByRole('definition'), ['£19.99', '−£4.00', '£0.00', '£15.99']);
  expectTexts(screen.getAllByRole('term'), ['Price', 'Promo code SPRING', 'Processing fee', 'Total']);
  serve(answer(createPaymentIntent, openPayment()));
  await user.click(screen.getByRole('button', { name: 'Remove Code' }));
  await waitFor(() => expectTexts(screen.getAllByRole('definition'), ['£19.99', '£0.00', '£19.99']));
});

test('PROMO-18 a code that ends before the button is pressed charges nothing, and the page shows the full price', async () => {
  const { user } = await openCheckout([
    ...forCheckout(),
    answer(createPaymentIntent, openPayment({ amount: 15.99, promoCode: 'SPRING' })),
    refuse(agreeToPurchase, 'promotions.code-ended'),
  ]);
  await fillCard(user);
  serve(answer(createPaymentIntent, openPayment()));
  await user.click(await findPayButton());
  await expectToast('Promo code ended', 'This promo code has ended since you applied it. You have not been charged.');
  await waitFor(async () => expect(await findPayButton()).toHaveTextContent('Pay £19.99'));
  expect(confirmations()).toHaveLength(0);
});

/** Opens the checkout of £20 in a portal that adds tax, for a member whose country is unknown. */
async function openTaxedCheckout(answers: readonly Answer[] = []) {
  await loadPaymentScript();
  return renderPortal('/checkout/1', {
    config: { payments, tax: 'exclusive' },
    answers: [
      ...forCheckout(),
      answer(getResource, wholeResource({ accessType: 'purchase', price: 20 })),
      refuse(createPaymentIntent, 'payments.place-needed'),
      ...answers,
    ],
  });
}

const british = openPayment({ amount: 24, listPrice: 20, tax: tax(20) });

test('TAX-09 the checkout asks for the country before the payment, and then shows net, tax and total', async () => {
  const { user } = await openTaxedCheckout([refuse(saveBillingDetails, 'payments.place-needed')]);
  const place = await screen.findByRole('form', { name: 'Where are you?' });
  expect(screen.queryByLabelText('Card number')).toBeNull();
  expect(screen.getByText('Tax is added when your country is known.')).toBeVisible();
  const go = within(place).getByRole('button', { name: 'Continue to payment' });
  await user.click(go);
  const country = within(place).getByLabelText(/^Country/);
  await waitFor(() => expect(country).toHaveAttribute('aria-invalid', 'true'));
  expect(country).toHaveFocus();
  serve(
    answer(saveBillingDetails, billingDetails({ country: 'GB', postcode: 'EH6 6JJ' })),
    answer(createPaymentIntent, british),
  );
  await user.selectOptions(country, 'United Kingdom');
  await user.type(within(place).getByLabelText(/^Postcode/), 'EH6 6JJ');
  await user.click(go);
  expect(await findPayButton()).toHaveTextContent('Pay £24.00');
  expect(callsOf(saveBillingDetails).at(-1)?.body).toMatchObject({ country: 'GB', postcode: 'EH6 6JJ' });
  expectTexts(screen.getAllByRole('term'), ['Price', 'Processing fee', 'Net', 'VAT 20% (United Kingdom)', 'Total']);
  expectTexts(screen.getAllByRole('definition'), ['£20.00', '£0.00', '£20.00', '£4.00', '£24.00']);
});

test('TAX-10 the tax id of a foreign company ends in a reverse charge', async () => {
  const { user } = await openTaxedCheckout([
    answer(createPaymentIntent, british),
    answer(getBillingDetails, billingDetails({ country: 'GB' })),
    answer(saveBillingDetails, billingDetails({ country: 'DE', taxId: 'DE123456789', taxIdStatus: 'pending' })),
  ]);
  await findPayButton();
  await user.click(screen.getByRole('button', { name: 'Change invoice details' }));
  const details = within(await screen.findByRole('dialog', { name: 'Invoice details' }));
  await user.selectOptions(details.getByLabelText(/^Country/), 'Germany');
  await user.type(details.getByLabelText(/^Company name/), 'Harbour Trust GmbH');
  await user.type(details.getByLabelText(/^Tax id/), 'DE123456789');
  const reversed = tax(20, { tax: 0, country: 'DE', isReverseCharge: true, parts: [] });
  serve(answer(createPaymentIntent, openPayment({ amount: 20, listPrice: 20, tax: reversed })));
  await user.click(details.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Reverse charge: your company accounts for the tax.')).toBeVisible();
  await waitFor(async () => expect(await findPayButton()).toHaveTextContent('Pay £20.00'));
  expect(callsOf(saveBillingDetails)[0]?.body).toMatchObject({ companyName: 'Harbour Trust GmbH', country: 'DE' });
});
