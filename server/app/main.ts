import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { fillInstallation } from '#demo/fill.ts';
import type { Shop } from '#demo/history.ts';
import manifest from '../../package.json' with { type: 'json' };
import { enqueueMissedPayments } from '../commerce/billing/jobs.ts';
import { readSettings } from '../identity/settings/actions.ts';
import { keepPresent } from '../operations/system/actions.ts';
import { elapsedMs, now } from '../platform/clock.ts';
import { type Database, type DatabaseAddresses, openDatabase } from '../platform/database/db.ts';
import { startPostgres } from '../platform/database/postgres.ts';
import { checkAddresses, prepareDatabase } from '../platform/database/prepare.ts';
import { withReplica } from '../platform/database/replica.ts';
import { createTxtLookup } from '../platform/dns.ts';
import { holdsFiles, openBlobs } from '../platform/files/open-blobs.ts';
import { openRemovals } from '../platform/files/removals.ts';
import { keepAssets } from '../platform/http/kept-assets.ts';
import type { StandIn } from '../platform/http/stand-in.ts';
import { type EndedJob, startJobs } from '../platform/jobs/jobs.ts';
import { smtpMailSender } from '../platform/mail/mail.ts';
import { type OutboundCalls, openOutbound } from '../platform/outbound.ts';
import type { Sealer } from '../platform/security/sealing.ts';
import { newSecret } from '../platform/security/secrets.ts';
import { shutDown } from '../platform/shutdown.ts';
import { checkDataDir, checkPort } from '../platform/start-checks.ts';
import { StartError } from '../platform/start-error.ts';
import { unlogged } from '../platform/telemetry/log.ts';
import { versionText } from '../platform/telemetry/version.ts';
import { createApp, type Dependencies } from './app.ts';
import { type Env, readEnv } from './env.ts';
import { reapplyAtStart } from './reapply.ts';
import { demoPeople, startBlock } from './start-block.ts';
import { openSealer, rejectDemoOfImage } from './start-refusals.ts';
import { laneOf, paymentCrontab, paymentTasks, portalCrontab, portalTasks } from './tasks.ts';
import { findWebBuild } from './web-build.ts';

// The demo's data, the stand-ins, Stripe and the sign-in provider are imported only when the configuration uses them,
// which saves memory.

/** The functions that stop what was started, the last one first. */
const stops: (() => Promise<unknown>)[] = [];

/** The functions that wait for requests and jobs, which use services that were started before. */
const drains: (() => Promise<unknown>)[] = [];

/** Maximum seconds for stopping, until the settings are read. */
let shutdownSeconds = 40;

