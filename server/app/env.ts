import { dueDays } from '#contract/commerce/purchases-seats.ts';
import { defaultProductName } from '#contract/identity/settings.ts';
import type { PortalSettings } from '#contract/identity/settings-admin.ts';
import type { TaxMode } from '#contract/tax.ts';
import type { BucketSettings } from '../platform/files/bucket.ts';
import type { LaneSizes } from '../platform/jobs/lanes.ts';
import { passkeySupportOf } from '../platform/security/relying-party.ts';
import type { TraceSettings } from '../platform/telemetry/traces.ts';
import {
  type DatabaseAddresses,
  databaseAddress,
  databaseAddresses,
  mailSender,
  mailServerAddress,
  supportAddress,
} from './address-settings.ts';
import {
  assetsOrigin,
  bucketKeys,
  type GoogleKeys,
  googleKeys,
  type OidcKeys,
  oidcKeys,
  type ScannerAddress,
  type StripeKeys,
  scannerAddress,
  stripeKeys,
  traceCollector,
} from './service-settings.ts';
import {
  allowedNetworks,
  isOrAre,
  readSettings,
  rejectProblems,
  type SettingName,
  type Settings,
  settingNames,
  trustedProxies,
  type Variables,
} from './settings.ts';

/** The settings in the environment, read once at the start (BOOT-02). */
export type Env = DatabaseAddresses & {
  demo: boolean;
  /** Whether this is a demo with a URL that people other than its operator can open. */
  isPublicDemo: boolean;
  /** Factor of the limits of calls, except failed sign-ins of one account (GEN-17); 1 in production. */
  limitFactor: number;
  /** Factor of limits of one network, which an office of many members may share. */
  networkLimitFactor: number;
  registrationsPerNetwork: { perHour: number; perDay: number };
  port: number;
  host: string;
  publicUrl: string;
  /** The origin from which pages load the web app's files, such as that of a CDN; empty for the portal's own. */
  assetsOrigin: string;
  dataDir: string;
  /** Target of `npm run move-data` when its command line has none. */
  moveToUrl: string | null;
  role: 'all' | 'web' | 'worker';
  currency: string;
  /** Whether prices include tax; with `none` the portal computes no tax (TAX-08). */
  tax: TaxMode;
  /** Settings of the portal that variables set: they override those that administrators save (SETUP-03). */
  fixedSettings: Partial<PortalSettings>;
  passwordMin: number;
  /** Maximum age, in minutes, of a sign-in for calls that need a fresh one, such as refunds (PERM-05). */
  freshSignInMinutes: number;
  /** Whether administrators administer only once they have a passkey (PASS-03). */
  isAdminPasskeyRequired: boolean;
  /** Consecutive failed sign-ins after which an unknown device needs a mailed link (ACCT-04). */
  lockoutFailures: number;
  /** Private networks to which URLs that administrators choose may lead (HOOK-06). */
  allowedNetworks: readonly string[];
  /** Days for which a subscription still opens resources while a payment is due. */
  pastDueGraceDays: number;
  /** Due periods of invoices for seats, in days; at least one. */
  invoiceDueDays: readonly number[];
  smtp: { url: string; from: string } | null;
  mailFrom: string;
  /**
   * Maximum mails that a node sends in a minute to many members at once: digests, news. Other mails are not limited.
   */
  bulkMailsPerMinute: number;
  stripe: StripeKeys | null;
  /** The keys of sign-in with Google; null without keys. */
  google: GoogleKeys | null;
  /** The provider of single sign-on that variables name; null without one. */
  oidc: OidcKeys | null;
  /** The bucket for files; null for the data folder. */
  s3: BucketSettings | null;
  /** Address of the virus scanner clamd; null when uploads are not scanned. */
  clamav: ScannerAddress | null;
  /** The token for /metrics; null disables the page. */
  metricsToken: string | null;
  /** The collector of traces; null when none are recorded. */
  traces: TraceSettings | null;
  /**
   * The secret from which the keys for second factors and other sealed data are made; null when the portal keeps one in
   * the data folder.
   */
  installationSecret: string | null;
  /** Proxies whose forwarded headers are trusted; null for none. */
  trustProxy: string | null;
  /**
   * Maximum connections of a node for requests and the work of jobs; it opens some others, such as for counters,
   * notices and the job queue.
   */
  databasePoolMax: number;
  /** Maximum concurrent jobs of each lane on a node. */
  jobsAtOnce: LaneSizes;
  /** Seconds for which a node continues to serve after SIGTERM (drain), so that proxies stop sending requests first. */
  drainSeconds: number;
  /** Seconds in which a node must end: requests, jobs and draining together. */
  shutdownSeconds: number;
  logLevel: string;
  /** The running commit, for installations without git. */
  buildCommit: string | null;
  /** Warnings for the operator that do not prevent the start, a sentence each. */
  warnings: readonly string[];
};

