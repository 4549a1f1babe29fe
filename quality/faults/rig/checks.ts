import { brokenInvariants } from '#tests/support/broken-invariants.ts';
import { portalLedger, stripeLedger } from '#tests/support/ledgers.ts';
import type { Rig } from './rig.ts';
import { until } from './wait.ts';

/**
 * Returns the errors after a fault: rows of invariants.sql, and payments that differ between the provider's ledger and
 * the portal. Empty if nothing was lost.
 */
export async function findWrong({ database, payments }: Rig): Promise<string[]> {
  const broken = (await brokenInvariants(database)).map((row) => JSON.stringify(row));
  const [ours, theirs] = [await portalLedger(database), await stripeLedger(payments.stripe)];
  const asText = (line: object) => JSON.stringify(line, Object.keys(line).sort());
  const [known, charged] = [new Set(ours.map(asText)), new Set(theirs.map(asText))];
  return [
    ...broken,
    ...theirs.filter((line) => !known.has(asText(line))).map((line) => `charged, not recorded: ${asText(line)}`),
    ...ours.filter((line) => !charged.has(asText(line))).map((line) => `recorded, not charged: ${asText(line)}`),
  ];
}

/** Counts the payments of one member for one resource beyond the first, less refunds; 0 when no member paid twice. */
export async function countDoubleCharges({ payments }: Pick<Rig, 'payments'>): Promise<number> {
  const charges = await payments.stripe.charges
    .list({ limit: 100, expand: ['data.payment_intent'] })
    .autoPagingToArray({ limit: 10_000 });
  const kept = new Map<string, number>();
  for (const { paid, refunded, payment_intent: intent } of charges) {
    if (!paid || refunded || typeof intent !== 'object' || !intent?.metadata.resourceId) continue;
    const sale = `${intent.metadata.userId}:${intent.metadata.resourceId}`;
    kept.set(sale, (kept.get(sale) ?? 0) + 1);
  }
  return [...kept.values()].reduce((sum, count) => sum + count - 1, 0);
}

/** Waits until every webhook was delivered or given up and every due job has run. */
export async function settle(
  { payments, database }: Pick<Rig, 'payments' | 'database'>,
  withinMs = 120_000,
): Promise<void> {
  const isQuiet = async () => {
    const pending = await payments.control<{ data: unknown[] }>('GET /sandbox/deliveries?state=pending');
    return pending.data.length === 0 && (await countDueJobs({ database })) === 0;
  };
  await until('webhooks and jobs are worked off', isQuiet, { withinMs, everyMs: 100 });
}

/** Counts the jobs that are due or running. */
async function countDueJobs({ database }: Pick<Rig, 'database'>): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*) as count from graphile_worker.jobs
     where attempts < max_attempts and (run_at <= now() or locked_at is not null)`,
  );
  return rows[0]?.count ?? 0;
}

/** Queues a job as the schedule does. */
export async function runJob({ database }: Pick<Rig, 'database'>, task: string, payload: object = {}): Promise<void> {
  await database.pool.query(`select graphile_worker.add_job($1, payload := $2::json, max_attempts := 3)`, [
    task,
    JSON.stringify(payload),
  ]);
}
