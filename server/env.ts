import { StartError } from './platform/start-error.ts';

/** Everything the environment may say, read once at the start (BOOT-02). */
export type Env = {
  demo: boolean;
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  /** Of the role that serves; null: the database in the data folder. */
  databaseUrl: string | null;
  /** Of the role that owns the tables; null: the one of `databaseUrl` does. */
  migrationDatabaseUrl: string | null;
  role: 'all' | 'web' | 'worker';
  currency: string;
  productName: string;
  passwordMin: number;
  /** How long a subscription opens resources while a payment is due. */
  pastDueGraceDays: number;
  support: { email: string | null; termsUrl: string | null; privacyUrl: string | null; publisher: string | null };
  smtp: { url: string; from: string } | null;
  mailFrom: string;
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string; apiBase: string | null } | null;
  /** The sign-in with Google; null without its keys. */
  google: { clientId: string; clientSecret: string; issuer: string } | null;
  /** The bucket that files live in; null: they lie in the data folder. */
  s3: {
    /** null: Amazon's own of the region. */
    endpoint: string | null;
    bucket: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
  } | null;
  /** Where the virus scanner clamd listens; null: uploads are not scanned. */
  clamav: { host: string; port: number } | { path: string } | null;
  /** Who shows it may read the figures at /metrics; null: there is no such page. */
  metricsToken: string | null;
  /** The key that encrypts second factors; null: the portal keeps one in the data folder. */
  installationSecret: string | null;
  trustProxy: string | null;
  /** How long a node goes on serving after SIGTERM (drain), so that proxies stop sending requests to it first. */
  drainSeconds: number;
  logLevel: string;
};

type Variables = Record<string, string | undefined>;

/**
 * Reads and checks the environment.
 * @throws StartError with one sentence that names the variable.
 */
export function readEnv(variables: Variables = process.env): Env {
  const value = (name: string) => variables[name]?.trim() || null;
  const databaseUrl = databaseAddress(value('DATABASE_URL'), 'DATABASE_URL');
  const migrationDatabaseUrl = databaseAddress(value('MIGRATION_DATABASE_URL'), 'MIGRATION_DATABASE_URL');
  if (migrationDatabaseUrl && !databaseUrl) {
    throw new StartError('DATABASE_URL is missing: MIGRATION_DATABASE_URL only says who changes the tables there.');
  }
  const demo =
    choice(value('DEMO') ?? (databaseUrl || value('STRIPE_SECRET_KEY') ? '0' : '1'), 'DEMO', ['0', '1']) === '1';
  const port = wholeNumber(value('PORT') ?? '3000', { name: 'PORT', min: 0, max: 65535 });
  const productName = value('PRODUCT_NAME') ?? 'RAPP Learning';
  const mailFrom = value('MAIL_FROM') ?? `${productName} <no-reply@localhost>`;
  return {
    demo,
    port,
    host: value('HOST') ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    publicUrl: webAddress(value('PUBLIC_URL'), 'PUBLIC_URL')?.origin ?? `http://localhost:${port}`,
    dataDir: value('DATA_DIR') ?? '.data',
    databaseUrl,
    migrationDatabaseUrl,
    role: choice(value('ROLE') ?? 'all', 'ROLE', ['all', 'web', 'worker']),
    currency: currencyCode(value('CURRENCY') ?? 'GBP'),
    productName,
    passwordMin: wholeNumber(value('PASSWORD_MIN') ?? '6', { name: 'PASSWORD_MIN', min: 6, max: 64 }),
    pastDueGraceDays: wholeNumber(value('PAST_DUE_GRACE_DAYS') ?? '0', {
      name: 'PAST_DUE_GRACE_DAYS',
      min: 0,
      max: 60,
    }),
    support: {
      email: value('SUPPORT_EMAIL'),
      termsUrl: webAddress(value('TERMS_URL'), 'TERMS_URL')?.href ?? null,
      privacyUrl: webAddress(value('PRIVACY_URL'), 'PRIVACY_URL')?.href ?? null,
      publisher: value('PUBLISHER'),
    },
    smtp: mailServer(value('SMTP_URL'), { mailFrom, demo }),
    mailFrom,
    stripe: stripeKeys(value),
    google: googleKeys(value),
    s3: bucketKeys(value),
    clamav: scannerAddress(value('CLAMAV_URL')),
    metricsToken: secretOf(value, { name: 'METRICS_TOKEN', min: 16 }),
    installationSecret: secretOf(value, { name: 'INSTALLATION_SECRET', min: 32 }),
    trustProxy: value('TRUST_PROXY'),
    drainSeconds: wholeNumber(value('DRAIN_SECONDS') ?? '0', { name: 'DRAIN_SECONDS', min: 0, max: 60 }),
    logLevel: choice(value('LOG_LEVEL') ?? (demo ? 'warn' : 'info'), 'LOG_LEVEL', [
      'fatal',
      'error',
      'warn',
      'info',
      'debug',
      'trace',
      'silent',
    ]),
  };
}