async function start(): Promise<void> {
  const asked = readEnv();
  rejectDemoOfImage(asked);
  shutdownSeconds = asked.shutdownSeconds;
  const version = { version: manifest.version, commit: asked.buildCommit };
  const base = { pid: process.pid, hostname: hostname(), version: versionText(version) };
  const logger = pino({ level: asked.logLevel, redact: unlogged, base });
  const warn = (message: string) => logger.warn(message);
  for (const warning of asked.warnings) warn(warning);
  // Imported here, so that the tracing library is loaded only when traces are recorded.
  const traces = asked.traces && (await import('../platform/telemetry/traces.ts')).startTraces(asked.traces, version);
  if (traces) stops.push(() => traces.stop());
  const dataDir = path.resolve(asked.dataDir);
  await checkDataDir(dataDir);
  const port = await checkPort(asked.port, asked.host);
  const env = { ...asked, port, publicUrl: asked.publicUrl.replace(/:0$/, `:${port}`) };

  const blobs = await openBlobs({ dataDir, s3: env.s3, log: warn, mayBeAway: !env.demo });
  await blobs.sweep(now().getTime());
  if (env.s3 && (await holdsFiles(dataDir))) {
    warn('DATA_DIR/files holds files: npm run copy-files copies them to the bucket; delete the folder afterwards.');
  }

  const database = await startDatabase(env, dataDir, warn);
  const removals = openRemovals({ dataDir, s3: env.s3 });
  const reapplying = await reapplyAtStart(database, { removals, mayBeAway: env.s3 !== null, log: warn });
  stops.push(() => reapplying.stop());
  const presence = keepPresent(database, { name: hostname(), role: env.role, version: versionText(version) });
  stops.push(() => presence.stop());
  const sealer = await openSealer(env, dataDir, database);
  const { productName } = await readSettings(database, env);
  const mailbox = env.smtp ? null : await openMailbox(productName, dataDir);
  if (mailbox) stops.push(() => mailbox.close());
  const mailSender = smtpMailSender({
    url: env.smtp?.url ?? mailbox?.smtpUrl ?? '',
    from: env.mailFrom,
    publicUrl: env.publicUrl,
    bulkPerMinute: env.bulkMailsPerMinute,
  });
  stops.push(async () => mailSender.close());

  const outbound = openOutbound(env);
  stops.push(() => outbound.close());

  const isNewDemo = await fillInstallation({ database, blobs, ...env, dataDir }, demoPeople);
  const payments = await startPayments(env, dataDir, warn);

  if (env.role !== 'worker') {
    const identity = await openIdentity(env, productName, outbound, warn);
    const webBuild = await findWebBuild();
    await keepAssets(database.db, webBuild.webFolder);
    const app = await createApp({
      env,
      database,
      logger,
      version,
      blobs,
      removals,
      sealer,
      outbound,
      identityProvider: identity.provider,
      payments: payments.payments,
      stripe: payments.stripe,
      lookUpTxt: createTxtLookup(),
      isLeaving: () => stopping,
      laneOf,
      traces,
      // Imported on first use, because it loads the clients of all services.
      checkServices: async () => Promise.all((await import('./checks.ts')).findings(env)),
      standIns: [
        ...(mailbox ? [mailbox] : []),
        ...(env.demo ? [await openToolSite()] : []),
        ...payments.standIns,
        ...identity.standIns,
        ...(await openCompany(env, database, sealer, productName)),
      ],
      ...webBuild,
    });
    let drainSeconds = 0;
    drains.push(async () => {
      // /readyz fails from now on, so that proxies stop sending requests first.
      await wait(drainSeconds * 1000);
      await app.close();
    });
    await app.listen({ port: env.port, host: env.host });
    drainSeconds = env.drainSeconds;
    if (isNewDemo && payments.shop) {
      const { makeDemoHistory } = await import('#demo/history.ts');
      await makeDemoHistory(payments.shop, { ...demoPeople.accounts, password: demoPeople.password });
    }
  }
  if (env.role === 'worker') {
    const { createWorkerApp } = await import('./worker-app.ts');
    const { publicUrl, metricsToken: token } = env;
    const isLeaving = () => stopping;
    const app = await createWorkerApp({ database, logger, version, isLeaving, token, publicUrl, dataDir });
    drains.push(() => app.close());
    await app.listen({ port: env.port, host: env.host });
  }
  const { stripe } = payments;
  // The demo's payment sandbox runs in the process that serves browsers, so that process syncs payments too.
  const isPaymentsOnly = env.role === 'web' && payments.payments?.sandbox === true;
  if (env.role !== 'web' || isPaymentsOnly) {
    const lookUpTxt = createTxtLookup();
    const services = { env, database, blobs, removals, sealer, outbound, lookUpTxt };
    const ofPayments = stripe ? paymentTasks({ ...services, stripe }) : {};
    const tasks = isPaymentsOnly ? ofPayments : portalTasks({ ...services, mailSender, stripe });
    const crontab = (isPaymentsOnly ? '' : portalCrontab) + (stripe ? paymentCrontab : '');
    const onEnded = (ended: EndedJob) => logger.info(ended, 'job');
    const jobs = await startJobs(database, {
      tasks,
      laneOf,
      sizes: env.jobsAtOnce,
      crontab,
      log: logJobs(logger),
      onEnded,
    });
    drains.push(() => jobs.stop());
    if (stripe) await enqueueMissedPayments(database.db);
  }
  process.stdout.write(startBlock(env, productName, version));
}