/**
 * Reads and checks the environment.
 * @throws StartError with a sentence for each missing or wrong value
 */
export function readEnv(variables: Variables = process.env): Env {
  const { env, settings, missing } = inspectEnv(variables);
  rejectProblems([...settings.problems, ...missing]);
  return env;
}

type StorageEnv = Pick<Env, 'dataDir' | 's3' | 'moveToUrl' | keyof DatabaseAddresses>;

/** Like `readEnv`, but for commands about data, which need no settings for serving. */
export function readStorageEnv(variables: Variables = process.env): StorageEnv {
  const { env, settings } = inspectEnv(variables);
  rejectProblems(settings.problems);
  return env;
}

/**
 * Returns the environment for a portal that is started from a restored backup: with its database and files on this
 * machine, and without jobs.
 */
export function drillVariables(dataDir: string, port: number, variables: Variables = process.env): NodeJS.ProcessEnv {
  const elsewhere = /^(DATABASE|MIGRATION_DATABASE|S3)_/;
  const kept = Object.entries(variables).filter(([name]) => !elsewhere.test(name));
  return { ...Object.fromEntries(kept), DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', ROLE: 'web' };
}

type Inspected = {
  env: Env;
  /** The settings, with their problems. */
  settings: Settings;
  /** Required settings of production that are not set, a sentence each. */
  missing: string[];
};

/**
 * Like `readEnv`, but for a command that reports problems and continues: missing or wrong values have their default.
 */
export function inspectEnv(variables: Variables = process.env): Inspected {
  const settings = readSettings(variables);
  const { text, choice, wholeNumber, webOrigin, longText, problems } = settings;
  const publicUrl = webOrigin('PUBLIC_URL', 'https://learn.example.org');
  const reasons = productionReasons(settings, publicUrl);
  const demo = choice('DEMO', ['0', '1'], reasons.length === 0 ? '1' : '0') === '1';
  const limitFactor = demo ? wholeNumber('DEMO_LIMIT_FACTOR', { min: 1, max: 1000, otherwise: 50 }) : 1;
  const port = wholeNumber('PORT', { min: 0, max: 65535, otherwise: 3000 });
  const fixedSettings = fixedBy(settings);
  const mailFrom = mailSender(settings) ?? `${fixedSettings.productName ?? defaultProductName} <no-reply@localhost>`;
  const smtpUrl = mailServerAddress(settings);
  const stripe = stripeKeys(settings);
  const warnings: string[] = [];
  if (demo && stripe?.isLive) problems.push('DEMO is 1 and the Stripe keys are live keys: a demo takes no real money.');
  if (!demo && stripe && !stripe.isLive) {
    warnings.push('The Stripe keys are test keys: members are not charged. Set live keys before the first sale.');
  }
  (demo ? warnings : problems).push(...settings.unknown);
  const env: Env = {
    demo,
    limitFactor,
    networkLimitFactor: limitFactor * wholeNumber('NETWORK_LIMIT_FACTOR', { min: 1, max: 1000, otherwise: 5 }),
    registrationsPerNetwork: {
      perHour: limitFactor * wholeNumber('NETWORK_REGISTRATIONS_PER_HOUR', { min: 1, max: 100_000, otherwise: 60 }),
      perDay: limitFactor * wholeNumber('NETWORK_REGISTRATIONS_PER_DAY', { min: 1, max: 100_000, otherwise: 300 }),
    },
    isPublicDemo: demo && publicUrl !== null && !isLoopback(publicUrl),
    port,
    host: text('HOST') ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    publicUrl: publicUrl?.origin ?? `http://localhost:${port}`,
    assetsOrigin: assetsOrigin(settings, publicUrl),
    dataDir: text('DATA_DIR') ?? '.data',
    ...databaseAddresses(settings),
    moveToUrl: databaseAddress(settings, 'MOVE_TO_URL'),
    role: choice('ROLE', ['all', 'web', 'worker'], 'all'),
    currency: currencyCode(settings),
    tax: choice('TAX', ['none', 'inclusive', 'exclusive'], 'none'),
    fixedSettings,
    passwordMin: wholeNumber('PASSWORD_MIN', { min: 6, max: 64, otherwise: 6 }),
    freshSignInMinutes: wholeNumber('FRESH_SIGN_IN_MINUTES', { min: 1, max: 1440, otherwise: demo ? 720 : 15 }),
    isAdminPasskeyRequired: isAdminPasskeyRequired(settings, { demo, publicUrl, warnings }),
    lockoutFailures: wholeNumber('LOCKOUT_FAILURES', { min: 1, max: 100, otherwise: 100 }),
    allowedNetworks: allowedNetworks(settings),
    pastDueGraceDays: wholeNumber('PAST_DUE_GRACE_DAYS', { min: 0, max: 60, otherwise: 7 }),
    invoiceDueDays: settings.someOf('INVOICE_DUE_DAYS', dueDays),
    smtp: smtpUrl === null ? null : { url: smtpUrl, from: mailFrom },
    mailFrom,
    bulkMailsPerMinute: wholeNumber('BULK_MAILS_PER_MINUTE', { min: 1, max: 100_000, otherwise: 600 }),
    stripe,
    google: googleKeys(settings),
    oidc: oidcKeys(settings, demo),
    s3: bucketKeys(settings, publicUrl),
    clamav: scannerAddress(settings),
    metricsToken: longText('METRICS_TOKEN', 16),
    traces: traceCollector(settings),
    installationSecret: longText('INSTALLATION_SECRET', 32),
    trustProxy: trustedProxies(settings),
    databasePoolMax: wholeNumber('DATABASE_POOL_MAX', { min: 2, max: 200, otherwise: 10 }),
    jobsAtOnce: {
      now: wholeNumber('JOBS_NOW', { min: 1, max: 50, otherwise: 3 }),
      normal: wholeNumber('JOBS_NORMAL', { min: 1, max: 50, otherwise: 2 }),
      webhooks: wholeNumber('JOBS_WEBHOOKS', { min: 1, max: 50, otherwise: 7 }),
      bulk: wholeNumber('JOBS_BULK', { min: 1, max: 50, otherwise: 2 }),
    },
    ...stopping(settings),
    logLevel: choice(
      'LOG_LEVEL',
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      demo ? 'warn' : 'info',
    ),
    buildCommit: text('BUILD_COMMIT')?.slice(0, 12) ?? null,
    warnings,
  };
  return { env, settings, missing: demo ? [] : missingInProduction(settings, publicUrl, reasons) };
}

type Surroundings = { demo: boolean; publicUrl: URL | null; warnings: string[] };

function isAdminPasskeyRequired({ choice, problems }: Settings, { demo, publicUrl, warnings }: Surroundings): boolean {
  if (choice('ADMIN_PASSKEY', ['optional', 'required'], 'optional') === 'optional') return false;
  if (demo) {
    warnings.push('ADMIN_PASSKEY has no effect in a demo, whose administrator anyone may be.');
    return false;
  }
  const { problem } = passkeySupportOf(publicUrl?.origin ?? 'http://localhost');
  if (problem) problems.push(`ADMIN_PASSKEY is required, but no administrator could add one. ${problem}`);
  return true;
}

function stopping({ wholeNumber, problems }: Settings): Pick<Env, 'drainSeconds' | 'shutdownSeconds'> {
  const drainSeconds = wholeNumber('DRAIN_SECONDS', { min: 0, max: 60, otherwise: 0 });
  const shutdownSeconds = wholeNumber('SHUTDOWN_SECONDS', { min: 1, max: 3600, otherwise: drainSeconds + 40 });
  if (shutdownSeconds <= drainSeconds) {
    problems.push(
      `SHUTDOWN_SECONDS is ${shutdownSeconds} but must be more than DRAIN_SECONDS, which is part of it, such as ${drainSeconds + 40}.`,
    );
  }
  return { drainSeconds, shutdownSeconds };
}

/** Returns the settings of the portal that variables set. */
function fixedBy(settings: Settings): Partial<PortalSettings> {
  const { text, webAddress, choice } = settings;
  const given = {
    productName: text('PRODUCT_NAME'),
    supportEmail: supportAddress(settings),
    termsUrl: webAddress('TERMS_URL', 'https://www.example.org/terms')?.href ?? null,
    privacyUrl: webAddress('PRIVACY_URL', 'https://www.example.org/privacy')?.href ?? null,
    publisherName: text('PUBLISHER'),
    catalogueIsPublic: text('CATALOGUE_PUBLIC') && choice('CATALOGUE_PUBLIC', ['0', '1'], '0') === '1',
    assessmentIsPublic: text('ASSESSMENT_PUBLIC') && choice('ASSESSMENT_PUBLIC', ['0', '1'], '0') === '1',
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

const productionOnly =
  /^(DATABASE_URL|MIGRATION_DATABASE_URL|DATABASE_DIRECT_URL|DATABASE_REPLICA_URL|STRIPE_\w+|SMTP_URL|GOOGLE_\w+|OIDC_\w+|S3_\w+|TRUST_PROXY|INSTALLATION_SECRET|METRICS_TOKEN)$/;

/**
 * Returns the names of the set variables that only a production portal needs. When DEMO is absent, each of them
 * excludes the demo (LIVE-01).
 */
function productionReasons({ originOf }: Settings, publicUrl: URL | null): string[] {
  const reasons: string[] = settingNames.filter((name) => productionOnly.test(name) && originOf(name) !== null);
  return publicUrl && !isLoopback(publicUrl) ? [...reasons, 'PUBLIC_URL'] : reasons;
}

/** Whether a URL leads to this machine only. */
function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/**
 * Returns a sentence with the missing settings of a production portal, and one for a PUBLIC_URL without https that is
 * not of this machine (LIVE-03).
 */
function missingInProduction({ text }: Settings, publicUrl: URL | null, reasons: readonly string[]): string[] {
  const needed: [SettingName, string, boolean][] = [
    ['PUBLIC_URL', 'the https address that members use', true],
    ['SMTP_URL', 'the mail server', true],
    ['MAIL_FROM', 'the sender of mails', true],
    [
      'INSTALLATION_SECRET',
      'the same on every node; INSTALLATION_SECRET_FILE may name the file installation-secret in DATA_DIR',
      text('DATABASE_URL') !== null,
    ],
    [
      'TRUST_PROXY',
      'the addresses of the proxy in front, or none: without it all visitors share the limits of one network',
      !publicUrl || publicUrl.protocol === 'https:',
    ],
  ];
  const missing = needed.flatMap(([name, meaning, isNeeded]) =>
    isNeeded && text(name) === null ? [`${name} (${meaning})`] : [],
  );
  const because = text('DEMO') === null ? ` DEMO is not set, but ${reasons.join(', ')} ${isOrAre(reasons)}.` : '';
  const sentences =
    missing.length > 0
      ? [
          `${missing.join('; ')} ${isOrAre(missing)} missing: a production portal needs ${missing.length > 1 ? 'them' : 'it'}.${because}`,
        ]
      : [];
  if (publicUrl && publicUrl.protocol !== 'https:' && !isLoopback(publicUrl)) {
    sentences.push(
      `PUBLIC_URL is "${publicUrl.origin}" but must begin with https:// in production, such as https://${publicUrl.host}.`,
    );
  }
  return sentences;
}

function currencyCode({ text, problems }: Settings): string {
  const given = text('CURRENCY') ?? 'GBP';
  const code = given.toUpperCase();
  if (/^[A-Z]{3}$/.test(code) && Intl.supportedValuesOf('currency').includes(code)) return code;
  problems.push(`CURRENCY is "${given}" but must be a three-letter currency code such as GBP.`);
  return 'GBP';
}
