import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { getBilling, openBillingPortal } from '#contract/commerce/billing.endpoints.ts';
import type { Billing } from '#contract/commerce/billing.ts';
import {
  acceptCancelOffer,
  cancelSubscription,
  endPause,
  listSubscriptions,
  pauseSubscription,
  reactivateSubscription,
  showCancelOffer,
} from '#contract/commerce/subscriptions.endpoints.ts';
import type { Subscription } from '#contract/commerce/subscriptions.ts';
import { getOwnOrganisation } from '#contract/organisations/organisations.endpoints.ts';
import { forBilling } from '#tests/support/web/answers.ts';
import { billing, subscription } from '#tests/support/web/money-fixtures.ts';
import { type Answer, answer, callsOf, fail, hold, refuse, serve } from '#tests/support/web/network.ts';
import { payments } from '#tests/support/web/payment-form.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

const findButton = (name: string) => screen.findByRole('button', { name });
const queryButton = (name: string) => screen.queryByRole('button', { name });
const inDialog = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name });

type Opened = { answers?: Answer[]; given?: Partial<Billing>; as?: Partial<Subscription> };

/**
 * Opens Billing for a subscriber. The test can change the returned subscription, and the portal's later answers contain
 * the change.
 */
async function openAsSubscriber({ answers = [], given = {}, as = {} }: Opened = {}) {
  const current = subscription(as);
  const change = (changed: Partial<Subscription>) => Object.assign(current, changed);
  const { user } = await renderPortal('/billing', {
    config: { payments },
    answers: [
      ...forBilling(),
      answer(getBilling, billing(given)),
      answer(getOwnOrganisation, null),
      answer(listSubscriptions, () => [current]),
      ...answers,
    ],
  });
  await screen.findByText('Current period');
  return { user, change };
}

async function confirmCancelling(user: UserEvent, reason?: string) {
  await user.click(await findButton('Cancel Subscription'));
  const asking = await screen.findByRole('dialog', { name: 'Cancel your subscription?' });
  if (reason) await user.selectOptions(within(asking).getByLabelText(/^Why are you cancelling\?/), reason);
  await user.dblClick(inDialog('Cancel Subscription'));
}

test('the billing screen says that it loads, and then shows the history', async () => {
  const held = hold(answer(getBilling, billing()));
  await renderPortal('/billing', { answers: [...forBilling(), held] });
  expect(await screen.findByText('Loading your billing information')).toBeInTheDocument();
  held.release();
  expect(await screen.findByText(/^No transactions yet\./)).toBeVisible();
  expect(screen.queryByText('Loading your billing information')).toBeNull();
});

test('the billing screen says that it could not be loaded, and loads again when asked', async () => {
  const { user } = await renderPortal('/billing', { answers: [...forBilling(), fail(getBilling)] });
  expect(await screen.findByRole('heading', { name: 'Failed to fetch billing information' })).toBeVisible();
  serve(answer(getBilling, billing({ totalSpent: 19.5 })));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  const label = await screen.findByText('Total spent');
  await waitFor(() => expect(label.parentElement).toHaveTextContent('£19.50'));
});

test('BILL-05 a member without payments finds an empty history, with nothing to export and no invoice', async () => {
  const { user } = await renderPortal('/billing', { config: { payments }, answers: forBilling() });
  expect(await screen.findByText(/^No transactions yet\./)).toBeVisible();
  expect(screen.getByText('Total spent').parentElement).toHaveTextContent('£0.00');
  expect(await findButton('Export CSV')).toHaveAccessibleDescription('There are no transactions to export yet.');
  await user.click(await findButton('View Invoices'));
  expect(await screen.findByText('There are no invoices or receipts yet.')).toBeVisible();
  await user.click(inDialog('Close'));
  await waitFor(async () => expect(await findButton('View Invoices')).toHaveFocus());
});

