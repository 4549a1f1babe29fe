/**
 * `npm run bench:webhooks`: a demo portal with its embedded PostgreSQL receives 50 signed events per second for 30
 * seconds (docs/performance.md). Each has a different id and is about a payment that the portal knows, so that its jobs
 * handle the events at the same time.
 */
import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { keepPace } from './load.ts';
import { describeMachine, machineProcessorMs } from './machine.ts';
import { startPortal, withStops } from './processes.ts';
import { figure, printTable } from './table.ts';

const perSecond = 50;
const durationMs = 30_000;
const warmUpMs = 3_000;
const mostMs = 250;

/** Reads the webhook secret and the payments from the journal of the payment sandbox. */
async function readSandbox(dataDir: string): Promise<{ webhookSecret: string; payments: string[] }> {
  const journal = await readFile(path.join(dataDir, 'sandbox', 'payments', 'journal.jsonl'), 'utf8');
  const payments = [...new Set(journal.match(/\bpi_[A-Za-z0-9]+(?=")/g))];
  return { webhookSecret: /whsec_\w+/.exec(journal)?.[0] ?? '', payments };
}

/** Waits for the demo members' purchases, which follow the start. @throws when they are missing after a minute */
async function awaitPayments(dataDir: string): ReturnType<typeof readSandbox> {
  for (let second = 0; second < 60; second += 1) {
    const sandbox = await readSandbox(dataDir);
    if (sandbox.payments.length >= 3) return sandbox;
    await wait(1000);
  }
  throw new Error('The demo made no payment within a minute');
}

let sent = 0;

/** Returns the bytes of an event as Stripe sends it. */
function signedEvent({ webhookSecret, payments }: { webhookSecret: string; payments: string[] }): Buffer {
  sent += 1;
  const created = Math.floor(Date.now() / 1000);
  const object = { id: payments[sent % payments.length], object: 'payment_intent' };
  const event = {
    id: `evt_bench_${sent}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    created,
    data: { object },
  };
  const body = JSON.stringify(event);
  const signature = createHmac('sha256', webhookSecret).update(`${created}.${body}`).digest('hex');
  const head = [
    'POST /api/webhooks/stripe HTTP/1.1',
    'host: localhost',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    `stripe-signature: t=${created},v1=${signature}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}

await withStops(async (stops) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-bench-webhooks-'));
  stops.push(() => rm(dataDir, { recursive: true, force: true }));
  const portal = await startPortal({ DEMO: '1', LOG_LEVEL: 'error', DATA_DIR: dataDir });
  stops.push(() => portal.stop());
  const sandbox = await awaitPayments(dataDir);
  const pace = { port: portal.port, perSecond, next: () => signedEvent(sandbox) };
  await keepPace({ ...pace, durationMs: warmUpMs });
  const [busyBefore, startedAt] = [machineProcessorMs(), performance.now()];
  const seen = await keepPace({ ...pace, durationMs });
  const cores = (machineProcessorMs() - busyBefore) / (performance.now() - startedAt);
  console.log(
    `${describeMachine('embedded')}\nAll programs of the machine used ${figure(cores)} cores during the run.\n`,
  );
  printTable(
    ['case', 'answered', 'failed', 'events/s', 'p50 ms', 'p95 ms', 'p99 ms', 'goal', ''],
    [
      [
        'signed events',
        String(seen.requests),
        String(seen.failed),
        ...[seen.requests / seen.seconds, seen.p50, seen.p95, seen.p99].map(figure),
        `p95 ≤ ${mostMs} ms`,
        seen.p95 <= mostMs && seen.failed === 0 ? 'met' : 'missed',
      ],
    ],
  );
});
