import type Stripe from 'stripe';
import { expect } from 'vitest';
import type { TestSandbox } from './sandbox.ts';
import { linesOfCustomer, type Shop, subscribe } from './subscriptions.ts';

/** Sandbox, customer and subscription id that a step works with. */
export type Life = { sandbox: TestSandbox; customer: Stripe.Customer; id: string };

/**
 * Action in the life of a subscription, the events it causes as lines of `type status`, and the subscription's fields
 * after it.
 */
export type Step = { after: string; do: (life: Life) => Promise<unknown>; events: string[]; leaves: object };

export type Beginning = { card?: string; extra?: Partial<Stripe.SubscriptionCreateParams> };

/** Life of one subscription: its name, its beginning and its steps. */
export type LifeOf = [name: string, beginning: Beginning, steps: Step[]];

export const advance =
  (days: number) =>
  ({ sandbox }: Life) =>
    sandbox.advance(days);

export const update =
  (changes: Stripe.SubscriptionUpdateParams) =>
  ({ sandbox, id }: Life) =>
    sandbox.stripe.subscriptions.update(id, changes);

export const useCard = (card: string): Step => ({
  after: `the card becomes ${card}`,
  do: async ({ sandbox, customer, id }) => {
    const method = await sandbox.stripe.paymentMethods.attach(card, { customer: customer.id });
    await sandbox.stripe.subscriptions.update(id, { default_payment_method: method.id });
  },
  events: ['payment_method.attached', expect.stringMatching(/^customer\.subscription\.updated /)],
  leaves: {},
});

export const finalised = ['invoice.finalized open', 'payment_intent.created requires_payment_method'];
export const charged = [
  'charge.succeeded succeeded',
  'payment_intent.succeeded succeeded',
  'invoice_payment.paid paid',
  'invoice.updated paid',
  'invoice.paid paid',
  'invoice.payment_succeeded paid',
];
export const declined = [
  'charge.failed failed',
  'payment_intent.payment_failed requires_payment_method',
  'invoice.payment_failed open',
];
export const renewed = ['customer.subscription.updated active', 'invoice.created draft'];
export const upcoming = 'invoice.upcoming draft';
export const deleted = 'customer.subscription.deleted canceled';

/** Advances the clock to the second in which the period ends. */
export async function reachPeriodEnd({ sandbox, id }: Life): Promise<void> {
  const subscription = await sandbox.stripe.subscriptions.retrieve(id);
  const clock = await sandbox.control('GET', 'clock');
  const end = subscription.items.data[0]?.current_period_end ?? 0;
  await sandbox.advance((end - Number(clock.now)) / 86_400);
}

export const periodEnds: Step = {
  after: 'the period',
  do: reachPeriodEnd,
  events: [upcoming, ...renewed],
  leaves: { status: 'active', latest_invoice: { status: 'draft', billing_reason: 'subscription_cycle' } },
};

export const draftIsPaid: Step = {
  after: 'an hour more',
  do: advance(1 / 24),
  events: [...finalised, ...charged, 'charge.updated succeeded'],
  leaves: { status: 'active', latest_invoice: { status: 'paid', amount_paid: 899, attempt_count: 1 } },
};

export const draftFails: Step = {
  after: 'an hour more',
  do: advance(1 / 24),
  events: [...finalised, ...declined, 'customer.subscription.updated past_due'],
  leaves: { status: 'past_due', latest_invoice: { status: 'open', attempt_count: 1 } },
};

const lived: { name: string; steps: number; events: number; answers: number }[] = [];

/** Prints a line for each life a test file has run: its steps, events and number of validated answers. */
export function printLives(): void {
  const lines = lived.map(({ name, steps, events, answers }) => `${name} | ${steps} | ${events} | ${answers}\n`);
  const total = lived.reduce((sum, { answers }) => sum + answers, 0);
  process.stdout.write(`\nsequence | steps | events | validated answers\n${lines.join('')}all | | | ${total}\n`);
}

/** Runs a life: each step must cause exactly its events, each of which was validated on its way. */
export async function live(sandbox: TestSandbox, shop: Shop, [name, beginning, steps]: LifeOf): Promise<void> {
  const customer = await shop.customer(beginning.card);
  const made = await subscribe(sandbox, customer, shop.monthly, {
    payment_behavior: 'allow_incomplete',
    payment_settings: { save_default_payment_method: 'off' },
    ...beginning.extra,
  });
  const { events: checkedBefore, answers: answersBefore } = { ...sandbox.front.checked };
  for (const step of steps) {
    const lines = await linesOfCustomer(sandbox, customer, () => step.do({ sandbox, customer, id: made.id }));
    expect(lines, `after ${step.after}`).toEqual(step.events);
    const now = await sandbox.stripe.subscriptions.retrieve(made.id, { expand: ['latest_invoice'] });
    expect(now, `after ${step.after}`).toMatchObject(step.leaves);
  }
  const announced = steps.flatMap(({ events }) => events).length;
  expect(sandbox.front.checked.events - checkedBefore, 'events that were validated').toBeGreaterThanOrEqual(announced);
  const answers = sandbox.front.checked.answers - answersBefore;
  lived.push({ name, steps: steps.length, events: announced, answers });
  // A deleted customer causes no events in the lives that follow.
  await sandbox.stripe.customers.del(customer.id);
}
