import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type Stripe from 'stripe';
import { defaultProductName } from '#contract/identity/settings.ts';
import type { SystemCheck } from '#contract/operations/system.ts';
import { handledTypes } from '../commerce/billing/event-actions.ts';
import { makeConfiguration } from '../commerce/billing/flows/open-portal.ts';
import { countPasskeysElsewhere } from '../identity/passkeys/held-actions.ts';
import { createIdentityProvider } from '../identity/sign-in/identity-provider.ts';
import { countBadgesElsewhere } from '../learning/badges/key-actions.ts';
import { elapsedMs, now } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/database/db.ts';
import { findPackage } from '../platform/database/postgres/programs.ts';
import { findRunningPostgres } from '../platform/database/postgres.ts';
import { checkAddresses, inspectPreparation, inspectTables } from '../platform/database/prepare.ts';
import { withReplica } from '../platform/database/replica.ts';
import { checkBucket } from '../platform/files/bucket-check.ts';
import { checkMailServer } from '../platform/mail/mail.ts';
import { openOutbound } from '../platform/outbound.ts';
import { inspectCertificate } from '../platform/security/certificate.ts';
import { passkeySupportOf } from '../platform/security/relying-party.ts';
import { checkDataDir, checkNewDataDir, inspectDatabase } from '../platform/start-checks.ts';
import { reasonOf, StartError } from '../platform/start-error.ts';
import { StripeRejection } from '../platform/stripe/errors.ts';
import { apiVersion, createStripeGateway, type StripeGateway } from '../platform/stripe/gateway.ts';
import type { Env } from './env.ts';
import type { Settings } from './settings.ts';

/** One line of `npm run check`. */
export type Finding = SystemCheck;

/** A sentence when the check succeeds; warnings are marked. */
export type CheckResult = string | { warning: string };

/** Checks services in the settings with the same code that the start and the portal use. */
export function findings(env: Env): Promise<Finding>[] {
  return [
    runCheck('Disk', () => checkDisk(env)),
    runCheck('Database', () => checkDatabase(env)),
    runCheck('Replica', () => checkReplica(env)),
    runCheck('Clock', () => checkClock(env)),
    runCheck('Certificate', () => inspectCertificate(env.publicUrl)),
    runCheck('Mail', () => checkMail(env)),
    runCheck('Files', () => checkFiles(env)),
    runCheck('Stripe', () => checkStripe(env)),
    runCheck('Webhooks', () => checkWebhooks(env)),
    runCheck('Tax', () => checkTax(env)),
    runCheck('Google', () => checkGoogle(env)),
    runCheck('Passkeys', () => checkPasskeys(env)),
    runCheck('Badges', () => checkBadges(env)),
  ];
}

export async function runCheck(what: string, ask: () => Promise<CheckResult>): Promise<Finding> {
  try {
    const answer = await ask();
    if (typeof answer === 'string') return { state: 'ok', what, sentence: answer };
    return { state: 'warning', what, sentence: answer.warning };
  } catch (error) {
    return { state: 'wrong', what, sentence: error instanceof Error ? error.message : String(error) };
  }
}

const gibibyte = 1024 ** 3;

async function checkDisk({ dataDir }: Env): Promise<CheckResult> {
  // Does not create the folder, because a folder created by root would be closed to the portal's user.
  if (!existsSync(dataDir)) {
    await checkNewDataDir(dataDir);
    return `DATA_DIR ${dataDir} is made at the start`;
  }
  await checkDataDir(dataDir);
  const { bavail, bsize } = await statfs(dataDir);
  const free = (bavail * bsize) / gibibyte;
  const sentence = `${free.toFixed(1)} GiB are free in DATA_DIR ${dataDir}`;
  if (free < 0.25) throw new StartError(`${sentence}: uploads are refused below 0.25.`);
  return free < 2 ? { warning: `${sentence}: plan for more` } : sentence;
}

async function checkDatabase(env: Env): Promise<CheckResult> {
  const addresses = await checkAddresses(env);
  if (!addresses) {
    const running = await findRunningPostgres(env.dataDir);
    if (!running) {
      await findPackage();
      return 'the embedded PostgreSQL, which starts with the portal';
    }
    const { version } = await inspectDatabase(running.service, 'DATABASE_URL');
    return `the embedded PostgreSQL ${version}, which is running`;
  }
  const { version, role, missingExtensions } = await inspectDatabase(addresses.service, 'DATABASE_URL');
  if (missingExtensions.length > 0) {
    throw new StartError(
      `PostgreSQL ${version} lacks the extensions ${missingExtensions.join(', ')}: install its contrib package.`,
    );
  }
  const sentence = `PostgreSQL ${version} with its extensions, served as ${role}; notifications are heard`;
  const { isOwner, servedBy } = await inspectPreparation(addresses);
  if (!isOwner) return `${sentence}; the tables are complete, and another role migrates them`;
  if (servedBy === null) {
    return { warning: `${sentence}. ${role} owns the tables: set MIGRATION_DATABASE_URL, and serve as another role` };
  }
  return `${sentence}; the role can do no more than serve`;
}

