import { setTimeout as pause } from 'node:timers/promises';
import { type Fault, seconds } from '../faults/fault.ts';
import { findWrong, runJob } from '../faults/rig/checks.ts';
import { type Rig, withRig } from '../faults/rig/rig.ts';
import { addFreeResources } from '../faults/rig/shop.ts';
import { until } from '../faults/rig/wait.ts';

const withinMs = 5_000;

/** A digest to very many members, during which members reset their password. */
export const n03: Fault = {
  name: 'N03',
  title: 'a password reset in the middle of a digest',
  run: ({ environment, amount }) =>
    withRig(environment, { variables: { ROLE: 'web' } }, async (rig) => {
      const members = amount(50_000, 5_000);
      // A high rate, so that the worker and not the mail server's limit decides the speed.
      const worker = await rig.addNode({ ROLE: 'worker', BULK_MAILS_PER_MINUTE: '100000' });
      await worker.start();
      await addFreeResources(rig.database, 20);
      const waiting = await rig.people(10);
      await rig.database.pool.query('update users set resource_alerts = false');
      await addReaders(rig, members);
      await runJob(rig, 'send-digests');
      await until('digests go out', () => rig.mail.taken.length > 200, { withinMs: 300_000, everyMs: 100 });
      const tookMs: number[] = [];
      const sentBefore = rig.mail.taken.length;
      for (const { userId } of waiting) {
        tookMs.push(await reset(rig, userId));
        await pause(1_000);
      }
      const queued = await countWaiting(rig);
      const slowest = Math.max(...tookMs);
      return {
        tries: `a digest to ${members} members, ${waiting.length} resets`,
        reached: `the slowest link was there after ${seconds(slowest)}, between ${rig.mail.taken.length - sentBefore} mails of the digest; ${queued} of them were left`,
        goal: '≤ 5 s',
        isMet: slowest <= withinMs && queued > 0,
        wrong: await findWrong(rig),
      };
    }),
};

async function addReaders({ database }: Pick<Rig, 'database'>, count: number): Promise<void> {
  await database.pool.query(
    `insert into users (email, password_hash, first_name, last_name, organization, email_verified_at)
     select 'reader-' || n || '@faults.example', null, 'Mira', 'Tollander', 'Harbour Trust', now()
     from generate_series(1, $1::integer) as n`,
    [count],
  );
}

/** @returns milliseconds until the mail with the link arrived */
async function reset({ database, front, mail }: Rig, userId: number): Promise<number> {
  const { rows } = await database.pool.query<{ email: string }>('select email from users where id = $1', [userId]);
  const email = rows[0]?.email ?? '';
  const askedAt = performance.now();
  const answer = await fetch(`${front.origin}/api/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.9.0.${(userId % 250) + 1}` },
    body: JSON.stringify({ email }),
  });
  if (!answer.ok) throw new Error(`The reset was refused: ${await answer.text()}`);
  return until('the link is there', () => (mail.reachedAt.get(email) ?? 0) > askedAt, { withinMs: 120_000 });
}

async function countWaiting({ database }: Pick<Rig, 'database'>): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::integer as count from graphile_worker.jobs where task_identifier = 'send-bulk-mail'`,
  );
  return rows[0]?.count ?? 0;
}
