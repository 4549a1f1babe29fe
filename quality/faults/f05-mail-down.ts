import { type Fault, seconds } from './fault.ts';
import { findWrong, settle } from './rig/checks.ts';
import { type Rig, withRig } from './rig/rig.ts';
import { addResource, buy } from './rig/shop.ts';
import { inParallel, percentile, until } from './rig/wait.ts';

const outWithinMs = 300_000;
const cutWithinMs = 25_000;

/**
 * The mail server is down, does not respond, and rejects mails, while people buy and request links; then it recovers.
 */
export const f05: Fault = {
  name: 'F05',
  title: 'mail server down, hanging, refusing',
  run: ({ environment, amount }) =>
    withRig(environment, {}, async (rig) => {
      const each = amount(30, 10);
      const resourceId = await addResource(rig.database);
      const work = () => workAll(rig, { count: each, resourceId });
      const before = await work();
      await until('mails go out', async () => (await countWaiting(rig)) === 0, { withinMs: 60_000 });
      rig.mailProxy.setWeather({ kind: 'cut' });
      const during = await work();
      await letTwoHoursPass(rig);
      rig.mailProxy.setWeather({ kind: 'fair' });
      rig.mail.setMood('hanging');
      await work();
      await until('a hung connection is cut', () => rig.mail.hungMs.length > 0, { withinMs: 120_000 });
      rig.mail.setMood('refusing');
      await work();
      await letTwoHoursPass(rig);
      rig.mail.setMood('taking');
      const outMs = await until('every mail is out', async () => (await countWaiting(rig)) === 0, {
        withinMs: 2 * outWithinMs,
        everyMs: 200,
      });
      await settle(rig);
      const { rows } = await rig.database.pool.query<{ count: number }>('select count(*) as count from mails');
      const twice = rig.mail.taken.length - new Set(rig.mail.taken).size;
      const missing = (rows[0]?.count ?? 0) - new Set(rig.mail.taken).size;
      const [slowest, hung] = [percentile(during, 0.95), Math.max(...rig.mail.hungMs)];
      return {
        tries: `${rows[0]?.count} mails, 3 kinds of trouble`,
        reached: `calls p95 ${Math.round(slowest)} ms (with mail ${Math.round(percentile(before, 0.95))} ms); all out ${seconds(outMs)} after its return, ${missing} missing, ${twice} twice; a hung sending cut after ${seconds(hung)}`,
        goal: 'as with mail; ≤ 5 min, 0, 0; ≤ 20 s',
        isMet: outMs <= outWithinMs && missing === 0 && twice === 0 && hung <= cutWithinMs,
        wrong: await findWrong(rig),
      };
    }),
};

type Work = { count: number; resourceId: number };

/** Makes purchases, and registrations that request a link. @returns the duration of each */
async function workAll(rig: Rig, { count, resourceId }: Work): Promise<number[]> {
  return inParallel(4, await rig.people(count), async (person, index) => {
    const startedAt = performance.now();
    if (index % 3 === 0) await buy(rig.payments, { person, resourceId }, { reports: true });
    const email = `person-${person.userId}@faults.example`;
    const account = {
      firstName: 'Mira',
      lastName: 'Tollander',
      organization: 'Harbour Trust',
      password: 'portal-demo',
    };
    const answer = await person.call('POST', '/api/register', { ...account, email: `new-${email}` });
    if (answer.status !== 200 && answer.status !== 201)
      throw new Error(`The registration failed: ${JSON.stringify(answer)}`);
    await person.call('POST', '/api/forgot-password', { email: `new-${email}` });
    return performance.now() - startedAt;
  });
}

/** Brings failed mail jobs to their state after two hours: eight attempts made, the next one in 50 minutes. */
async function letTwoHoursPass({ database }: Rig): Promise<void> {
  await database.pool.query(
    `update graphile_worker._private_jobs set attempts = 8, run_at = now() + interval '50 minutes'
     where key like 'mail:%' and locked_at is null and attempts > 0`,
  );
}

async function countWaiting({ database }: Rig): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*) as count from mails where sent_at is null',
  );
  return rows[0]?.count ?? 0;
}
