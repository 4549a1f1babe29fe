import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import leven from 'leven';
import { StartError } from '../platform/start-error.ts';

export type Variables = Record<string, string | undefined>;

/** Every variable that the portal reads, with its default, in the order of docs/operator/variables.md. */
export const absent = {
  DEMO: '1, or 0 when a setting of a production portal is there',
  DEMO_LIMIT_FACTOR: '50',
  PORT: '3000',
  HOST: 'loopback in demo mode, all interfaces otherwise',
  PUBLIC_URL: 'http://localhost:PORT',
  ASSETS_URL: 'PUBLIC_URL',
  DATA_DIR: '.data',
  DATABASE_URL: 'the embedded PostgreSQL in DATA_DIR',
  MIGRATION_DATABASE_URL: 'the role of DATABASE_URL',
  DATABASE_DIRECT_URL: 'DATABASE_URL',
  DATABASE_REPLICA_URL: 'nothing: all is read from DATABASE_URL',
  MOVE_TO_URL: 'npm run move-data needs --to',
  DATABASE_POOL_MAX: '10',
  JOBS_NOW: '3',
  JOBS_NORMAL: '2',
  JOBS_WEBHOOKS: '7',
  JOBS_BULK: '2',
  SMTP_URL: 'the demo mailbox',
  MAIL_FROM: 'no-reply@localhost',
  BULK_MAILS_PER_MINUTE: '600',
  STRIPE_SECRET_KEY: 'the payment sandbox in demo mode, otherwise no payments',
  STRIPE_PUBLISHABLE_KEY: 'the payment sandbox in demo mode, otherwise no payments',
  STRIPE_WEBHOOK_SECRET: 'the payment sandbox in demo mode, otherwise no payments',
  STRIPE_API_BASE: "Stripe's own",
  CATALOGUE_PUBLIC: 'the portal settings',
  ASSESSMENT_PUBLIC: 'the portal settings',
  CURRENCY: 'GBP',
  TAX: 'none',
  PRODUCT_NAME: 'the portal settings',
  PUBLISHER: 'the portal settings',
  SUPPORT_EMAIL: 'the portal settings',
  TERMS_URL: 'the portal settings',
  PRIVACY_URL: 'the portal settings',
  PASSWORD_MIN: '6',
  FRESH_SIGN_IN_MINUTES: '15; 720 in demo mode',
  ADMIN_PASSKEY: 'optional',
  LOCKOUT_FAILURES: '100',
  NETWORK_REGISTRATIONS_PER_HOUR: '60',
  NETWORK_REGISTRATIONS_PER_DAY: '300',
  NETWORK_LIMIT_FACTOR: '5',
  WEBHOOK_ALLOWED_NETWORKS: 'none',
  PAST_DUE_GRACE_DAYS: '7',
  INVOICE_DUE_DAYS: '14,30,45',
  GOOGLE_CLIENT_ID: 'a test provider in demo mode, otherwise no sign-in with Google',
  GOOGLE_CLIENT_SECRET: 'a test provider in demo mode, otherwise no sign-in with Google',
  GOOGLE_ISSUER: 'https://accounts.google.com',
  OIDC_ISSUER: 'no connection by variables',
  OIDC_CLIENT_ID: 'no connection by variables',
  OIDC_CLIENT_SECRET: 'no connection by variables',
  OIDC_NAME: 'Single sign-on',
  INSTALLATION_SECRET: 'the file installation-secret in DATA_DIR',
  S3_BUCKET: 'files in DATA_DIR/files',
  S3_REGION: 'files in DATA_DIR/files',
  S3_ACCESS_KEY_ID: 'files in DATA_DIR/files',
  S3_SECRET_ACCESS_KEY: 'files in DATA_DIR/files',
  S3_ENDPOINT: 'Amazon S3',
  S3_SIGNED_DOWNLOADS: '0: downloads pass the portal',
  S3_DOWNLOAD_ENDPOINT: 'S3_ENDPOINT',
  CLAMAV_URL: 'uploads are not scanned',
  METRICS_TOKEN: 'there is no /metrics',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'no traces are recorded',
  OTEL_EXPORTER_OTLP_HEADERS: 'none',
  OTEL_SERVICE_NAME: 'portal',
  OTEL_TRACES_SAMPLER_ARG: '1',
  ROLE: 'all',
  DRAIN_SECONDS: '0',
  SHUTDOWN_SECONDS: '40 more than DRAIN_SECONDS',
  TRUST_PROXY: 'none',
  LOG_LEVEL: 'info; warn in demo mode',
  BUILD_COMMIT: 'the commit of the checkout, where there is one',
} as const;