function choice<Value extends string>(given: string, name: string, allowed: readonly Value[]): Value {
  const found = allowed.find((one) => one === given);
  if (found === undefined) throw new StartError(`${name} is "${given}" but must be one of ${allowed.join(', ')}.`);
  return found;
}

function wholeNumber(given: string, { name, min, max }: { name: string; min: number; max: number }): number {
  const number = Number(given);
  if (!/^\d+$/.test(given) || number < min || number > max) {
    throw new StartError(`${name} is "${given}" but must be a whole number from ${min} to ${max}.`);
  }
  return number;
}

function currencyCode(given: string): string {
  const code = given.toUpperCase();
  if (!/^[A-Z]{3}$/.test(code) || !Intl.supportedValuesOf('currency').includes(code)) {
    throw new StartError(`CURRENCY is "${given}" but must be a three-letter currency code such as GBP.`);
  }
  return code;
}

function webAddress(given: string | null, name: string): URL | null {
  if (given === null) return null;
  const url = URL.parse(given);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new StartError(`${name} is "${given}" but must be an http or https address.`);
  }
  return url;
}

function googleKeys(value: (name: string) => string | null): Env['google'] {
  const clientId = value('GOOGLE_CLIENT_ID');
  const clientSecret = value('GOOGLE_CLIENT_SECRET');
  const issuer = webAddress(value('GOOGLE_ISSUER'), 'GOOGLE_ISSUER')?.href.replace(/\/$/, '') ?? null;
  if (clientId && clientSecret) return { clientId, clientSecret, issuer: issuer ?? 'https://accounts.google.com' };
  if (clientId || clientSecret || issuer) {
    const missing = clientId
      ? 'GOOGLE_CLIENT_SECRET is'
      : clientSecret
        ? 'GOOGLE_CLIENT_ID is'
        : 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are';
    throw new StartError(`${missing} missing: signing in with Google needs both.`);
  }
  return null;
}

/** All of them or none, S3_ENDPOINT excepted: files must not end up in another place than was meant. */
function bucketKeys(value: (name: string) => string | null): Env['s3'] {
  const names = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const [bucket, region, accessKeyId, secretAccessKey] = names.map(value);
  const endpoint = webAddress(value('S3_ENDPOINT'), 'S3_ENDPOINT')?.href.replace(/\/$/, '') ?? null;
  if (bucket && region && accessKeyId && secretAccessKey) {
    return { endpoint, bucket, region, accessKeyId, secretAccessKey };
  }
  const missing = names.filter((name) => value(name) === null);
  if (missing.length === names.length && !endpoint) return null;
  const verb = missing.length > 1 ? 'are' : 'is';
  throw new StartError(`${missing.join(', ')} ${verb} missing: object storage needs all of the S3 variables.`);
}

/** A port, or a socket file as packages of clamd set it up. */
function scannerAddress(given: string | null): Env['clamav'] {
  if (given === null) return null;
  const url = URL.parse(given);
  const { protocol, hostname = '', port, pathname = '' } = url ?? {};
  if (protocol === 'tcp:' && hostname) return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) };
  if (protocol === 'unix:' && !hostname && pathname.length > 1) return { path: decodeURI(pathname) };
  throw new StartError(
    `CLAMAV_URL is "${given}" but must be an address such as tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl.`,
  );
}

function secretOf(value: (name: string) => string | null, { name, min }: { name: string; min: number }): string | null {
  const given = value(name);
  if (given !== null && given.length < min) throw new StartError(`${name} must have at least ${min} characters.`);
  return given;
}

function databaseAddress(given: string | null, name: string): string | null {
  if (given !== null && !/^postgres(ql)?:\/\//.test(given)) {
    throw new StartError(`${name} must begin with postgres:// or postgresql://.`);
  }
  return given;
}

function mailServer(url: string | null, { mailFrom, demo }: { mailFrom: string; demo: boolean }): Env['smtp'] {
  if (url === null) {
    if (!demo) throw new StartError('SMTP_URL is missing: outside demo mode the portal needs a mail server.');
    return null;
  }
  if (!/^smtps?:\/\//.test(url)) throw new StartError('SMTP_URL must begin with smtp:// or smtps://.');
  return { url, from: mailFrom };
}

/** All three keys or none: a half configuration would take money that it cannot sync. */
function stripeKeys(value: (name: string) => string | null): Env['stripe'] {
  const names = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
  const [secretKey, publishableKey, webhookSecret] = names.map(value);
  const missing = names.filter((name) => value(name) === null);
  if (missing.length === names.length) {
    if (value('STRIPE_API_BASE'))
      throw new StartError(`${missing.join(', ')} must be set together with STRIPE_API_BASE.`);
    return null;
  }
  if (!secretKey || !publishableKey || !webhookSecret) {
    throw new StartError(
      `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing: Stripe needs all of its keys.`,
    );
  }
  if (secretKey.includes('_test_') !== publishableKey.includes('_test_')) {
    throw new StartError('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live keys.');
  }
  return {
    secretKey,
    publishableKey,
    webhookSecret,
    apiBase: webAddress(value('STRIPE_API_BASE'), 'STRIPE_API_BASE')?.href ?? null,
  };
}
