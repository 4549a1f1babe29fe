import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import type { LaneOf } from '#server/platform/jobs/lanes.ts';
import { hashSecret } from '#server/platform/security/secrets.ts';
import { keptFor } from '#server/platform/telemetry/kept-for.ts';
import type { Metrics } from '#server/platform/telemetry/metrics.ts';
import { type Business, countWaiting, type Unfinished, type Waiting } from './actions.ts';
import { countBusiness } from './store.ts';

type MetricsRoutes = { database: Database; metrics: Metrics; token: string; laneOf: LaneOf };

/**
 * Milliseconds for which counts are cached, because several scrapers read every node: waiting items briefly, slowly
 * growing counts longer.
 */
const [waitingForMs, businessForMs] = [15_000, 300_000];

/** Registers the route of the metrics of this node and of the whole installation, for callers with the token. */
export function metricsRoutes(
  app: FastifyInstance,
  { database, metrics: { registry }, token, laneOf }: MetricsRoutes,
): void {
  const [show, showBusiness] = [waitingGauges(registry), businessGauge(registry)];
  const waitingNow = keptFor(waitingForMs, () => countWaiting(database, laneOf));
  const businessNow = keptFor(businessForMs, () => countBusiness(database.db));
  const expected = hashSecret(token);
  app.get('/metrics', { config: { caller: 'visitor' }, schema: { hide: true } }, async (request, reply) => {
    const [, given = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
    reply.header('cache-control', 'no-store');
    // Hashes have the same length, so the comparison takes the same time for every input.
    if (!timingSafeEqual(hashSecret(given), expected)) {
      reply.header('www-authenticate', 'Bearer');
      throw fail('metrics.token-required');
    }
    const unanswered = (error: unknown) => {
      request.log.warn({ err: error }, 'the database did not answer');
      return null;
    };
    const waiting = await waitingNow().catch(unanswered);
    show(waiting);
    showBusiness(waiting && (await businessNow().catch(unanswered)));
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

const jobStates = ['waiting', 'scheduled', 'retrying', 'running', 'failed'] as const;

const byState: { name: string; help: string; states: Record<string, keyof Unfinished> }[] = [
  {
    name: 'portal_mails',
    help: 'Emails that were not sent yet, by state; parked ones wait for a person',
    states: { waiting: 'mails_waiting', parked: 'mails_parked' },
  },
  {
    name: 'portal_webhook_events',
    help: 'Events of the payment provider that were not handled yet, by state; parked ones wait for a person',
    states: { waiting: 'events_waiting', parked: 'events_parked' },
  },
  {
    name: 'portal_webhook_deliveries',
    help: 'Events on their way to webhooks of owners and administrators',
    states: { waiting: 'deliveries_waiting' },
  },
  {
    name: 'portal_webhook_receivers',
    help: 'Webhooks whose last attempt failed; after five days they are switched off',
    states: { failing: 'receivers_failing' },
  },
];

/**
 * Adds the metrics of the database.
 * @returns a function that sets them; null sets `portal_database_up` to 0 and leaves the others out
 */
function waitingGauges(registry: Registry): (waiting: Waiting | null) => void {
  const registers = [registry];
  const up = new Gauge({ name: 'portal_database_up', help: 'Whether the database answered', registers });
  const jobs = new Gauge({
    name: 'portal_jobs',
    help: 'Jobs of the installation, by lane and state; failed ones are not tried again',
    labelNames: ['lane', 'state'],
    registers,
  });
  const oldest = new Gauge({
    name: 'portal_jobs_oldest_seconds',
    help: 'How long the oldest job of the lane that could run has been waiting',
    labelNames: ['lane'],
    registers,
  });
  const groups = byState.map(({ name, help, states }) => ({
    gauge: new Gauge({ name, help, labelNames: ['state'], registers }),
    states: Object.entries(states),
  }));
  const oldestEvent = new Gauge({
    name: 'portal_webhook_oldest_seconds',
    help: 'How long the oldest event of the payment provider that can be handled has been waiting',
    labelNames: [],
    registers,
  });
  const attempts = new Gauge({
    name: 'portal_payment_attempts_open',
    help: 'Payments that were begun and not ended',
    labelNames: [],
    registers,
  });
  return (waiting) => {
    up.set(waiting ? 1 : 0);
    for (const gauge of [jobs, oldest, ...groups.map(({ gauge }) => gauge)]) gauge.reset();
    attempts.remove();
    oldestEvent.remove();
    if (!waiting) return;
    oldestEvent.set(waiting.oldest_event_seconds);
    for (const lane of waiting.lanes) {
      for (const state of jobStates) jobs.set({ lane: lane.lane, state }, lane[state]);
      oldest.set({ lane: lane.lane }, lane.oldestSeconds);
    }
    for (const { gauge, states } of groups) {
      for (const [state, value] of states) gauge.set({ state }, waiting[value]);
    }
    attempts.set(waiting.attempts_open);
  };
}

/** Adds the counts of members, resources and sales. @returns a function that sets them; null leaves them out */
function businessGauge(registry: Registry): (business: Business | null) => void {
  const gauge = new Gauge({
    name: 'portal_business',
    help: 'Members, organisations, published resources, paid purchases and running subscriptions of the installation',
    labelNames: ['what'],
    registers: [registry],
  });
  return (business) => {
    gauge.reset();
    for (const [what, count] of Object.entries(business ?? {})) gauge.set({ what }, count);
  };
}
