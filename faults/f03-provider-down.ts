import { setTimeout as pause } from 'node:timers/promises';
import { requestOf } from '../bench/connection.ts';
import { keepPace } from '../bench/load.ts';
import { type Fault, seconds } from './fault.ts';
import { countDoubleCharges, findWrong, runJob, settle } from './rig/checks.ts';
import { type Rig, withRig } from './rig/rig.ts';
import { addResource, allHaveAccess, confirm, openCheckout, type Paid } from './rig/shop.ts';
import { until } from './rig/wait.ts';

const answerWithinMs = 20_000;
const browsingWithinMs = 150;
const againWithinMs = 40_000;
const callersAtOnce = 3;

type Trouble = { name: string; begin(rig: Rig): Promise<unknown> };

const forEver = 1_000_000;
const setWays = (rig: Rig, weather: Parameters<Rig['payments']['way']['setWeather']>[0]) =>
  rig.payments.way.setWeather(weather);

const troubles: Trouble[] = [
  { name: 'slow', begin: async (rig) => setWays(rig, { kind: 'slow', ms: 10_000 }) },
  {
    name: '500',
    begin: (rig) => rig.payments.control('POST /sandbox/faults', { kind: 'fail', times: forEver, path: '/v1/' }),
  },
  { name: 'silent', begin: async (rig) => setWays(rig, { kind: 'silent' }) },
  { name: 'half-closed', begin: async (rig) => setWays(rig, { kind: 'half-closed' }) },
  {
    name: 'cut after doing it',
    begin: (rig) =>
      rig.payments.control('POST /sandbox/faults', {
        kind: 'cut',
        when: 'after',
        times: forEver,
        path: '/v1/payment_intents',
      }),
  },
];

/**
 * The payment provider is slow, fails, or says nothing, while people browse and try to pay. Each trouble has a portal of
 * its own, and all last at the same time, for together they would take half an hour.
 */
export const f03: Fault = {
  name: 'F03',
  title: 'payment provider slow, failing, silent',
  run: async ({ place, amount }) => {
    const durationMs = amount(300_000, 20_000);
    let isOpen = Promise.resolve();
    const all = await Promise.all(
      troubles.map(async (trouble) => {
        // Portals start one after the other; two cores have enough to do with one.
        const [before, opened] = [isOpen, Promise.withResolvers<void>()];
        isOpen = opened.promise;
        await before;
        return withRig(place, { nodes: 1 }, (rig) => {
          opened.resolve();
          return endure(rig, trouble, durationMs);
        }).finally(opened.resolve);
      }),
    );
    const most = (of: (seen: Endured) => number) => Math.max(...all.map(of));
    const doubles = all.reduce((sum, seen) => sum + seen.doubles, 0);
    const slowest = all.toSorted((one, other) => other.browsingMs - one.browsingMs)[0];
    return {
      tries: `${troubles.length} kinds, ${seconds(durationMs)} each, side by side`,
      reached: `payment calls answered within ${seconds(most(({ slowestMs }) => slowestMs))}; browsing p95 ${Math.round(slowest?.browsingMs ?? 0)} ms (${slowest?.name}); paying again after ${seconds(most(({ againMs }) => againMs))}; ${doubles} double charges`,
      goal: '≤ 20 s; ≤ 150 ms; ≤ 40 s; 0',
      isMet:
        most(({ slowestMs }) => slowestMs) <= answerWithinMs &&
        most(({ browsingMs }) => browsingMs) <= browsingWithinMs &&
        most(({ againMs }) => againMs) <= againWithinMs &&
        doubles === 0,
      wrong: all.flatMap(({ wrong }) => wrong),
    };
  },
};

type Endured = {
  name: string;
  slowestMs: number;
  browsingMs: number;
  againMs: number;
  doubles: number;
  wrong: string[];
};

/** One trouble from its beginning until everybody who paid has access. */
async function endure(rig: Rig, trouble: Trouble, durationMs: number): Promise<Endured> {
  const resourceId = await addResource(rig.database);
  const paid: Paid[] = [];
  const { odd, ...figures } = await goThrough(rig, trouble, { durationMs, resourceId, paid });
  await runJob(rig, 'reconcile-payments', { atStart: true });
  await settle(rig, 300_000);
  await allHaveAccess(paid, 60_000);
  const wrong = [...[...odd].map((one) => `${trouble.name}: ${one}`), ...(await findWrong(rig))];
  return { name: trouble.name, ...figures, doubles: await countDoubleCharges(rig), wrong };
}

type Through = { durationMs: number; resourceId: number; paid: Paid[] };

async function goThrough(rig: Rig, trouble: Trouble, { durationMs, resourceId, paid }: Through) {
  const odd = new Set<string>();
  // These have opened their checkout before, and pay while the portal cannot ask about it.
  const early = await Promise.all(
    (await rig.people(4)).map(async (person) => ({ person, ...(await openCheckout({ person, resourceId })) })),
  );
  const [reader] = await rig.people(1);
  const request = requestOf({ path: '/api/resources?pageSize=12', secret: reader?.secret ?? '' });
  const callers = await rig.people(callersAtOnce * Math.ceil((2 * durationMs) / 1000));
  await trouble.begin(rig);
  const startedAt = performance.now();
  let slowestMs = 0;
  const time = async (work: () => Promise<{ status: number; body: Record<string, unknown> }>) => {
    const askedAt = performance.now();
    const { status, body } = await work();
    slowestMs = Math.max(slowestMs, performance.now() - askedAt);
    const isPlain = typeof body.message === 'string' && body.message.length < 200;
    if (status !== 200 && !(isPlain && [409, 502, 503].includes(status))) odd.add(`${status} ${JSON.stringify(body)}`);
  };
  const paying = early.map(async ({ person, clientSecret, intentId }) => {
    if (trouble.name !== '500' && trouble.name !== 'cut after doing it') {
      await confirm(rig.payments, clientSecret);
      paid.push({ person, resourceId, intentId, paidAt: performance.now() });
    }
    await time(() => person.call('POST', '/api/complete-purchase', { resourceId, paymentIntentId: intentId }));
  });
  const calling = Array.from({ length: callersAtOnce }, async () => {
    while (performance.now() - startedAt < durationMs) {
      const person = callers.pop();
      if (!person) return;
      await time(() => person.call('POST', '/api/create-payment-intent', { resourceId }));
      await pause(500);
    }
  });
  const browsing = keepPace({ port: rig.front.port, perSecond: 20, durationMs, next: () => request });
  await Promise.all([...paying, ...calling]);
  const { p95, failed } = await browsing;
  if (failed > 0) odd.add(`${failed} readers were turned away`);
  setWays(rig, { kind: 'fair' });
  await rig.payments.control('DELETE /sandbox/faults');
  const buyers = await rig.people(500);
  const canPay = async () => {
    const person = buyers.pop();
    const answer = await person?.call('POST', '/api/create-payment-intent', { resourceId });
    return answer?.status === 200;
  };
  const againMs = await until('somebody can pay again', canPay, { withinMs: 120_000, everyMs: 250 });
  return { slowestMs, browsingMs: p95, againMs, odd };
}