/** Time in which a standby must show that it follows, in milliseconds. */
const followsWithinMs = 5_000;

async function checkReplica({ databaseUrl, databaseDirectUrl, databaseReplicaUrl }: Env): Promise<CheckResult> {
  if (!databaseUrl || !databaseReplicaUrl) return 'none: everything is read from the database';
  const log = () => {};
  const primary = openDatabase(databaseUrl, { log, direct: databaseDirectUrl ?? databaseUrl, max: 1 });
  const standby = openDatabase(databaseReplicaUrl, { log, direct: databaseDirectUrl ?? databaseReplicaUrl, max: 1 });
  const database = withReplica(primary, standby, { log, everyMs: 200 });
  const startedAt = elapsedMs();
  try {
    while (database.replica.health()?.state !== 'fresh') {
      if (elapsedMs() - startedAt > followsWithinMs) {
        throw new StartError(
          'The database of DATABASE_REPLICA_URL does not answer, is too far behind, or is no standby of DATABASE_URL: everything is read from the primary.',
        );
      }
      await wait(100);
    }
    return 'a standby of the database, hardly behind: it is read';
  } finally {
    await database.close();
  }
}

/** Maximum deviation of the clock: Stripe's signatures are valid for five minutes, second factors for half a minute. */
const mostOffMs = 10_000;

async function checkClock({ databaseUrl, stripe }: Env): Promise<CheckResult> {
  const ahead: [string, number][] = [];
  if (databaseUrl) {
    ahead.push(['the database', (await inspectDatabase(databaseUrl, 'DATABASE_URL')).clockAheadMs]);
  }
  if (stripe) {
    const address = stripe.apiBase ?? 'https://api.stripe.com';
    const answer = await fetch(address, { method: 'HEAD' }).catch((error: unknown) => {
      throw new StartError(`${address} does not answer, so its clock is not known (${reasonOf(error)}).`);
    });
    const date = answer.headers.get('date');
    if (date) ahead.push(['Stripe', Date.parse(date) - now().getTime()]);
  }
  if (ahead.length === 0) return 'there is no other clock to compare with';
  const off = ahead.find(([, ms]) => Math.abs(ms) > mostOffMs);
  if (!off) return `within ${mostOffMs / 1000} s of ${ahead.map(([whose]) => whose).join(' and ')}`;
  const [whose, ms] = off;
  const seconds = Math.round(Math.abs(ms) / 1000);
  throw new StartError(
    `This machine's clock is ${seconds} s ${ms > 0 ? 'behind' : 'ahead of'} that of ${whose}: let a time service such as chrony set it.`,
  );
}

async function checkMail({ smtp, mailFrom, demo }: Env): Promise<CheckResult> {
  if (!smtp) return demo ? 'the demo mailbox' : { warning: 'SMTP_URL is not set' };
  await checkMailServer(smtp.url);
  return `${new URL(smtp.url).host} takes mail from ${mailFrom}`;
}

async function checkFiles({ s3, dataDir }: Env): Promise<CheckResult> {
  if (!s3) return `in ${dataDir}/files`;
  await checkBucket(s3);
  const sentence = `the bucket ${s3.bucket} can be listed, written to and deleted from`;
  if (!s3.links) return sentence;
  return `${sentence}; browsers load downloads from ${s3.links.endpoint ?? 'Amazon S3'}`;
}

/** @throws StripeRejection when Stripe rejects the call; StartError with the reason when the call fails otherwise */
async function askStripe<Result>(
  key: { secretKey: string; apiBase: string | null },
  ask: (api: Stripe) => Promise<Result>,
): Promise<Result> {
  const logged: string[] = [];
  const log = (message: string) => void logged.push(message);
  const gateway: StripeGateway = createStripeGateway({ ...key, webhookSecret: '', log });
  return gateway.call({ callerWaitsSinceMs: null }, ask).catch((error: unknown) => {
    if (error instanceof StripeRejection) throw error;
    throw new StartError(logged.at(-1) ?? String(error));
  });
}

