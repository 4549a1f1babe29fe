import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { getResource } from '#contract/catalogue/catalogue.endpoints.ts';
import { getResourceAccess } from '#contract/commerce/access.endpoints.ts';
import { getBillingDetails } from '#contract/commerce/payments.endpoints.ts';
import { agreeToPurchase, completePurchase } from '#contract/commerce/purchases.endpoints.ts';
import { getSeatPrices, listSeatOrders, orderSeats } from '#contract/commerce/purchases-seats.endpoints.ts';
import type { SeatOrder } from '#contract/commerce/purchases-seats.ts';
import { getPlanSeatPrices } from '#contract/commerce/subscriptions-seats.endpoints.ts';
import { resendVerification } from '#contract/identity/sign-in.endpoints.ts';
import { getOwnOrganisation } from '#contract/organisations/organisations.endpoints.ts';
import { member, wholeResource } from '#tests/support/web/fixtures.ts';
import { billingDetails, openPayment, purchase } from '#tests/support/web/money-fixtures.ts';
import { type Answer, answer, callsOf, hold, refuse, serve } from '#tests/support/web/network.ts';
import {
  confirmations,
  confirms,
  fillCard,
  findPayButton,
  intent,
  loadPaymentScript,
  payments,
} from '#tests/support/web/payment-form.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectTexts, expectToast } from '#tests/support/web/screen.ts';

const seatOrder = (changed: Partial<SeatOrder>): SeatOrder => ({
  id: 3,
  kind: 'plan',
  resourceId: null,
  title: null,
  plan: 'annual',
  seats: 10,
  amount: 899.9,
  currency: 'GBP',
  payment: 'card',
  status: 'paid',
  orderedAt: '2026-01-05T09:00:00.000Z',
  renewsAt: null,
  pendingSeats: null,
  endsAt: null,
  payer: 'Ines Kaldor',
  poNumber: null,
  documentId: null,
  invoiceUrl: null,
  dueAt: null,
  worksUntil: null,
  ...changed,
});

/** Answers of both pages on which an owner orders seats. */
const forOrder = (): Answer[] => [
  answer(getOwnOrganisation, {
    id: 4,
    name: 'Northmere',
    role: 'owner',
    isKnown: false,
    people: 2,
    seats: { total: 0, inUse: 0 },
    ownSeats: [],
  }),
  answer(getResource, wholeResource({ accessType: 'purchase', price: 19.99 })),
  answer(getSeatPrices, { resourceId: 1, title: 'Resource 1', currency: 'GBP', price: 19.99, steps: [] }),
  answer(getPlanSeatPrices, {
    currency: 'GBP',
    resources: 3,
    monthly: { price: 8.99, steps: [] },
    annual: { price: 89.99, steps: [] },
  }),
  answer(getResourceAccess, { hasAccess: false, code: 'access.purchase-required', reason: 'Purchase required' }),
  answer(orderSeats, openPayment({ amount: 199.9, listPrice: 199.9 })),
  answer(getBillingDetails, billingDetails()),
  answer(agreeToPurchase, { message: 'Recorded' }),
  answer(completePurchase, purchase({ seats: 10, amount: 199.9 })),
  answer(listSeatOrders, []),
  intent(),
  confirms(),
];

async function pay(page: string, answers: readonly Answer[]) {
  await loadPaymentScript();
  const { user } = await renderPortal(page, { config: { payments }, answers: [...forOrder(), ...answers] });
  await user.click(await screen.findByRole('button', { name: 'Continue to payment' }));
  await fillCard(user);
  await user.click(await findPayButton());
  return user;
}

/** Asserts that nothing on the page could begin a second payment. */
function expectNoForm() {
  for (const role of ['textbox', 'form', 'combobox', 'radio'] as const) expect(screen.queryByRole(role)).toBeNull();
  for (const name of [/^Pay/, /One seat/, 'Continue to payment', /company details/]) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
  expect(callsOf(orderSeats)).toHaveLength(1);
  expect(confirmations()).toHaveLength(1);
}

const findPanel = (name: string) => screen.findByRole('heading', { name });
async function expectFocus(name: string) {
  const heading = await findPanel(name);
  await waitFor(() => expect(heading).toHaveFocus());
}

const seatsPage = '/checkout/1?seats=true';
const planPage = '/organisation/order';