async function startDatabase(env: Env, dataDir: string, log: (message: string) => void): Promise<Database> {
  const addresses = (await checkAddresses(env)) ?? (await startOwnDatabase(dataDir, log));
  await prepareDatabase(addresses, { log });
  const max = env.databasePoolMax;
  const primary = openDatabase(addresses.service, { log, direct: addresses.direct, max });
  const database = env.databaseReplicaUrl === null ? primary : withReplica(primary, openReplica(env, log), { log });
  stops.push(() => database.close());
  return database;
}

/** Opens the replica. Behind a pooler, which has a DATABASE_DIRECT_URL, connections cannot set options. */
function openReplica(
  { databaseReplicaUrl, databaseDirectUrl, databasePoolMax: max }: Env,
  log: (message: string) => void,
) {
  const address = databaseReplicaUrl ?? '';
  return openDatabase(address, { log, direct: databaseDirectUrl ?? address, max });
}

async function startOwnDatabase(dataDir: string, log: (message: string) => void): Promise<DatabaseAddresses> {
  const starting = startPostgres({ dataDir, log });
  // Added before PostgreSQL runs, because a signal may arrive while it starts.
  stops.push(async () => (await starting.catch(() => null))?.stop());
  return starting;
}

async function openMailbox(productName: string, dataDir: string) {
  const { startMailbox } = await import('#stand-ins/mailbox/server.ts');
  return startMailbox({ dataDir, productName });
}

async function openToolSite(): Promise<StandIn> {
  const { createToolSite } = await import('#stand-ins/tool-site/server.ts');
  return createToolSite();
}

type IdentityParts = { provider: Dependencies['identityProvider']; standIns: StandIn[] };

/**
 * Opens Google with its keys, the stand-in in demo mode without keys, or none, so that the button is hidden (BOOT-07).
 */
async function openIdentity(
  env: Env,
  productName: string,
  { portal: { fetch } }: OutboundCalls,
  log: (message: string) => void,
): Promise<IdentityParts> {
  const redirectUri = `${env.publicUrl}/api/auth/google/callback`;
  if (!env.google && !env.demo) return { provider: null, standIns: [] };
  const { createIdentityProvider } = await import('../identity/sign-in/identity-provider.ts');
  if (env.google) return { provider: createIdentityProvider({ ...env.google, redirectUri, fetch, log }), standIns: [] };
  const keys = {
    issuer: `${env.publicUrl}/sandbox/identity`,
    clientId: 'portal',
    clientSecret: newSecret(),
    redirectUri,
  };
  const people = demoPeople.atProvider;
  const { createIdentityStandIn } = await import('#stand-ins/identity/server.ts');
  const standIn = await createIdentityStandIn({ ...keys, productName, people });
  const provider = createIdentityProvider({ ...keys, standInOrigin: loopbackAddress(env), fetch, log });
  return { provider, standIns: [standIn] };
}

/**
 * Opens the demo's company with the stand-in for its own provider (SSO). Only where browsers reach the portal on this
 * machine: a provider elsewhere needs https.
 */
async function openCompany(env: Env, database: Database, sealer: Sealer, productName: string): Promise<StandIn[]> {
  if (!env.demo || !/^http:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(env.publicUrl)) return [];
  const { demoCompany, keepDemoCompany } = await import('#demo/company.ts');
  const keys = {
    issuer: `${env.publicUrl}/sandbox/company`,
    clientSecret: sealer.fingerprint('company', 'stand-in').toString('hex'),
  };
  await keepDemoCompany({ ...keys, database, sealer, password: demoPeople.password });
  const { createIdentityStandIn } = await import('#stand-ins/identity/server.ts');
  const redirectUri = `${env.publicUrl}/api/sso/${demoCompany.connectionId}/callback`;
  const { people, organisation: replaces } = demoCompany;
  const ofCompany = { clientId: 'portal', redirectUri, productName, people, replaces } as const;
  return [await createIdentityStandIn({ ...keys, ...ofCompany, prefix: '/sandbox/company' })];
}

