import { dueDays } from '#contract/commerce/purchases-seats.ts';
import { defaultProductName } from '#contract/identity/settings.ts';
import type { PortalSettings } from '#contract/identity/settings-admin.ts';
import type { TaxMode } from '#contract/tax.ts';
import { hostAddresses } from '../platform/database/addresses.ts';
import type { BucketSettings } from '../platform/files/bucket.ts';
import type { LaneSizes } from '../platform/jobs/lanes.ts';
import { passkeySupportOf } from '../platform/security/relying-party.ts';
import type { TraceSettings } from '../platform/telemetry/traces.ts';
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
  refuseProblems,
  type SettingName,
  type Settings,
  settingNames,
  trustedProxies,
  type Variables,
} from './settings.ts';

/** Everything the environment may say, read once at the start (BOOT-02). */
export type Env = {
  demo: boolean;
  /** A demo that has an address which others than its operator can open. */
  isPublicDemo: boolean;
  /** How many times as wide the limits of calls are, but for failed sign-ins of one account (GEN-17); 1 in production. */
  limitFactor: number;
  /** The same for limits of one network, which an office of many members may share. */
  networkLimitFactor: number;
  registrationsPerNetwork: { perHour: number; perDay: number };
  port: number;
  host: string;
  publicUrl: string;
  /** The origin that pages load the web app's files from, such as that of a CDN; empty: their own. */
  assetsOrigin: string;
  dataDir: string;
  /** Of the role that serves; null: the database in the data folder. */
  databaseUrl: string | null;
  /** Of the role that owns the tables; null: the one of `databaseUrl` does. */
  migrationDatabaseUrl: string | null;
  /** The same database and role as `databaseUrl`, past a pooler in transaction mode; null: there is none. */
  databaseDirectUrl: string | null;
  /** A standby that is read where an answer may be some seconds old; null: there is none. */
  databaseReplicaUrl: string | null;
  /** Where `npm run move-data` moves to when its command line does not say. */
  moveToUrl: string | null;
  role: 'all' | 'web' | 'worker';
  currency: string;
  /** Whether prices contain tax; `none`: the portal computes no tax (TAX-08). */
  tax: TaxMode;
  /** Settings of the portal that variables set: they win over what administrators save (SETUP-03). */
  fixedSettings: Partial<PortalSettings>;
  passwordMin: number;
  /** How old a sign-in may be for roles, addresses, refunds and second factors (PERM-05). */
  freshSignInMinutes: number;
  /** Whether administrators administer only once they have a passkey (PASS-03). */
  isAdminPasskeyRequired: boolean;
  /** Failed sign-ins in a row after which an unknown device needs a mailed link (ACCT-04). */
  lockoutFailures: number;
  /** Private networks that addresses chosen by administrators may lead to (HOOK-06). */
  allowedNetworks: readonly string[];
  /** How long a subscription opens resources while a payment is due. */
  pastDueGraceDays: number;
  /** In how many days an invoice for seats may be due; at least one. */
  invoiceDueDays: readonly number[];
  smtp: { url: string; from: string } | null;
  mailFrom: string;
  /** How many mails of many at once a node sends in a minute: digests, news. Other mails are not limited. */
  bulkMailsPerMinute: number;
  stripe: StripeKeys | null;
  /** The sign-in with Google; null without its keys. */
  google: GoogleKeys | null;
  /** The provider of single sign-on that variables name; null without one. */
  oidc: OidcKeys | null;
  /** The bucket that holds the files; null: the data folder does. */
  s3: BucketSettings | null;
  /** Where the virus scanner clamd listens; null: uploads are not scanned. */
  clamav: ScannerAddress | null;
  /** The token that callers of /metrics show; null: there is no such page. */
  metricsToken: string | null;
  /** Where traces go; null: none are recorded. */
  traces: TraceSettings | null;
  /** The key that encrypts second factors; null: the portal keeps one in the data folder. */
  installationSecret: string | null;
  /** Proxies whose forwarded headers count; null: none. */
  trustProxy: string | null;
  /** How many connections a node keeps to the database for requests and the work of jobs. */
  databasePoolMax: number;
  /** How many jobs of each lane a node runs at once. */
  jobsAtOnce: LaneSizes;
  /** How long a node goes on serving after SIGTERM (drain), so that proxies stop sending requests to it first. */
  drainSeconds: number;
  /** How long a node has to end altogether: requests, jobs and draining. */
  shutdownSeconds: number;
  logLevel: string;
  /** The commit that runs, for installations without git. */
  buildCommit: string | null;
  /** What the portal starts with all the same and the operator should know, a sentence each. */
  warnings: readonly string[];
};

