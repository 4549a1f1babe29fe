import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import { hashSecret } from '#server/platform/security/secrets.ts';
import type { Metrics } from '#server/platform/telemetry/metrics.ts';
import { countWaiting, type Waiting } from './actions.ts';

type MetricsRoutes = { database: Database; metrics: Metrics; token: string };

/** The figures of this node and of the whole installation, for who shows the token. */
export function metricsRoutes(app: FastifyInstance, { database, metrics: { registry }, token }: MetricsRoutes): void {
  const show = waitingGauges(registry);
  const expected = hashSecret(token);
  app.get('/metrics', { config: { caller: 'visitor' }, schema: { hide: true } }, async (request, reply) => {
    const [, given = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
    reply.header('cache-control', 'no-store');
    // Hashes are of one length, so that the comparison takes the same time whatever is given.
    if (!timingSafeEqual(hashSecret(given), expected)) {
      reply.header('www-authenticate', 'Bearer');
      throw fail('metrics.token-required');
    }
    const waiting = await countWaiting(database).catch((error: unknown) => {
      request.log.warn({ err: error }, 'the database did not answer');
      return null;
    });
    show(waiting);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

const byState: { name: string; help: string; states: Record<string, keyof Waiting> }[] = [
  {
    name: 'portal_jobs',
    help: 'Jobs of the installation, by state; failed ones are not tried again',
    states: {
      waiting: 'jobs_waiting',
      scheduled: 'jobs_scheduled',
      retrying: 'jobs_retrying',
      running: 'jobs_running',
      failed: 'jobs_failed',
    },
  },
  {
    name: 'portal_mails',
    help: 'Mails that were not sent yet, by state; parked ones wait for a person',
    states: { waiting: 'mails_waiting', parked: 'mails_parked' },
  },
  {
    name: 'portal_webhook_events',
    help: 'Events of the payment provider that were not worked off yet, by state; parked ones wait for a person',
    states: { waiting: 'events_waiting', parked: 'events_parked' },
  },
];

const single: { name: string; help: string; value: keyof Waiting }[] = [
  {
    name: 'portal_jobs_oldest_seconds',
    help: 'How long the oldest job that could run has been waiting',
    value: 'oldest_job_seconds',
  },
  { name: 'portal_payment_attempts_open', help: 'Payments that were begun and not ended', value: 'attempts_open' },
];

/** Adds the figures of the database. @returns what sets them; without an answer they are left out */
function waitingGauges(registry: Registry): (waiting: Waiting | null) => void {
  const registers = [registry];
  const up = new Gauge({ name: 'portal_database_up', help: 'Whether the database answered', registers });
  const groups = byState.map(({ name, help, states }) => ({
    gauge: new Gauge({ name, help, labelNames: ['state'], registers }),
    states: Object.entries(states),
  }));
  const singles = single.map(({ name, help, value }) => ({
    gauge: new Gauge({ name, help, labelNames: [], registers }),
    value,
  }));
  return (waiting) => {
    up.set(waiting ? 1 : 0);
    for (const { gauge, states } of groups) {
      gauge.reset();
      if (waiting) for (const [state, value] of states) gauge.set({ state }, waiting[value]);
    }
    for (const { gauge, value } of singles) {
      gauge.remove();
      if (waiting) gauge.set(waiting[value]);
    }
  };
}
