import { currentConsent as textVersion } from '#contract/commerce/consent-texts.ts';
import { oneOf } from '../fault.ts';
import type { Person } from './people.ts';
import type { Rig } from './rig.ts';
import { addResource, confirm, insist } from './shop.ts';
import { inParallel } from './wait.ts';

/**
 * Course of a subscription: paid month by month, cancelled by its member, never paid, or not paid in the second month.
 */
const scenarios = ['stays', 'is cancelled', 'is never paid', 'fails later'] as const;
type Scenario = (typeof scenarios)[number];

/** Makes members subscribe, each with a random scenario, and lets 42 days pass. */
export async function runSubscriptionScenarios(
  rig: Rig,
  { count, random }: { count: number; random: () => number },
): Promise<void> {
  const resourceId = await addResource(rig.database, { isSubscription: true });
  await inParallel(6, await rig.people(count), (person) =>
    begin(rig, person, { resourceId, scenario: oneOf(random, scenarios) }),
  );
  // Attempts expire after 23 hours, months end, and failed payments are tried again after three days and five more.
  for (const days of [2, 31, 9]) await rig.payments.control('POST /sandbox/advance', { days });
}

type SubscriptionInput = { resourceId: number; scenario: Scenario };

export async function begin(rig: Rig, person: Person, { resourceId, scenario }: SubscriptionInput): Promise<void> {
  const asked = { plan: 'monthly', resourceId, amount: 1 };
  const begun = await insist<{ id: number; clientSecret: string }>(person, 'POST', '/api/create-subscription', asked);
  if (begun.status !== 200) throw new Error(`No subscription was begun: ${JSON.stringify(begun)}`);
  if (scenario === 'is never paid') return;
  const { id, clientSecret } = begun.body;
  await insist(person, 'POST', `/api/user/subscription/${id}/consent`, { textVersion });
  const status = await confirm(rig.payments, clientSecret);
  if (status !== 200) throw new Error(`The subscription was not paid: ${status}`);
  if (scenario === 'is cancelled') await insist(person, 'POST', `/api/user/subscription/${id}/cancel`, {});
  if (scenario === 'fails later') await changeCard(rig, person);
}

/** Replaces the member's card by one that can be attached and is declined at every charge. */
async function changeCard({ database, payments: { stripe } }: Rig, { userId }: Person): Promise<void> {
  const { rows } = await database.pool.query<{ customer: string }>(
    'select stripe_customer_id as customer from stripe_customers where user_id = $1',
    [userId],
  );
  const customer = rows[0]?.customer ?? '';
  const card = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  const { data } = await stripe.subscriptions.list({ customer });
  for (const { id } of data) await stripe.subscriptions.update(id, { default_payment_method: card.id });
}