export type SettingName = keyof typeof absent;

export const settingNames = Object.keys(absent) as SettingName[];

/**
 * Variables whose secrets are never printed (`npm run check` masks them), and which may be set as NAME_FILE: the path
 * of a file with the value.
 */
export const secretNames: ReadonlySet<string> = new Set<SettingName>([
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'MOVE_TO_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'OIDC_CLIENT_SECRET',
  'INSTALLATION_SECRET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
]);

/** Reader of the environment variables. Problems are collected, so that the operator sees all of them at once. */
export type Settings = {
  /** The value, from the variable or from its file; null when it is absent or empty. */
  text(name: SettingName): string | null;
  /** The variable or the file of the value; null when it is absent. */
  originOf(name: SettingName): string | null;
  choice<Value extends string>(name: SettingName, allowed: readonly [Value, ...Value[]], otherwise: Value): Value;
  wholeNumber(name: SettingName, limits: { min: number; max: number; otherwise: number }): number;
  /** Some of the allowed numbers, separated by commas; all of them when the variable is absent. */
  someOf<Value extends number>(name: SettingName, allowed: readonly Value[]): readonly Value[];
  webAddress(name: SettingName, example: string): URL | null;
  /** A URL without a path, for the portal or its files. */
  webOrigin(name: SettingName, example: string): URL | null;
  /** A text of at least `min` characters. */
  longText(name: SettingName, min: number): string | null;
  /** Variables that look like settings of the portal but are unknown, a sentence each. */
  readonly unknown: readonly string[];
  /** Problems that prevent the start, a sentence each. */
  readonly problems: string[];
};

/** Reads the variables that are settings of the portal. */
export function readSettings(variables: Variables): Settings {
  const problems: string[] = [];
  const given = (name: string) => variables[name]?.trim() || null;
  const read = (name: SettingName) => {
    const file = secretNames.has(name) ? given(`${name}_FILE`) : null;
    if (file === null) return { value: given(name), origin: given(name) === null ? null : name };
    if (given(name) !== null) problems.push(`${name} and ${name}_FILE are both set: set one of them.`);
    return { value: readSecret(`${name}_FILE`, file, problems), origin: `${name}_FILE ${file}` };
  };
  const found = Object.fromEntries(settingNames.map((name) => [name, read(name)])) as Record<
    SettingName,
    ReturnType<typeof read>
  >;
  const text = (name: SettingName) => found[name].value;
  const webAddress: Settings['webAddress'] = (name, example) => {
    const value = text(name);
    const url = value === null ? null : URL.parse(value);
    if (url && /^https?:$/.test(url.protocol)) return url;
    if (value !== null)
      problems.push(`${name} is "${value}" but must be an http or https address, such as ${example}.`);
    return null;
  };

  return {
    text,
    originOf: (name) => found[name].origin,
    choice: (name, allowed, otherwise) => {
      const value = text(name);
      const known = allowed.find((one) => one === value);
      if (value !== null && known === undefined) {
        problems.push(`${name} is "${value}" but must be one of ${allowed.join(', ')}.`);
      }
      return known ?? otherwise;
    },
    wholeNumber: (name, { min, max, otherwise }) => {
      const value = text(name);
      if (value === null) return otherwise;
      const number = Number(value);
      if (/^\d+$/.test(value) && number >= min && number <= max) return number;
      problems.push(`${name} is "${value}" but must be a whole number from ${min} to ${max}, such as ${otherwise}.`);
      return otherwise;
    },
    someOf: (name, allowed) => {
      const value = text(name);
      const named = value?.split(',').map((one) => one.trim()) ?? allowed.map(String);
      const known = allowed.filter((one) => named.includes(String(one)));
      if (new Set(named).size === known.length) return known;
      problems.push(
        `${name} is "${value}" but must be one or more of ${allowed.join(', ')}, with commas, such as ${allowed.join(',')}.`,
      );
      return allowed;
    },
    webAddress,
    webOrigin: (name, example) => {
      const url = webAddress(name, example);
      if (url && url.href !== `${url.origin}/`) {
        problems.push(`${name} is "${url.href}" but must be an address without a path, such as ${example}.`);
      }
      return url;
    },
    longText: (name, min) => {
      const value = text(name);
      if (value === null || value.length >= min) return value;
      problems.push(`${name} must have at least ${min} characters, such as those that "openssl rand -hex 32" prints.`);
      return null;
    },
    unknown: unknownVariables(variables),
    problems,
  };
}

