import { type Fault, oneOf, shuffled } from './fault.ts';
import { findWrong, runJob, settle } from './rig/checks.ts';
import { type Rig, withRig } from './rig/rig.ts';
import { addResource, allHaveAccess, buy, ways } from './rig/shop.ts';
import { runSubscriptionScenarios } from './rig/subscription-scenarios.ts';
import { atPace, inParallel, percentile } from './rig/wait.ts';
import { deliver, hmac, type RecordedWebhook, signature, startWebhookRecorder } from './rig/webhook-recorder.ts';

const share = 0.2;
const answerWithinMs = 250;

/** The promised rate of the receiver, in webhooks per second; its maximum is not tested here. */
const perSecond = 50;

/** Webhooks arrive one to three times in any order, a fifth of them never, some days late; others are forged. */
export const f04: Fault = {
  name: 'F04',
  title: 'webhooks twice, shuffled, late, lost, forged',
  run: async ({ environment, amount, random }) => {
    const recorder = await startWebhookRecorder(() => random() < share);
    try {
      return await withRig(environment, { webhookUrl: recorder.url }, async (rig) => {
        const [purchases, subscriptions, forgeries] = [amount(500, 50, 10), amount(200, 20, 6), amount(1_000, 200, 50)];
        await rig.payments.control('POST /sandbox/webhooks', { mode: 'normal', retryDelaysMs: [10, 20] });
        const resourceId = await addResource(rig.database);
        const paid = await inParallel(10, await rig.people(purchases), (person, index) =>
          buy(rig.payments, { person, resourceId }, { reports: index % 2 === 0, way: oneOf(random, ways) }),
        );
        const early = recorder.webhooks.splice(0);
        const accepted = await forge(rig, early, { count: forgeries, random });
        const answersMs = await scatter(rig, early, random);
        await runSubscriptionScenarios(rig, { count: subscriptions, random });
        // Webhooks sent during the subscriptions arrive after their end, in any order.
        answersMs.push(...(await scatter(rig, recorder.webhooks.splice(0), random)));
        await settle(rig);
        // The schedule runs this job once an hour and at every start.
        await runJob(rig, 'reconcile-with-stripe');
        await settle(rig);
        await allHaveAccess(paid, 60_000);

        const differing = await findDiffering(rig);
        const p95 = percentile(answersMs, 0.95);
        return {
          tries: `${purchases} purchases, ${subscriptions} subscription lives, ${answersMs.length} deliveries, ${recorder.lost.size} lost, ${forgeries} forged`,
          reached: `${accepted} forged accepted; ${differing.length} states differ from the ledger; receiver p95 ${Math.round(p95)} ms at ${perSecond}/s`,
          goal: `0; 0; ≤ ${answerWithinMs} ms`,
          isMet: accepted === 0 && differing.length === 0 && p95 <= answerWithinMs,
          wrong: [...differing, ...(await findWrong(rig))],
        };
      });
    } finally {
      await recorder.close();
    }
  },
};

/**
 * Delivers each webhook one to three times, in any order, to the nodes in turn, at the promised rate. @returns the
 * response times
 */
async function scatter(rig: Rig, webhooks: readonly RecordedWebhook[], random: () => number): Promise<number[]> {
  const copies = webhooks.flatMap((letter) => Array<RecordedWebhook>(1 + Math.floor(random() * 3)).fill(letter));
  const { webhookSecret } = rig.payments;
  const answers = await atPace(perSecond, shuffled(random, copies), async ({ body }, index) => {
    // While a secret is being replaced, the provider signs with both.
    const header = index % 10 === 0 ? twice(body, webhookSecret) : signature(body, webhookSecret);
    return deliver(rig.nodes[index % rig.nodes.length]?.origin ?? '', body, header);
  });
  const rejected = answers.filter(({ status }) => status !== 200);
  if (rejected.length > 0) throw new Error(`${rejected.length} true webhooks were refused: ${rejected[0]?.status}`);
  return answers.map(({ ms }) => ms);
}

function twice(body: string, secret: string): string {
  const now = Math.floor(Date.now() / 1000);
  return `t=${now},v1=${hmac(body, 'whsec_of_another_time', now)},v1=${hmac(body, secret, now)}`;
}

type Forging = { count: number; random: () => number };

/**
 * Delivers real events with a defect, under ids that are easy to find. @returns the number of accepted responses and of
 * stored events
 */
async function forge(rig: Rig, webhooks: readonly RecordedWebhook[], { count, random }: Forging): Promise<number> {
  const { webhookSecret: secret } = rig.payments;
  const now = () => Math.floor(Date.now() / 1000);
  const ways: ((body: string) => [body: string, header: string | null])[] = [
    (body) => [body, null],
    (body) => [body, ''],
    (body) => [body, signature(body, 'whsec_wrong')],
    (body) => [body, signature(body, secret, now() - 301)],
    (body) => [body.replace('"object":"event"', '"object":"evenT"'), signature(body, secret)],
    (body) => [body, `t=${now()},v1=${hmac(body, 'whsec_one', now())},v1=${hmac(body, 'whsec_other', now())}`],
    (body) => [body, signature(body, secret).replace(/^t=\d+/, `t=${now() + 1}`)],
    (body) => [body, signature(body, secret).replace('v1=', 'v0=')],
  ];
  const wrongly = await inParallel(8, Array.from({ length: count }), async (_, index) => {
    const true_ = oneOf(random, webhooks).body.replace(/"id":"evt_\w+"/, `"id":"evt_forged_${index}"`);
    const [body, header] = ways[index % ways.length]?.(true_) ?? [true_, null];
    const { status } = await deliver(rig.nodes[index % rig.nodes.length]?.origin ?? '', body, header);
    return status < 400;
  });
  const { rows } = await rig.database.pool.query(`select 1 from stripe_events where id like 'evt_forged_%'`);
  return wrongly.filter(Boolean).length + rows.length;
}

/** Lists subscriptions whose status differs from the provider's. */
async function findDiffering({ database, payments }: Rig): Promise<string[]> {
  const all = await payments.stripe.subscriptions
    .list({ status: 'all', limit: 100 })
    .autoPagingToArray({ limit: 5_000 });
  const { rows } = await database.pool.query<{ id: string; status: string }>(
    'select stripe_subscription_id as id, status from subscriptions',
  );
  const ours = new Map(rows.map(({ id, status }) => [id, status]));
  return all
    .filter(({ id, status }) => ours.get(id) !== status)
    .map(({ id, status }) => `${id} is ${status} at the provider and ${ours.get(id) ?? 'unknown'} here`);
}