/**
 * Reads and checks the environment.
 * @throws StartError with a sentence for each thing that is missing or wrong
 */
export function readEnv(variables: Variables = process.env): Env {
  const { env, settings, missing } = inspectEnv(variables);
  refuseProblems([...settings.problems, ...missing]);
  return env;
}

type StorageEnv = Pick<Env, 'dataDir' | 's3' | 'moveToUrl' | keyof ReturnType<typeof databaseAddresses>>;

/** The same for commands that only move data: they need nothing of what a portal needs to serve. */
export function readStorageEnv(variables: Variables = process.env): StorageEnv {
  const { env, settings } = inspectEnv(variables);
  refuseProblems(settings.problems);
  return env;
}

/** The environment for a portal that is started from a restored backup: all of it on this machine, and no jobs. */
export function drillVariables(dataDir: string, port: number, variables: Variables = process.env): NodeJS.ProcessEnv {
  const elsewhere = /^(DATABASE|MIGRATION_DATABASE|S3)_/;
  const kept = Object.entries(variables).filter(([name]) => !elsewhere.test(name));
  return { ...Object.fromEntries(kept), DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', ROLE: 'web' };
}

type Inspected = {
  env: Env;
  /** Among them the problems. */
  settings: Settings;
  /** What production needs and is not set, a sentence each. */
  missing: string[];
};

/** The same for a command that reports what is wrong and goes on: values that are missing or wrong have their default. */
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
  const smtpUrl = addressOf(settings, 'SMTP_URL', mailAddresses);
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
    isAdminPasskeyRequired: isAdminPasskeyRequired(settings, publicUrl?.origin ?? `http://localhost:${port}`),
    lockoutFailures: wholeNumber('LOCKOUT_FAILURES', { min: 1, max: 100, otherwise: 100 }),
    allowedNetworks: allowedNetworks(settings),
    pastDueGraceDays: wholeNumber('PAST_DUE_GRACE_DAYS', { min: 0, max: 60, otherwise: 7 }),
    invoiceDueDays: settings.someOf('INVOICE_DUE_DAYS', dueDays),
    smtp: smtpUrl === null ? null : { url: smtpUrl, from: mailFrom },
    mailFrom,
    bulkMailsPerMinute: wholeNumber('BULK_MAILS_PER_MINUTE', { min: 1, max: 100_000, otherwise: 600 }),
    stripe,
    google: googleKeys(settings),
    oidc: oidcKeys(settings),
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

function isAdminPasskeyRequired({ choice, problems }: Settings, publicUrl: string): boolean {
  if (choice('ADMIN_PASSKEY', ['optional', 'required'], 'optional') === 'optional') return false;
  const { problem } = passkeySupportOf(publicUrl);
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

/** The settings of the portal that variables set. */
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

/** The settings that only a production portal needs: where DEMO is absent, each of them rules the demo out (LIVE-01). */
function productionReasons({ originOf }: Settings, publicUrl: URL | null): string[] {
  const reasons: string[] = settingNames.filter((name) => productionOnly.test(name) && originOf(name) !== null);
  return publicUrl && !isLoopback(publicUrl) ? [...reasons, 'PUBLIC_URL'] : reasons;
}

/** Whether an address is of this machine alone. */
function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** What a production portal cannot do without (LIVE-03), in one sentence. */
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

function databaseAddresses(
  settings: Settings,
): Pick<Env, 'databaseUrl' | 'migrationDatabaseUrl' | 'databaseDirectUrl' | 'databaseReplicaUrl'> {
  const databaseUrl = databaseAddress(settings, 'DATABASE_URL');
  const migrationDatabaseUrl = databaseAddress(settings, 'MIGRATION_DATABASE_URL');
  if (migrationDatabaseUrl && !databaseUrl) {
    settings.problems.push('DATABASE_URL is missing: MIGRATION_DATABASE_URL only says who changes the tables there.');
  }
  const databaseDirectUrl = databaseAddress(settings, 'DATABASE_DIRECT_URL');
  if (databaseDirectUrl && !databaseUrl) {
    settings.problems.push('DATABASE_URL is missing: DATABASE_DIRECT_URL only leads past the pooler that it names.');
  }
  const databaseReplicaUrl = addressOf(settings, 'DATABASE_REPLICA_URL', databaseAddressForm);
  if (databaseReplicaUrl && !databaseUrl) {
    settings.problems.push('DATABASE_URL is missing: DATABASE_REPLICA_URL only names a standby of it.');
  }
  return { databaseUrl, migrationDatabaseUrl, databaseDirectUrl, databaseReplicaUrl };
}

/** An address of one host or of several, of which the portal finds the one that takes writes. */
function databaseAddress(settings: Settings, name: SettingName): string | null {
  const { text, problems } = settings;
  const value = text(name);
  const hosts = value === null ? [] : hostAddresses(value);
  if (hosts.length < 2) return addressOf(settings, name, databaseAddressForm);
  if (!hosts.every((address) => URL.canParse(address))) {
    problems.push(`${name} is no address: write several hosts as postgres://role:password@one:5432,two:5432/portal.`);
  }
  const [, attributes = 'read-write'] = /[?&]target_session_attrs=([^&]*)/.exec(value ?? '') ?? [];
  if (!['read-write', 'primary'].includes(attributes)) {
    problems.push(
      `${name} asks for ${attributes} sessions, but the portal writes: use target_session_attrs=read-write.`,
    );
  }
  return value;
}

type AddressForm = { schemes: string[]; example: string };

const databaseAddressForm: AddressForm = {
  schemes: ['postgres', 'postgresql'],
  example: 'postgres://role:password@db.example.org:5432/portal',
};
const mailAddresses: AddressForm = {
  schemes: ['smtp', 'smtps'],
  example: 'smtp://user:password@mail.example.org:587',
};

/** The value may hold a password, so the sentence does not repeat it. */
function addressOf({ text, problems }: Settings, name: SettingName, { schemes, example }: AddressForm): string | null {
  const value = text(name);
  if (value === null || (schemes.some((scheme) => value.startsWith(`${scheme}://`)) && URL.canParse(value))) {
    return value;
  }
  const beginnings = schemes.map((scheme) => `${scheme}://`).join(' or ');
  problems.push(`${name} must begin with ${beginnings}, such as ${example}.`);
  return null;
}

function supportAddress({ text, problems }: Settings): string | null {
  const value = text('SUPPORT_EMAIL');
  if (value === null || /^[^<>@\s]+@[^<>@\s]+$/.test(value)) return value;
  problems.push(`SUPPORT_EMAIL is "${value}" but must be an email address such as help@example.org.`);
  return null;
}

function mailSender({ text, problems }: Settings): string | null {
  const value = text('MAIL_FROM');
  if (value === null || /^([^<>]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(value)) return value;
  problems.push(`MAIL_FROM is "${value}" but must be an address such as "Portal <portal@example.org>".`);
  return null;
}