function readSecret(variable: string, file: string, problems: string[]): string | null {
  try {
    const value = readFileSync(file, 'utf8').trim();
    if (value) return value;
    problems.push(`${variable} names ${file}, which is empty.`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    problems.push(`${variable} names ${file}, which cannot be read (${code}).`);
  }
  return null;
}

/** Prefixes that only settings of the portal have. */
const prefixes =
  /^(S3|STRIPE|SMTP|DATABASE|MIGRATION|GOOGLE|OIDC|CLAMAV|METRICS|JOBS|BULK_MAILS|INSTALLATION|TRUST|PAST_DUE|DRAIN|SHUTDOWN|LIMIT)_/;

/**
 * Variables of other programs that look like the portal's: Google's client libraries, and Kubernetes for a service of
 * such a name.
 */
const foreign = /^GOOGLE_(APPLICATION_CREDENTIALS|CLOUD_\w+|API_\w+)$|_SERVICE_(HOST|PORT)(_\w+)?$|_PORT_\d+_(TCP|UDP)/;

function unknownVariables(variables: Variables): string[] {
  const known = new Set<string>([...settingNames, ...[...secretNames].map((name) => `${name}_FILE`)]);
  return Object.keys(variables).flatMap((name) => {
    if (known.has(name) || !variables[name]?.trim() || foreign.test(name)) return [];
    // Kubernetes sets this variable to the address of a service.
    if (/_PORT$/.test(name) && /^(tcp|udp):\/\//.test(variables[name])) return [];
    const [prefix = null] = prefixes.exec(name) ?? [];
    const alike = [...known].filter((one) => prefix === null || one.startsWith(prefix));
    const nearest = nearestOf(name, alike.length > 0 ? alike : [...known]);
    const isTypo = leven(name, nearest) <= (nearest.length < 8 ? 1 : 2);
    return isTypo || prefix !== null || known.has(name.replace(/_FILE$/, ''))
      ? [`${name} is not a setting of the portal; the nearest is ${nearest}.`]
      : [];
  });
}

function nearestOf(name: string, known: readonly string[]): string {
  return known.reduce((best, next) => (leven(name, next) < leven(name, best) ? next : best));
}

export function isOrAre(names: readonly string[]): string {
  return names.length > 1 ? 'are' : 'is';
}

/** @throws StartError with one line for each problem */
export function rejectProblems(problems: readonly string[]): void {
  if (problems.length > 0) throw new StartError(problems.join('\n'));
}

/** Returns the addresses and networks of TRUST_PROXY; null when no proxy's forwarded headers are trusted. */
export function trustedProxies({ text, problems }: Settings): string | null {
  const given = text('TRUST_PROXY');
  if (given === null || given === 'none') return null;
  const isProxy = (one: string) => {
    const [address = '', bits, ...rest] = one.split('/');
    const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    return rest.length === 0 && longest > 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= longest));
  };
  const names = ['loopback', 'linklocal', 'uniquelocal'];
  if (given.split(',').every((one) => names.includes(one.trim()) || isProxy(one.trim()))) return given;
  problems.push(
    `TRUST_PROXY is "${given}" but must be none, or addresses and networks such as 127.0.0.1 or 10.0.0.0/8, with commas.`,
  );
  return null;
}

export function allowedNetworks({ text, problems }: Settings): string[] {
  const given = (text('WEBHOOK_ALLOWED_NETWORKS') ?? '').split(',').map((one) => one.trim());
  const [networks, others] = [true, false].map((isRight) =>
    given.filter((one) => one !== '' && ipaddr.isValidCIDR(one) === isRight),
  );
  if (others?.length) {
    problems.push(
      `WEBHOOK_ALLOWED_NETWORKS names "${others.join(', ')}" but must name networks such as 10.0.0.0/8, with commas.`,
    );
  }
  return networks ?? [];
}
