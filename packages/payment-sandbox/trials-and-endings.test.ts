import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  advance,
  deleted,
  draftIsPaid,
  finalised,
  type LifeOf,
  live,
  periodEnds,
  printLives,
  renewed,
  upcoming,
  update,
} from './testing/lives.ts';
import { useTestSandbox } from './testing/sandbox.ts';
import { openShop, type Shop } from './testing/subscriptions.ts';

const sandbox = useTestSandbox();
let shop: Shop;
beforeAll(async () => {
  shop = await openShop(sandbox);
});

const willEnd = 'customer.subscription.trial_will_end trialing';
const trial = (days: number, missing?: 'cancel' | 'pause' | 'create_invoice') => ({
  trial_period_days: days,
  ...(missing ? { trial_settings: { end_behavior: { missing_payment_method: missing } } } : {}),
});
const trialEnds = { ...periodEnds, after: 'the trial', events: renewed };
const aWeek = {
  after: 'a week',
  do: advance(7),
  events: [upcoming, willEnd],
  leaves: { status: 'trialing', latest_invoice: { total: 0, status: 'paid' } },
};
const changed = (status: string) => [`customer.subscription.updated ${status}`];

const trials: LifeOf[] = [
  [
    'PROMO-09 with a card it becomes active before anything is paid, and is charged an hour later',
    { card: 'pm_card_visa', extra: trial(10) },
    [aWeek, trialEnds, draftIsPaid, periodEnds],
  ],
  [
    'PROMO-09 without a card it is cancelled at the end',
    { extra: trial(10, 'cancel') },
    [aWeek, { after: 'the trial', do: advance(3), events: [deleted], leaves: { status: 'canceled' } }],
  ],
  [
    'without a card it is paused, if that was asked for',
    { extra: trial(10, 'pause') },
    [
      aWeek,
      {
        after: 'the trial',
        do: advance(3),
        events: ['customer.subscription.paused paused'],
        leaves: { status: 'paused' },
      },
      { after: 'a month more', do: advance(31), events: [], leaves: { status: 'paused' } },
    ],
  ],
  [
    'without a card it leaves an open invoice and is past due, if that was asked for',
    { extra: trial(10, 'create_invoice') },
    [
      aWeek,
      trialEnds,
      {
        after: 'an hour more',
        do: advance(1 / 24),
        events: [...finalised, 'invoice.payment_failed open', ...changed('past_due')],
        leaves: { status: 'past_due', latest_invoice: { status: 'open', amount_due: 899, attempt_count: 1 } },
      },
    ],
  ],
  [
    'cancelled at its end it is over there, without an invoice',
    { card: 'pm_card_visa', extra: trial(10) },
    [
      {
        after: 'cancelling',
        do: update({ cancel_at_period_end: true }),
        events: changed('trialing'),
        leaves: { status: 'trialing', cancel_at_period_end: true },
      },
      {
        after: 'the trial',
        do: advance(10),
        events: [willEnd, deleted],
        leaves: { status: 'canceled', latest_invoice: { total: 0 }, cancellation_details: { comment: null } },
      },
    ],
  ],
  [
    'cancelled now it is over now',
    { card: 'pm_card_visa', extra: trial(10) },
    [
      {
        after: 'cancelling',
        do: ({ id }) => sandbox.stripe.subscriptions.cancel(id),
        events: [deleted],
        leaves: { status: 'canceled' },
      },
      { after: 'the trial', do: advance(10), events: [], leaves: { status: 'canceled' } },
    ],
  ],
];

const endings: LifeOf[] = [
  [
    'SUBSCR-16 cancelled at the end of the period, taken back, and cancelled again',
    { card: 'pm_card_visa' },
    [
      {
        after: 'cancelling',
        do: update({ cancel_at_period_end: true }),
        events: changed('active'),
        leaves: { status: 'active', cancellation_details: { reason: 'cancellation_requested' } },
      },
      {
        after: 'taking it back',
        do: update({ cancel_at_period_end: false }),
        events: changed('active'),
        leaves: { cancel_at: null, canceled_at: null, cancellation_details: { reason: null } },
      },
      periodEnds,
      draftIsPaid,
      {
        after: 'cancelling again',
        do: update({ cancel_at_period_end: true }),
        events: changed('active'),
        leaves: { status: 'active' },
      },
      { after: 'the period', do: advance(31), events: [deleted], leaves: { status: 'canceled' } },
    ],
  ],
  [
    'cancelled at a time of its own',
    { card: 'pm_card_visa' },
    [
      {
        after: 'setting the time',
        do: async (life) => {
          const { now } = await sandbox.control('GET', 'clock');
          await update({ cancel_at: Number(now) + 5 * 86_400 })(life);
        },
        events: changed('active'),
        leaves: { status: 'active', cancel_at_period_end: false },
      },
      { after: 'four days', do: advance(4), events: [], leaves: { status: 'active' } },
      { after: 'the fifth', do: advance(1), events: [deleted], leaves: { status: 'canceled' } },
    ],
  ],
  [
    'a first payment that does not come within 23 hours',
    { extra: { payment_behavior: 'default_incomplete' } },
    [
      { after: '22 hours', do: advance(22 / 24), events: [], leaves: { status: 'incomplete' } },
      {
        after: 'two more',
        do: advance(2 / 24),
        events: [...changed('incomplete_expired'), 'invoice.voided void', 'payment_intent.canceled canceled'],
        leaves: { status: 'incomplete_expired', latest_invoice: { status: 'void' } },
      },
    ],
  ],
  [
    'a card that is taken away, which the next period misses',
    { card: 'pm_card_visa' },
    [
      {
        after: 'the card is taken away',
        do: async ({ customer }) => {
          const { data } = await sandbox.stripe.customers.listPaymentMethods(customer.id);
          await sandbox.stripe.paymentMethods.detach(data[0]?.id ?? '');
        },
        events: [],
        leaves: { status: 'active', default_payment_method: null },
      },
      periodEnds,
      {
        after: 'an hour more',
        do: advance(1 / 24),
        events: [...finalised, 'invoice.payment_failed open', ...changed('past_due')],
        leaves: { status: 'past_due', latest_invoice: { next_payment_attempt: expect.any(Number) } },
      },
    ],
  ],
];

afterAll(printLives);

describe('a trial', () => {
  test.each(trials)('%s', (...life) => live(sandbox, shop, life));

  test('shorter than its notice is announced at once', async () => {
    const customer = await shop.customer('pm_card_visa');
    const types = await sandbox.eventTypesOf(() =>
      sandbox.stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: shop.monthly.id }],
        trial_period_days: 2,
      }),
    );
    expect(types.slice(-2)).toEqual(['customer.subscription.created', 'customer.subscription.trial_will_end']);
  });
});

describe('an ending', () => {
  test.each(endings)('%s', (...life) => live(sandbox, shop, life));

  test('deleting a customer ends everything the customer had', async () => {
    const customer = await shop.customer('pm_card_visa');
    const { stripe } = sandbox;
    const made = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: shop.monthly.id }] });
    const types = await sandbox.eventTypesOf(() => stripe.customers.del(customer.id));
    expect(types[0]).toBe('customer.subscription.deleted');
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('canceled');
  });
});
