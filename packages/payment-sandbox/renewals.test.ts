import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  advance,
  charged,
  declined,
  deleted,
  draftFails,
  draftIsPaid,
  finalised,
  type LifeOf,
  live,
  periodEnds,
  printLives,
  reachPeriodEnd,
  renewed,
  upcoming,
  update,
  useCard,
} from './testing/lives.ts';
import { useTestSandbox } from './testing/sandbox.ts';
import { openShop, type Shop } from './testing/subscriptions.ts';

const sandbox = useTestSandbox();
let shop: Shop;
beforeAll(async () => {
  shop = await openShop(sandbox);
});
afterEach(() => sandbox.control('POST', 'retries', {}));

const paid = { card: 'pm_card_visa' };
const retryFails = (days: number, attempts: number) => ({
  after: `${days} days`,
  do: advance(days),
  events: declined,
  leaves: { status: 'past_due', latest_invoice: { attempt_count: attempts } },
});
const untilLastRetry = [
  useCard('pm_card_chargeCustomerFail'),
  periodEnds,
  draftFails,
  retryFails(3, 2),
  retryFails(5, 3),
];

const renewals: LifeOf[] = [
  ['SUBSCR-15 each period adds a paid invoice and moves the period', paid, [periodEnds, draftIsPaid, periodEnds]],
  [
    'a failed payment is retried, and a good card brings the subscription back',
    paid,
    [
      useCard('pm_card_chargeCustomerFail'),
      periodEnds,
      draftFails,
      retryFails(3, 2),
      useCard('pm_card_mastercard'),
      {
        after: 'five days',
        do: advance(5),
        events: [...charged, 'customer.subscription.updated active', 'charge.updated succeeded'],
        leaves: { status: 'active', latest_invoice: { status: 'paid', attempt_count: 3, next_payment_attempt: null } },
      },
    ],
  ],
  [
    'after the last retry the subscription is cancelled and the invoice stays open',
    paid,
    [
      ...untilLastRetry,
      {
        after: 'seven days',
        do: advance(7),
        events: [...declined, deleted],
        leaves: {
          status: 'canceled',
          cancellation_details: { reason: 'payment_failed' },
          latest_invoice: { status: 'open', attempt_count: 4, next_payment_attempt: null, auto_advance: false },
        },
      },
    ],
  ],
  [
    'after the last retry it is unpaid instead, and the next period leaves a draft',
    paid,
    [
      {
        after: 'the account is set so',
        do: () => sandbox.control('POST', 'retries', { end: 'unpaid', uncollectible: true }),
        events: [],
        leaves: { status: 'active' },
      },
      ...untilLastRetry,
      {
        after: 'seven days',
        do: advance(7),
        events: [...declined, 'invoice.marked_uncollectible uncollectible', 'customer.subscription.updated unpaid'],
        leaves: { status: 'unpaid', latest_invoice: { status: 'uncollectible' } },
      },
      {
        ...periodEnds,
        events: [upcoming, 'customer.subscription.updated unpaid', 'invoice.created draft'],
        leaves: { status: 'unpaid', latest_invoice: { status: 'draft', auto_advance: false } },
      },
      { after: 'an hour more', do: advance(1 / 24), events: [], leaves: { latest_invoice: { status: 'draft' } } },
    ],
  ],
  [
    'after the last retry it stays past due',
    paid,
    [
      {
        after: 'the account is set so',
        do: () => sandbox.control('POST', 'retries', { end: 'past_due' }),
        events: [],
        leaves: { status: 'active' },
      },
      ...untilLastRetry,
      { after: 'seven days', do: advance(7), events: declined, leaves: { status: 'past_due' } },
    ],
  ],
  [
    'a bank that wants to ask is one more reason to fail',
    paid,
    [
      useCard('pm_card_threeDSecure2Required'),
      periodEnds,
      {
        ...draftFails,
        events: [
          ...finalised,
          ...declined,
          'invoice.payment_action_required open',
          'customer.subscription.updated past_due',
        ],
      },
    ],
  ],
  [
    'suspended, each period is made and voided while the status stays; resumed, it is charged again',
    paid,
    [
      {
        after: 'suspending',
        do: update({ pause_collection: { behavior: 'void' } }),
        events: ['customer.subscription.updated active'],
        leaves: { status: 'active', pause_collection: { behavior: 'void', resumes_at: null } },
      },
      { ...periodEnds, events: [upcoming, ...renewed, 'invoice.voided void'], leaves: { status: 'active' } },
      {
        after: 'resuming',
        do: update({ pause_collection: '' }),
        events: ['customer.subscription.updated active'],
        leaves: { pause_collection: null },
      },
      periodEnds,
      draftIsPaid,
    ],
  ],
  [
    'suspended with drafts kept, nothing is charged; the pause ends at its time',
    paid,
    [
      {
        after: 'suspending for forty days',
        do: async (life) => {
          const { now } = await sandbox.control('GET', 'clock');
          const pause = { behavior: 'keep_as_draft', resumes_at: Number(now) + 40 * 86_400 } as const;
          await update({ pause_collection: pause })(life);
        },
        events: ['customer.subscription.updated active'],
        leaves: { pause_collection: { behavior: 'keep_as_draft' } },
      },
      { ...periodEnds, leaves: { latest_invoice: { status: 'draft', auto_advance: false } } },
      {
        after: 'the rest of the forty days',
        do: advance(12),
        events: ['customer.subscription.updated active'],
        leaves: { pause_collection: null, latest_invoice: { status: 'draft' } },
      },
    ],
  ],
];

afterAll(printLives);

describe('renewals', () => {
  test.each(renewals)('%s', (...life) => live(sandbox, shop, life));

  test('two years in one go renew twenty-four times, in the order of time', async () => {
    const customer = await shop.customer('pm_card_visa');
    const { stripe } = sandbox;
    const made = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: shop.monthly.id }] });
    await sandbox.advance(730);
    const invoices = await stripe.invoices.list({ subscription: made.id, status: 'paid', limit: 100 });
    expect(invoices.data.length).toBeGreaterThanOrEqual(24);
    const times = invoices.data.map(({ status_transitions: at }) => at.paid_at ?? 0);
    expect(times).toEqual([...times].sort((left, right) => right - left));
    expect(new Set(invoices.data.map(({ number }) => number)).size).toBe(invoices.data.length);
    const days = new Set(invoices.data.map(({ created }) => new Date(created * 1000).getUTCDate()));
    expect(days.size).toBeLessThanOrEqual(4);
  });

  test('SUBSCR-16 a period that ends after a cancellation was scheduled is the last', async () => {
    const customer = await shop.customer('pm_card_visa');
    const { stripe } = sandbox;
    const made = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: shop.monthly.id }] });
    await stripe.subscriptions.update(made.id, { cancel_at_period_end: true });
    await reachPeriodEnd({ sandbox, customer, id: made.id });
    const after = await stripe.subscriptions.retrieve(made.id);
    expect(after).toMatchObject({ status: 'canceled', ended_at: made.items.data[0]?.current_period_end });
  });
});
