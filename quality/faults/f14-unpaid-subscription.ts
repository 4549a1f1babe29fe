import { type Fault, seconds } from './fault.ts';
import { findWrong, runJob, settle } from './rig/checks.ts';
import type { Person } from './rig/people.ts';
import { type Rig, withRig } from './rig/rig.ts';
import { addResource, allHaveAccess, hasAccess } from './rig/shop.ts';
import { begin } from './rig/subscription-scenarios.ts';
import { inParallel, until } from './rig/wait.ts';

const goneWithinMs = 60_000;

/** Subscriptions whose second month is not paid, with and without the events about it, and some that are never paid. */
export const f14: Fault = {
  name: 'F14',
  title: 'subscription past due, unpaid, ended',
  run: ({ environment, amount }) =>
    withRig(environment, { variables: { PAST_DUE_GRACE_DAYS: '0' } }, async (rig) => {
      const each = amount(10, 3);
      const resourceId = await addResource(rig.database, { isSubscription: true });
      const failing = await rig.people(each);
      const never = await rig.people(each);
      await inParallel(4, failing, (person) => begin(rig, person, { resourceId, scenario: 'fails later' }));
      await inParallel(4, never, (person) => begin(rig, person, { resourceId, scenario: 'is never paid' }));
      await allHaveAccess(
        failing.map((person) => ({ person, resourceId })),
        60_000,
      );
      await rig.payments.control('POST /sandbox/retries', { end: 'unpaid' });
      const odd: string[] = [];
      const expectStatus = async (people: readonly Person[], status: string) => {
        for (const { userId } of people) odd.push(...(await findOther(rig, userId, status)));
      };

      await rig.payments.control('POST /sandbox/advance', { days: 32 });
      const gone = async () => {
        for (const person of failing) if (await hasAccess({ person, resourceId })) return false;
        return true;
      };
      const byEventMs = await until('access ends with the unpaid month', gone, {
        withinMs: 4 * goneWithinMs,
        everyMs: 100,
      });
      await settle(rig, 300_000);
      await expectStatus(failing, 'past_due');
      await expectStatus(never, 'incomplete_expired');
      // From here on no webhook arrives, so the reconciler must find the change.
      await rig.payments.control('POST /sandbox/webhooks', { mode: 'drop' });
      await rig.payments.control('POST /sandbox/advance', { days: 20 });
      await rig.database.pool.query(`update subscriptions set synced_at = now() - interval '1 day'`);
      await runJob(rig, 'reconcile-payments', { atStart: true });
      await settle(rig, 300_000);
      await expectStatus(failing, 'unpaid');
      for (const person of never) if (await hasAccess({ person, resourceId })) odd.push('access without any payment');
      await rig.payments.control('POST /sandbox/webhooks', { mode: 'normal' });
      return {
        tries: `${each} failing, ${each} never paid`,
        reached: `access gone ${seconds(byEventMs)} after the month ended; ${odd.length} states differ`,
        goal: '≤ 60 s; 0',
        isMet: byEventMs <= goneWithinMs && odd.length === 0,
        wrong: [...odd, ...(await findWrong(rig))],
      };
    }),
};

async function findOther({ database }: Rig, userId: number, wanted: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ status: string }>(
    'select status from subscriptions where user_id = $1',
    [userId],
  );
  return rows.length === 1 && rows[0]?.status === wanted
    ? []
    : [`member ${userId} has ${rows.map(({ status }) => status).join(', ') || 'nothing'}, not ${wanted}`];
}