async function checkStripe({ stripe, demo }: Env): Promise<CheckResult> {
  if (!stripe) return demo ? 'the payment sandbox' : { warning: 'no keys: paid actions are off' };
  const mode = stripe.isLive ? 'live keys' : 'test keys';
  // A restricted key may lack the right to read the account.
  const account = await askStripe(stripe, (api) => api.accounts.retrieveCurrent()).catch((error: unknown) => {
    if (error instanceof StripeRejection) return null;
    throw error;
  });
  if (!account) return `${mode} that are accepted; the account is not shown to them`;
  const name = account.business_profile?.name ?? account.settings?.dashboard.display_name ?? '';
  const sentence = `${mode} of the account ${account.id} ${name}`.trim();
  if (stripe.isLive && !account.charges_enabled) throw new StartError(`${sentence}, which cannot take payments yet.`);
  return stripe.isLive ? sentence : demo ? sentence : { warning: `${sentence}: members are not charged` };
}

/** Checks Stripe Tax, which every payment needs when tax is on (TAX-08). */
async function checkTax({ stripe, tax, demo }: Env): Promise<CheckResult> {
  if (tax === 'none') return 'TAX is none: the portal computes no tax';
  if (!stripe) return demo ? 'computed by the payment sandbox' : { warning: 'no keys: paid actions are off' };
  const { status, status_details: details } = await askStripe(stripe, (api) => api.tax.settings.retrieve());
  if (status !== 'active') {
    const missing = details.pending?.missing_fields?.join(', ') ?? 'its settings';
    throw new StartError(
      `TAX is ${tax}, but Stripe Tax is not active, so nothing can be bought: complete ${missing} under Tax in Stripe's dashboard.`,
    );
  }
  const { data } = await askStripe(stripe, (api) => api.tax.registrations.list({ status: 'active', limit: 100 }));
  const countries = [...new Set(data.map(({ country }) => country))].toSorted();
  const sentence = `Stripe Tax is active; prices are ${tax}`;
  if (countries.length === 0) return { warning: `${sentence}. The account is registered nowhere: no tax is collected` };
  return `${sentence}; tax is collected in ${countries.join(', ')}`;
}

function webhookAddress({ publicUrl }: Env): string {
  return `${publicUrl}/api/webhooks/stripe`;
}

async function findWebhook(env: Env, key: { secretKey: string; apiBase: string | null }) {
  const { data } = await askStripe(key, (api) => api.webhookEndpoints.list({ limit: 100 }));
  return data.find(({ url }) => url === webhookAddress(env)) ?? null;
}

/** Describes the first fault of an endpoint's settings; null when they are right. */
function differenceOf({ enabled_events: events, api_version: version, status }: Stripe.WebhookEndpoint): string | null {
  const lacking = handledTypes.filter((type) => !events.includes(type) && !events.includes('*'));
  const surplus = events.filter((type) => !handledTypes.includes(type));
  if (status !== 'enabled') return 'is disabled';
  if (version !== apiVersion) return `uses the API version ${version ?? 'of the account'} instead of ${apiVersion}`;
  if (lacking.length > 0) return `does not send ${lacking.join(', ')}`;
  return surplus.length > 0 ? `sends events that the portal ignores: ${surplus.join(', ')}` : null;
}

async function checkWebhooks(env: Env): Promise<CheckResult> {
  if (!env.stripe) return 'nothing to receive';
  const address = webhookAddress(env);
  const endpoint = await findWebhook(env, env.stripe);
  if (!endpoint) throw new StartError(`Stripe has no endpoint ${address}: run npm run check -- --create-webhook.`);
  const difference = differenceOf(endpoint);
  if (difference === null) return `Stripe sends ${handledTypes.length} kinds of events to ${address}`;
  const sentence = `The endpoint ${address} ${difference}`;
  if (difference.startsWith('sends')) return { warning: sentence };
  throw new StartError(`${sentence}: delete it in Stripe's dashboard and run npm run check -- --create-webhook.`);
}

/**
 * Creates the settings of Stripe's customer portal unless they are there, and the webhook endpoint with exactly the
 * events that the portal handles and its API version. Stripe shows the secret only once, so an existing endpoint is not
 * changed.
 * @throws StripeRejection when Stripe rejects a call; StartError when the endpoint exists, a variable is missing, or a
 * call fails otherwise
 */