test('BILL-03 BILL-06 the billing screen shows the subscription and what it opens, its payments and the saved card', async () => {
  await openAsSubscriber({
    given: {
      paymentMethods: [
        { type: 'card', label: 'Visa ending 4242', last4: '4242', brand: 'visa', expMonth: 12, expYear: 2140 },
      ],
      transactions: [
        {
          id: 'in_1',
          date: '2026-01-05T09:00:00.000Z',
          type: 'subscription',
          description: 'Premium',
          amount: 8.99,
          currency: 'GBP',
          reference: 'in_1',
          status: 'paid',
          tax: 0,
          document: null,
        },
      ],
    },
  });
  expect(screen.getAllByText('Active')[0]).toBeVisible();
  expect(screen.getByText(/^The subscription opens every resource that is marked with it\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Browse subscription resources' })).toHaveAttribute(
    'href',
    '/browse?accessType=subscription',
  );
  expect(screen.getByText('Visa ending 4242')).toBeVisible();
  expect(screen.getByText('Default')).toBeVisible();
  expect(screen.getByRole('row', { name: /Subscription Payment/ })).toHaveTextContent('£8.99');
});

test('BILL-13 BILL-14 BILL-15 a subscription is cancelled once, after a question, and reactivated', async () => {
  const { user, change } = await openAsSubscriber({
    answers: [
      answer(showCancelOffer, { offer: null }),
      answer(cancelSubscription, () => {
        change({ cancelAtPeriodEnd: true });
        return { message: 'It ends on 5 February 2126.' };
      }),
      answer(reactivateSubscription, () => {
        change({ cancelAtPeriodEnd: false });
        return { message: 'It runs on.' };
      }),
    ],
  });
  await user.click(await findButton('Cancel Subscription'));
  expect(await screen.findByRole('dialog')).toHaveTextContent('You keep access until 5 February 2126');
  await user.click(await findButton('Keep Subscription'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(callsOf(cancelSubscription)).toHaveLength(0);
  await confirmCancelling(user, 'It is too expensive');
  await expectToast('Subscription Cancelled', 'It ends on 5 February 2126.');
  expect(callsOf(cancelSubscription).map(({ body }) => body)).toEqual([{ reason: 'too_expensive', comment: '' }]);
  expect((await screen.findAllByText('Cancelling Soon'))[0]).toBeVisible();
  expect(queryButton('Cancel Subscription')).toBeNull();
  await user.click(await findButton('Reactivate'));
  await expectToast('Subscription Reactivated', 'It runs on.');
  expect((await screen.findAllByText('Active'))[0]).toBeVisible();
});

test('BILL-16 a failed cancellation shows its sentence, and can be tried again', async () => {
  const { user, change } = await openAsSubscriber({ answers: [fail(cancelSubscription)] });
  await confirmCancelling(user);
  await expectToast('Cancellation Failed', 'Failed to cancel subscription.');
  serve(
    answer(cancelSubscription, () => {
      change({ cancelAtPeriodEnd: true });
      return { message: 'It ends.' };
    }),
  );
  await user.click(inDialog('Cancel Subscription'));
  await expectToast('Subscription Cancelled');
});

test('BILL-16 a failed reactivation shows the server’s message', async () => {
  const { user } = await openAsSubscriber({
    as: { cancelAtPeriodEnd: true },
    answers: [refuse(reactivateSubscription, 'subscriptions.suspended')],
  });
  await user.click(await findButton('Reactivate'));
  await expectToast(
    'Reactivation Failed',
    'Your subscription has been suspended by an administrator. Please contact support.',
  );
});

test.for([
  ['available', true],
  ['open', false],
  ['declined', false],
] as const)('SUBSCR-07 money back is asked for while the guarantee is %s: %s', async ([state, isOffered]) => {
  const guarantee = { state, amount: 8.99, currency: 'GBP', until: '2126-02-04T09:00:00.000Z', answer: null };
  await openAsSubscriber({ given: { guarantee } });
  expect(await screen.findByRole('heading', { name: 'Money-back guarantee' })).toBeVisible();
  expect(queryButton('Request a refund') !== null).toBe(isOffered);
});

test('SUBSCR-22 a member pauses for two months instead of cancelling, and takes the pause back', async () => {
  const { user, change } = await openAsSubscriber({
    answers: [
      answer(pauseSubscription, () => {
        const pause = { startsAt: '2126-02-05T09:00:00.000Z', endsAt: '2126-04-05T09:00:00.000Z', isRunning: false };
        change({ pause });
        return { message: 'It pauses.' };
      }),
      answer(endPause, () => {
        change({ pause: null });
        return { message: 'It runs on.' };
      }),
    ],
  });
  await user.click(await findButton('Cancel Subscription'));
  await user.click(await findButton('Pause for 1 to 3 months'));
  await user.click(await screen.findByRole('radio', { name: '2 months' }));
  await user.click(await findButton('Pause for 2 Months'));
  await expectToast('Pause scheduled');
  expect(callsOf(pauseSubscription).map(({ body }) => body)).toEqual([{ months: 2 }]);
  expect(
    await screen.findByText(/^Your subscription pauses on 5 February 2126\. You keep access until then\./),
  ).toBeVisible();
  expect(queryButton('Pause')).toBeNull();
  await user.click(await findButton('Do not pause'));
  await expectToast('Pause ended');
  expect(await findButton('Pause')).toBeVisible();
});

test('SUBSCR-24 a member who says why is made an offer: closed it does nothing, accepted it is shown', async () => {
  const { user, change } = await openAsSubscriber({
    answers: [
      answer(showCancelOffer, {
        offer: {
          percentOff: 30,
          payments: 3,
          price: 8.99,
          amount: 6.29,
          currency: 'GBP',
          startsAt: '2126-02-05T09:00:00.000Z',
          fullPriceFrom: '2126-05-05T09:00:00.000Z',
        },
      }),
      answer(acceptCancelOffer, () => {
        change({ discount: { amount: 6.29, fullPriceFrom: '2126-05-05T09:00:00.000Z' } });
        return { message: 'Accepted.' };
      }),
    ],
  });
  await confirmCancelling(user, 'It is too expensive');
  const offer = await screen.findByRole('dialog', { name: 'Stay for 30% less?' });
  expect(offer).toHaveTextContent('Your next 3 payments, from 5 February 2126');
  expect(offer).toHaveTextContent('would be £6.29 per month instead of £8.99 per month.');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(callsOf(cancelSubscription)).toHaveLength(0);
  expect(callsOf(acceptCancelOffer)).toHaveLength(0);
  await confirmCancelling(user, 'It is too expensive');
  await screen.findByRole('dialog', { name: 'Stay for 30% less?' });
  await user.dblClick(await findButton('Accept the offer'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText(/With your discount you pay £6\.29 per month\./)).toBeVisible();
  expect(callsOf(acceptCancelOffer)).toHaveLength(1);
  expect(callsOf(cancelSubscription)).toHaveLength(0);
});

test('SUBSCR-24 a member without an offer cancels at once', async () => {
  const { user } = await openAsSubscriber({
    answers: [answer(showCancelOffer, { offer: null }), answer(cancelSubscription, { message: 'It ends.' })],
  });
  await confirmCancelling(user, 'It is too expensive');
  await expectToast('Subscription Cancelled');
});

test('BILL-01 Manage Billing opens the provider’s page in a new tab, without a way back to this one', async () => {
  const url = 'https://billing.example.org/session';
  const tab = { opener: window } as unknown as Window;
  const open = vi.spyOn(window, 'open').mockReturnValue(tab);
  const { user } = await renderPortal('/billing', {
    config: { payments },
    answers: [
      ...forBilling(),
      answer(listSubscriptions, [subscription()]),
      answer(getOwnOrganisation, null),
      answer(openBillingPortal, { url }),
    ],
  });
  await screen.findByText('Current period');
  expect(screen.getAllByRole('button', { name: 'Manage Billing' })).toHaveLength(1);
  await user.click(await findButton('Manage Billing'));
  await waitFor(() => expect(open).toHaveBeenCalledWith(url, '_blank'));
  expect(tab.opener).toBeNull();
});

test('BILL-17 BILL-18 a portal that cannot be opened and one that was not set up show different errors', async () => {
  const { user } = await renderPortal('/billing', {
    config: { payments },
    answers: [...forBilling(), refuse(openBillingPortal, 'billing.portal-setup-required')],
  });
  await user.click(await findButton('Manage Billing'));
  await expectToast('Setup Required', 'The billing portal has not been set up yet. Please contact support.');
  serve(refuse(openBillingPortal, 'billing.portal-failed'));
  await user.click(await findButton('Manage Billing'));
  await expectToast('Error', 'Failed to open billing portal.');
  serve(fail(openBillingPortal));
  await user.click(await findButton('Manage Billing'));
  await expectToast('Error', 'Failed to access billing portal. Please try again.');
});

test('BILL-07 payments without documents have no column for them', async () => {
  const bought = { date: '2026-11-02T09:00:00.000Z', amount: 12, currency: 'GBP', status: 'paid', tax: 2 } as const;
  const line = { ...bought, id: 'a', type: 'purchase', description: 'Workshop plan', reference: 'pi_1' } as const;
  await openAsSubscriber({ given: { transactions: [{ ...line, document: null }] } });
  const table = screen.getByRole('table', { name: 'Transaction History' });
  expect(within(table).getByRole('cell', { name: 'Workshop plan' })).toBeVisible();
  expect(within(table).queryByRole('columnheader', { name: 'Document' })).toBeNull();
});

test('BILL-06 BILL-07 a document and another payment method are one press away', async () => {
  const bought = { date: '2026-11-02T09:00:00.000Z', amount: 12, currency: 'GBP', status: 'paid', tax: 2 } as const;
  const transactions = [
    {
      ...bought,
      id: 'a',
      type: 'purchase',
      description: 'Workshop plan',
      reference: 'pi_1',
      document: { id: 5, number: 'R-5' },
    },
    { ...bought, id: 'b', type: 'subscription', description: 'A month', reference: 'in_1', document: null },
  ] satisfies Billing['transactions'];
  vi.spyOn(window, 'open').mockReturnValue(null);
  const { user } = await openAsSubscriber({
    given: { transactions },
    answers: [fail(openBillingPortal)],
  });
  expect(screen.getAllByRole('button', { name: /^Invoice for / })).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Invoice for Workshop plan' })).toBeVisible();
  await user.click(await findButton('Add Payment Method'));
  await waitFor(() => expect(callsOf(openBillingPortal)).toHaveLength(1));
});
