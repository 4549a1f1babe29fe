import { type Fault, seconds } from './fault.ts';
import { countDoubleCharges, findWrong, runJob, settle } from './rig/checks.ts';
import type { Person } from './rig/people.ts';
import { type Rig, withRig } from './rig/rig.ts';
import { addResource, confirm, openCheckout } from './rig/shop.ts';
import { until } from './rig/wait.ts';

const devices = 50;
const refundWithinMs = 600_000;

/** One member buys one resource from fifty places at once, pays in two tabs, and pays twice despite everything. */
export const f12: Fault = {
  name: 'F12',
  title: 'double purchase of one resource',
  run: ({ environment, amount }) =>
    withRig(environment, {}, async (rig) => {
      const rounds = amount(10, 3, 1);
      const odd: string[] = [];
      let slowestRefundMs = 0;
      for (let round = 0; round < rounds; round += 1) {
        for (const person of await rig.people(1)) odd.push(...(await buyFromEverywhere(rig, person)));
        for (const person of await rig.people(1)) odd.push(...(await subscribeFromEverywhere(rig, person)));
        for (const person of await rig.people(1)) {
          slowestRefundMs = Math.max(slowestRefundMs, await payTwice(rig, person));
        }
      }
      await settle(rig);
      const doubles = await countDoubleCharges(rig);
      return {
        tries: `${rounds} rounds of ${devices} devices`,
        reached: `${doubles} double charges kept; the second payment went back after ${seconds(slowestRefundMs)}`,
        goal: '0; ≤ 10 min',
        isMet: doubles === 0 && odd.length === 0 && slowestRefundMs <= refundWithinMs,
        wrong: [...odd, ...(await findWrong(rig))],
      };
    }),
};

/** Returns the person at every node in turn, as `devices` browsers. */
function everywhere(rig: Rig, person: Person): Person[] {
  return Array.from({ length: devices }, (_, index) => person.at(rig.nodes[index % rig.nodes.length]?.origin ?? ''));
}

/** Opens fifty payments, pays in two tabs, and lets both report the payment beside the webhook, or meet a limit. */
async function buyFromEverywhere(rig: Rig, person: Person): Promise<string[]> {
  const resourceId = await addResource(rig.database);
  const opened = await Promise.all(
    everywhere(rig, person).map((device) =>
      device.call<{ clientSecret: string }>('POST', '/api/create-payment-intent', { resourceId }),
    ),
  );
  // A member may open twenty payments a minute; the limit rejects the rest.
  const secrets = new Set(opened.filter(({ status }) => status === 200).map(({ body }) => body.clientSecret));
  const unexpected = opened.filter(({ status }) => status !== 200 && status !== 429);
  const [clientSecret = ''] = secrets;
  const intentId = clientSecret.split('_secret_')[0] ?? '';
  await agree(rig, intentId);
  const paid = await Promise.all([confirm(rig.payments, clientSecret), confirm(rig.payments, clientSecret)]);
  const report = { resourceId, paymentIntentId: intentId };
  await Promise.all(
    everywhere(rig, person)
      .slice(0, 2)
      .map((device) => device.call('POST', '/api/complete-purchase', report)),
  );
  await settle(rig);
  const { rows } = await rig.database.pool.query('select status from purchases where resource_id = $1', [resourceId]);
  return [
    ...(secrets.size === 1 ? [] : [`${secrets.size} payments were opened for one resource`]),
    ...unexpected.map((answer) => `opening a payment was answered ${JSON.stringify(answer)}`),
    ...(paid.filter((status) => status === 200).length === 1 ? [] : [`two tabs paid: ${paid.join(' ')}`]),
    ...(rows.length === 1 ? [] : [`${rows.length} purchases of one resource`]),
  ];
}

/** Records the consent directly in the database. */
async function agree({ database }: Rig, intentId: string): Promise<void> {
  await database.pool.query(
    `insert into order_consents (user_id, attempt_id, text_version)
     select user_id, id, '2026-11-21' from payment_attempts where stripe_payment_intent_id = $1 on conflict do nothing`,
    [intentId],
  );
}

/** Begins fifty subscriptions, of which the provider must have only one that can be paid. */
async function subscribeFromEverywhere(rig: Rig, person: Person): Promise<string[]> {
  const resourceId = await addResource(rig.database, { isSubscription: true });
  const begun = await Promise.all(
    everywhere(rig, person).map((device) =>
      device.call<{ clientSecret: string }>('POST', '/api/create-subscription', {
        plan: 'monthly',
        resourceId,
        amount: 1,
      }),
    ),
  );
  const secrets = new Set(begun.filter(({ status }) => status === 200).map(({ body }) => body.clientSecret));
  const unexpected = begun.filter(({ status }) => status !== 200 && status !== 429);
  await settle(rig);
  const all = await rig.payments.stripe.subscriptions
    .list({ status: 'all', limit: 100 })
    .autoPagingToArray({ limit: 1_000 });
  const own = all.filter(
    ({ metadata, status }) => metadata.userId === String(person.userId) && status === 'incomplete',
  );
  return [
    ...(secrets.size === 1 && own.length === 1 ? [] : [`${secrets.size} secrets, ${own.length} subscriptions begun`]),
    ...unexpected.map((answer) => `beginning was answered ${JSON.stringify(answer)}`),
  ];
}

/**
 * Pays two payments of one resource. The portal's record says that the first is cancelled, although it can still be
 * paid, so that the portal opens a second. @returns milliseconds until the refund
 */
async function payTwice(rig: Rig, person: Person): Promise<number> {
  const resourceId = await addResource(rig.database);
  const sale = { person, resourceId };
  const first = await openCheckout(sale);
  await rig.database.pool.query(`update payment_attempts set status = 'canceled' where resource_id = $1`, [resourceId]);
  const second = await openCheckout(sale);
  await Promise.all([confirm(rig.payments, first.clientSecret), confirm(rig.payments, second.clientSecret)]);
  await runJob(rig, 'reconcile-payments');
  const isBack = async () => {
    const { data } = await rig.payments.stripe.refunds.list({ limit: 100 });
    return data.some(({ payment_intent: id }) => id === first.intentId || id === second.intentId);
  };
  return until('the second payment went back', isBack, { withinMs: refundWithinMs, everyMs: 50 });
}
