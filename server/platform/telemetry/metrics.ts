import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/db.ts';
import { Failure } from '../failure.ts';
import { readFreeBytes } from '../files/incoming.ts';
import {
  type CacheRead,
  type JobTry,
  type ListenState,
  type OutsideCall,
  type OutsideService,
  type Statement,
  signals,
} from './signals.ts';
import type { Version } from './version.ts';

/** Metrics of this process for Prometheus. */
export type Metrics = {
  /** For metrics whose values a feature reads at each scrape. */
  readonly registry: Registry;
  /** Counts and times the app's requests. The caller must do this before it adds the routes. */
  watch(app: FastifyInstance): void;
  /**
   * Shows the calls of a route that a limit rejected from the start, as 0, because an alert on their growth would
   * otherwise miss the first one.
   */
  showRefusalsOf(route: string): void;
};

/** Upper bounds in seconds: a read takes a few milliseconds, a download or a report up to a minute. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** Upper bounds in seconds for jobs: a mail takes a moment; an import, up to an hour, may exceed the last bound. */
const jobBuckets = [0.1, 1, 10, 60, 600];

/**
 * Makes the metrics of one node: its build, its process, its requests, its connections to the database, its disk and
 * the signals of the process.
 */
export function createMetrics(
  { pool }: Pick<Database, 'pool'>,
  { version, commit }: Version,
  dataDir: string,
): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  measurePool(registry, pool);
  measureDisk(registry, dataDir);
  measureSignals(registry);
  const build = new Gauge({
    name: 'build_info',
    help: 'The version and the commit that this node runs; always 1',
    labelNames: ['version', 'commit'],
    registers,
  });
  build.set({ version, commit: commit ?? '' }, 1);
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long answers took, by method, route and class of the status',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  });
  const inFlight = new Gauge({ name: 'http_requests_in_flight', help: 'Requests under way', registers });
  const shed = new Counter({
    name: 'portal_requests_shed_total',
    help: 'Requests that were turned away with 503 because too much was under way',
    registers,
  });
  const limited = new Counter({
    name: 'portal_limit_refusals_total',
    help: 'Requests that were refused with 429 by a limit, by route',
    labelNames: ['route'],
    registers,
  });

  const watch = (app: FastifyInstance) => {
    app.addHook('onRequest', async (_request, reply) => {
      // The connection was closed while the request waited for its turn.
      if (reply.raw.destroyed) return;
      inFlight.inc();
      // `finish` follows the whole response, `close` an earlier end of the connection by the other side.
      let isUnderWay = true;
      for (const end of ['finish', 'close']) {
        reply.raw.once(end, () => {
          if (isUnderWay) inFlight.dec();
          isUnderWay = false;
        });
      }
    });
    app.addHook('onError', async (_request, _reply, error) => {
      if (isShedding(error)) shed.inc();
    });
    app.addHook('onResponse', async (request, reply) => {
      // The pattern, never the URL, so that the number of labels is limited.
      const route = request.routeOptions.url ?? 'unknown';
      const status = `${String(reply.statusCode)[0]}xx`;
      seconds.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
      if (reply.statusCode === 429) limited.inc({ route });
    });
  };
  return { registry, watch, showRefusalsOf: (route) => limited.inc({ route }, 0) };
}

function isShedding(error: Error): boolean {
  if (error instanceof Failure) return error.code === 'request.busy' && error.retryAfterSeconds !== null;
  return 'code' in error && error.code === 'FST_UNDER_PRESSURE';
}

/**
 * Measures outside calls, reads of caches, PostgreSQL's notices and statements, and attempts of jobs, from the signals
 * of the process.
 */
function measureSignals(registry: Registry): void {
  const registers = [registry];
  const calls = new Histogram({
    name: 'portal_outside_call_seconds',
    help: 'How long calls of outside services took, by service and outcome; one of smtp is a mail',
    labelNames: ['service', 'outcome'],
    buckets,
    registers,
  });
  const services: OutsideService[] = ['stripe', 's3', 'smtp', 'identity'];
  // Shown from the start, as 0, because an alert on their growth would otherwise miss the first failure.
  for (const service of services) calls.zero({ service, outcome: 'failed' });
  const reads = new Counter({
    name: 'portal_cache_reads_total',
    help: 'Readings of kept lists and counts of the catalogue, by outcome (hit, miss)',
    labelNames: ['outcome'],
    registers,
  });
  const listening = new Gauge({
    name: 'portal_listening',
    help: 'Whether this node hears the channel of PostgreSQL; 0: it keeps no lists',
    labelNames: ['channel'],
    registers,
  });
  const statement = ['statement', 'outcome'];
  // Without buckets, because there are hundreds of statements.
  const statements = new Counter({
    name: 'portal_statements_total',
    help: 'Statements of PostgreSQL, by name and outcome',
    labelNames: statement,
    registers,
  });
  const statementSeconds = new Counter({
    name: 'portal_statement_seconds_total',
    help: 'How long statements of PostgreSQL took in all, by name and outcome',
    labelNames: statement,
    registers,
  });
  const tries = new Histogram({
    name: 'portal_job_seconds',
    help: 'How long tries of jobs on this node took, by task, lane and outcome',
    labelNames: ['task', 'lane', 'outcome'],
    buckets: jobBuckets,
    registers,
  });
  // Safe casts, because the one publisher of each channel ensures its type with `satisfies`.
  signals.statement.subscribe((message) => {
    const { name, outcome, seconds } = message as Statement;
    statements.inc({ statement: name, outcome });
    statementSeconds.inc({ statement: name, outcome }, seconds);
  });
  signals.jobTry.subscribe((message) => {
    const { task, lane, outcome, seconds } = message as JobTry;
    tries.observe({ task, lane, outcome }, seconds);
  });
  signals.outsideCall.subscribe((message) => {
    const { service, outcome, seconds } = message as OutsideCall;
    calls.observe({ service, outcome }, seconds);
  });
  signals.cacheRead.subscribe((message) => reads.inc(message as CacheRead));
  signals.listenState.subscribe((message) => {
    const { channel, isHeard } = message as ListenState;
    listening.set({ channel }, isHeard ? 1 : 0);
  });
}

function measureDisk(registry: Registry, dataDir: string): void {
  new Gauge({
    name: 'portal_disk_free_bytes',
    help: 'Free bytes of the disk of DATA_DIR; files are refused below 256 MiB',
    registers: [registry],
    async collect() {
      const free = await readFreeBytes(dataDir);
      if (free === null) this.reset();
      else this.set(free);
    },
  });
}

function measurePool(registry: Registry, pool: Database['pool']): void {
  const registers = [registry];
  const { max } = pool.options;
  new Gauge({
    name: 'portal_database_connections_max',
    help: 'The most this node opens for requests and jobs',
    registers,
  }).set(max);
  new Gauge({
    name: 'portal_database_connections',
    help: 'Open connections of this node to the database, by state',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
    },
  });
  new Gauge({
    name: 'portal_database_connections_awaited',
    help: 'Callers on this node that wait for a connection',
    registers,
    collect() {
      this.set(pool.waitingCount);
    },
  });
}