export async function createWebhook(
  env: Env,
  { text }: Settings,
): Promise<{ sentence: string; secret: string | null }> {
  const secretKey = text('STRIPE_SECRET_KEY');
  if (secretKey === null) throw new StartError('STRIPE_SECRET_KEY is missing: the endpoint is made with it.');
  if (text('PUBLIC_URL') === null) throw new StartError('PUBLIC_URL is missing: the endpoint leads there.');
  const key = { secretKey, apiBase: text('STRIPE_API_BASE') };
  const url = webhookAddress(env);
  const isNew = await askStripe(key, makeConfiguration);
  const settings = isNew ? ' Made the settings of the customer portal.' : '';
  if (await findWebhook(env, key)) {
    throw new StartError(
      `Stripe has the endpoint ${url} already: its secret is in Stripe's dashboard. To make a new one, delete it there.${settings}`,
    );
  }
  const { secret = null } = await askStripe(key, (api) =>
    api.webhookEndpoints.create({
      url,
      api_version: apiVersion,
      description: env.fixedSettings.productName ?? defaultProductName,
      // Safe cast, because Stripe rejects unknown types.
      enabled_events: [...handledTypes] as Stripe.WebhookEndpointCreateParams.EnabledEvent[],
    }),
  );
  return {
    sentence: `Made the endpoint ${url} with ${handledTypes.length} kinds of events.${settings} Set its secret:`,
    secret,
  };
}

async function checkGoogle({ google, publicUrl, demo, allowedNetworks: allowed }: Env): Promise<CheckResult> {
  if (!google) return demo ? 'the test identity provider' : 'no keys: members sign in with passwords';
  const logged: string[] = [];
  const redirectUri = `${publicUrl}/api/auth/google/callback`;
  const log = (message: string) => void logged.push(message);
  const outbound = openOutbound({ demo, allowedNetworks: allowed });
  await createIdentityProvider({ ...google, redirectUri, fetch: outbound.portal.fetch, log })
    .begin()
    .catch((error: unknown) => {
      throw new StartError(logged.at(-1) ?? String(error));
    })
    .finally(() => outbound.close());
  return `${google.issuer} answers; it must allow the redirect address ${redirectUri}`;
}

/** Warns about passkeys added under another host of PUBLIC_URL, because a passkey works at one host alone (PASS-04). */
async function checkPasskeys(env: Env): Promise<CheckResult> {
  const { party, problem } = passkeySupportOf(env.publicUrl);
  const sentence = problem ?? `members add passkeys for ${party?.id}`;
  const elsewhere = await countElsewhere(env, party?.id ?? '');
  if (!elsewhere || elsewhere.passkeys === 0) return sentence;
  const { passkeys, members } = elsewhere;
  return {
    warning:
      `${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'} of ${members} ${members === 1 ? 'member' : 'members'} cannot be used at ${env.publicUrl}, because another host was in PUBLIC_URL when they were added: their members need another way to sign in. ${problem ?? ''}`.trim(),
  };
}

/**
 * Warns about badges that name another host than PUBLIC_URL, because verifiers look there for their keys and status
 * (BADGE-01).
 */
async function checkBadges(env: Env): Promise<CheckResult> {
  const { publicUrl } = env;
  const isPublic = publicUrl.startsWith('https:');
  const sentence = isPublic
    ? `verifiers find the keys at ${publicUrl}/.well-known/did.json`
    : `PUBLIC_URL has no https, so this portal alone can check its badges`;
  const badges = await askOwnDatabase(env, ({ db }) => countBadgesElsewhere(db, publicUrl));
  if (!badges) return sentence;
  return {
    warning: `${badges} ${badges === 1 ? 'badge names' : 'badges name'} another host, which was in PUBLIC_URL when they were made: other verifiers find neither their key nor their status while that host does not serve this portal. Their holders can make new ones`,
  };
}

/** Counts the passkeys of other hosts; null when the database cannot be queried. */
function countElsewhere(env: Env, host: string) {
  return askOwnDatabase(env, ({ db }) => countPasskeysElsewhere(db, host));
}

/**
 * Queries the portal's database. Returns null when it is not reachable or lacks tables of this version; another check
 * reports that.
 */
async function askOwnDatabase<Result>(
  { databaseUrl, databaseDirectUrl, dataDir }: Env,
  ask: (database: Database) => Promise<Result>,
): Promise<Result | null> {
  const address = databaseUrl ?? (await findRunningPostgres(dataDir))?.service;
  const tables = address ? await inspectTables(address).catch(() => null) : null;
  if (!address || !tables || tables.missing.length > 0) return null;
  const database = openDatabase(address, { log: () => {}, direct: databaseDirectUrl ?? address, max: 1 });
  try {
    return await ask(database);
  } finally {
    await database.close();
  }
}