type Payments = Pick<Dependencies, 'payments' | 'stripe'> & {
  standIns: StandIn[];
  /** The shop in which the demo's member pays. */
  shop?: Shop;
};

/**
 * Starts Stripe with its keys, the sandbox in demo mode without keys (not in a worker), or neither, so that paid
 * actions are off (BOOT-05).
 */
async function startPayments(env: Env, dataDir: string, log: (message: string) => void): Promise<Payments> {
  const isSandbox = env.demo && env.role !== 'worker';
  if (!env.stripe && !isSandbox) return { payments: null, stripe: null, standIns: [] };
  const { createStripeGateway } = await import('../platform/stripe/gateway.ts');
  if (env.stripe) {
    const { publishableKey, apiBase } = env.stripe;
    const stripe = createStripeGateway({ ...env.stripe, log });
    return { payments: { publishableKey, apiBase, sandbox: false }, stripe, standIns: [] };
  }
  const webhookUrl = `${loopbackAddress(env)}/api/webhooks/stripe`;
  const { startPaymentSandbox } = await import('@rapp/payment-sandbox');
  const sandbox = await startPaymentSandbox({
    dataDir,
    webhookUrl,
    publicPath: '/sandbox/payments',
    publicUrl: env.publicUrl,
    log,
  });
  stops.push(() => sandbox.close());
  const stripe = createStripeGateway({ ...sandbox, apiBase: `http://127.0.0.1:${sandbox.port}`, log });
  const { publishableKey } = sandbox;
  const confirmAddress = (id: string) => `http://127.0.0.1:${sandbox.port}/v1/payment_intents/${id}/confirm`;
  const shop = { portalUrl: loopbackAddress(env), confirmAddress, publishableKey };
  return { payments: { publishableKey, apiBase: null, sandbox: true }, stripe, standIns: [sandbox], shop };
}

/** Returns the URL at which this process reaches its own web server. */
function loopbackAddress({ host, port }: Pick<Env, 'host' | 'port'>): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

function logJobs(logger: pino.Logger) {
  return (level: string, message: string) => {
    if (level === 'error') logger.error(message);
    else if (level === 'warning') logger.warn(message);
    else logger.debug(message);
  };
}

let stopping = false;

/** Ends requests and jobs together, then everything else in reverse order. */
async function stop(exitCode: number): Promise<void> {
  // The start may fail because a signal has closed a service that it uses.
  if (stopping) return;
  stopping = true;
  const hasEnded = await shutDown({
    sideBySide: drains,
    afterwards: stops.toReversed(),
    withinMs: shutdownSeconds * 1000,
    log: (message) => process.stderr.write(`${message}\n`),
  });
  process.exit(hasEnded ? exitCode : 1);
}

/**
 * Time in which a second signal counts as the first one, because npm passes on the signal that the terminal sends as
 * well.
 */
const oneRequestMs = 1_000;
let signalledAt: number | null = null;

/** Stops the node; a second request to stop ends it immediately. */
function onSignal(): void {
  const at = elapsedMs();
  if (signalledAt !== null && at - signalledAt > oneRequestMs) process.exit(1);
  signalledAt ??= at;
  void stop(0);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);

start().catch((error: unknown) => {
  const isExpected = error instanceof StartError;
  process.stderr.write(
    isExpected ? `${error.message}\n` : `The portal could not start.\n${String((error as Error)?.stack ?? error)}\n`,
  );
  return stop(1);
});