/** Asserts that the keyboard reaches these in this order, wherever the page shows them. */
function expectOrder(...elements: Element[]) {
  for (const [index, next] of elements.slice(1).entries()) {
    expect(elements[index]?.compareDocumentPosition(next)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  }
}

test.for([seatsPage, planPage])(
  'TAX-06 at %s the keyboard reaches seats and card before company details',
  async (page) => {
    await loadPaymentScript();
    const { user } = await renderPortal(page, { config: { payments }, answers: forOrder() });
    await user.click(await screen.findByRole('button', { name: 'Continue to payment' }));
    const card = await screen.findByLabelText('Card number');
    const details = screen.getByRole('button', { name: 'Add company details' });
    expectOrder(screen.getByRole('textbox', { name: 'Seats' }), card, details);
  },
);

test.for([seatsPage, planPage])(
  'SEAT-02 %s says the need of a verified address before the form of the invoice, and sends the link',
  async (page) => {
    const { user } = await renderPortal(page, {
      as: member({ emailVerified: false }),
      config: { payments },
      answers: [...forOrder(), answer(resendVerification, { message: 'The link is on its way.' })],
    });
    await user.click(await screen.findByRole('button', { name: 'Continue to payment' }));
    expect(screen.queryByText(/verified email address/)).toBeNull();
    await user.click(screen.getByRole('radio', { name: /^Invoice/ }));
    const send = await screen.findByRole('button', { name: 'Send the link' });
    expect(screen.getByText('Ordering by invoice needs a verified email address.')).toBeVisible();
    expectOrder(send, screen.getByRole('textbox', { name: /^Organisation name/ }));
    await user.click(send);
    await expectToast('Email sent', 'The link is on its way.');
    expect(callsOf(orderSeats).filter(({ body }) => JSON.stringify(body).includes('invoice'))).toEqual([]);
  },
);

test('SEAT-02 the form of the invoice asks for no verification of a verified address', async () => {
  const { user } = await renderPortal(seatsPage, {
    as: member({ emailVerified: true }),
    config: { payments },
    answers: forOrder(),
  });
  await user.click(await screen.findByRole('button', { name: 'Continue to payment' }));
  await user.click(screen.getByRole('radio', { name: /^Invoice/ }));
  expect(await screen.findByRole('textbox', { name: /^Organisation name/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Send the link' })).toBeNull();
});

test('CHECKOUT-07 SEAT-01 an order of seats that is paid and not recorded offers no second payment', async () => {
  const user = await pay(seatsPage, [refuse(completePurchase, 'purchases.unconfirmed')]);
  await expectFocus('Your purchase is not recorded yet');
  expectNoForm();
  serve(answer(completePurchase, purchase({ seats: 10, amount: 199.9 })));
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await findPanel('Payment Successful')).toBeVisible();
  expectNoForm();
});

test.for([seatsPage, planPage])('CHECKOUT-07 SEAT-01 %s has no form while its payment is processing', async (page) => {
  await pay(page, [confirms({ status: 'processing' })]);
  await expectFocus('Your payment is being processed…');
  expectNoForm();
});

test('CHECKOUT-07 SEAT-01 the receipt of seats has cover, day, amount and invoice', async () => {
  await pay(seatsPage, [answer(completePurchase, purchase({ seats: 10, amount: 199.9, documentId: 5 }))]);
  expect(await findPanel('Payment Successful')).toBeVisible();
  await waitFor(() => expectTexts(screen.getAllByRole('term'), ['Seats', 'For', 'Date', 'Paid with', 'Paid']));
  expect(await screen.findByText('Report')).toBeVisible();
  expect(screen.getByText('Resource 1', { selector: 'b' })).toBeVisible();
  expectTexts(screen.getAllByRole('definition'), ['10', 'Northmere', '5 January 2026', 'Visa ending 4242', '£199.90']);
  expect(screen.getByRole('button', { name: 'Download invoice' })).toBeVisible();
});

test('CHECKOUT-07 SEAT-01 the receipt of seats of the plan has the invoice', async () => {
  await pay(planPage, [answer(listSeatOrders, [seatOrder({ documentId: 6 })])]);
  expect(await findPanel('Payment Successful')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Download invoice' })).toBeVisible();
  expect(within(screen.getByRole('main')).queryByRole('link', { name: 'Billing' })).toBeNull();
});

test('CHECKOUT-07 SEAT-01 the receipt of seats says where the invoice will appear when there is none yet', async () => {
  await pay(planPage, [answer(listSeatOrders, [seatOrder({ documentId: null })])]);
  expect(await findPanel('Payment Successful')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Download invoice' })).toBeNull();
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Billing' })).toHaveAttribute(
    'href',
    '/organisation?tab=billing',
  );
});

test.for([seatsPage, planPage])('CHECKOUT-07 SEAT-01 %s has no form while its payment is recorded', async (page) => {
  const held = [hold(answer(completePurchase, purchase({ seats: 10 }))), hold(answer(listSeatOrders, []))];
  await pay(page, held);
  await expectFocus('Your payment has arrived');
  expectNoForm();
});
