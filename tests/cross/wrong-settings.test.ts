import { expect, it } from 'vitest';
import { inspectEnv, readEnv } from '#server/app/env.ts';
import { type SettingName, settingNames } from '#server/app/settings.ts';
import { StartError } from '#server/platform/start-error.ts';

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const bucketNames = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
const bucket = { S3_BUCKET: 'portal', S3_REGION: 'eu-west-2', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

/** An invalid value for each setting, and the sentence that stops the start. */
const wrong: [SettingName, string | Record<string, string>, string][] = [
  ['DEMO', 'yes', 'DEMO is "yes" but must be one of 0, 1.'],
  ['DEMO_LIMIT_FACTOR', '0', 'DEMO_LIMIT_FACTOR is "0" but must be a whole number from 1 to 1000, such as 50.'],
  ['PORT', 'http', 'PORT is "http" but must be a whole number from 0 to 65535, such as 3000.'],
  ['PORT', '70000', 'PORT is "70000" but must be a whole number from 0 to 65535, such as 3000.'],
  [
    'PUBLIC_URL',
    'portal',
    'PUBLIC_URL is "portal" but must be an http or https address, such as https://learn.example.org.',
  ],
  [
    'PUBLIC_URL',
    'http://localhost:3000/portal',
    'PUBLIC_URL is "http://localhost:3000/portal" but must be an address without a path, such as https://learn.example.org.',
  ],
  ['ASSETS_URL', 'cdn', 'ASSETS_URL is "cdn" but must be an http or https address, such as https://cdn.example.org.'],
  [
    'ASSETS_URL',
    'https://cdn.example.org/portal',
    'ASSETS_URL is "https://cdn.example.org/portal" but must be an address without a path, such as https://cdn.example.org.',
  ],
  ...(
    ['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL', 'MOVE_TO_URL'] as const
  ).map((name): [SettingName, string, string] => [
    name,
    'mysql://db/portal',
    `${name} must begin with postgres:// or postgresql://, such as postgres://role:password@db.example.org:5432/portal.`,
  ]),
  [
    'DATABASE_URL',
    'postgres://portal@one:5432,two:port/portal',
    'DATABASE_URL is no address: write several hosts as postgres://role:password@one:5432,two:5432/portal.',
  ],
  [
    'DATABASE_URL',
    'postgres://portal@one,two/portal?target_session_attrs=any',
    'DATABASE_URL asks for any sessions, but the portal writes: use target_session_attrs=read-write.',
  ],
  [
    'MIGRATION_DATABASE_URL',
    'postgres://db/portal',
    'DATABASE_URL is missing: MIGRATION_DATABASE_URL only says who changes the tables there.',
  ],
  [
    'DATABASE_DIRECT_URL',
    'postgres://db/portal',
    'DATABASE_URL is missing: DATABASE_DIRECT_URL only leads past the pooler that it names.',
  ],
  [
    'DATABASE_REPLICA_URL',
    'postgres://db/portal',
    'DATABASE_URL is missing: DATABASE_REPLICA_URL only names a standby of it.',
  ],
  ['DATABASE_POOL_MAX', '1', 'DATABASE_POOL_MAX is "1" but must be a whole number from 2 to 200, such as 10.'],
  ['JOBS_NOW', '0', 'JOBS_NOW is "0" but must be a whole number from 1 to 50, such as 3.'],
  ['JOBS_NORMAL', 'two', 'JOBS_NORMAL is "two" but must be a whole number from 1 to 50, such as 2.'],
  ['JOBS_WEBHOOKS', '0', 'JOBS_WEBHOOKS is "0" but must be a whole number from 1 to 50, such as 7.'],
  ['JOBS_BULK', '51', 'JOBS_BULK is "51" but must be a whole number from 1 to 50, such as 2.'],
  [
    'SMTP_URL',
    'mail.example.org',
    'SMTP_URL must begin with smtp:// or smtps://, such as smtp://user:password@mail.example.org:587.',
  ],
  [
    'MAIL_FROM',
    'The portal',
    'MAIL_FROM is "The portal" but must be an address such as "Portal <portal@example.org>".',
  ],
  [
    'BULK_MAILS_PER_MINUTE',
    '1.5',
    'BULK_MAILS_PER_MINUTE is "1.5" but must be a whole number from 1 to 100000, such as 600.',
  ],
  // A key in another's place; the sentence repeats neither key.
  [
    'STRIPE_SECRET_KEY',
    { ...stripe, STRIPE_SECRET_KEY: 'pk_test_1' },
    "STRIPE_SECRET_KEY is no such key: Stripe's dashboard shows one such as sk_live_51….",
  ],
  [
    'STRIPE_PUBLISHABLE_KEY',
    { ...stripe, STRIPE_PUBLISHABLE_KEY: 'sk_test_1' },
    "STRIPE_PUBLISHABLE_KEY is no such key: Stripe's dashboard shows one such as pk_live_51….",
  ],
  [
    'STRIPE_WEBHOOK_SECRET',
    { ...stripe, STRIPE_WEBHOOK_SECRET: 'sk_test_1' },
    "STRIPE_WEBHOOK_SECRET is no such key: Stripe's dashboard shows one such as whsec_….",
  ],
  [
    'STRIPE_API_BASE',
    { ...stripe, STRIPE_API_BASE: 'localhost' },
    'STRIPE_API_BASE is "localhost" but must be an http or https address, such as http://127.0.0.1:4242.',
  ],
  ['CATALOGUE_PUBLIC', 'yes', 'CATALOGUE_PUBLIC is "yes" but must be one of 0, 1.'],
  ['ASSESSMENT_PUBLIC', 'true', 'ASSESSMENT_PUBLIC is "true" but must be one of 0, 1.'],
  ['CURRENCY', 'POUND', 'CURRENCY is "POUND" but must be a three-letter currency code such as GBP.'],
  ['TAX', 'vat', 'TAX is "vat" but must be one of none, inclusive, exclusive.'],
  ['SUPPORT_EMAIL', 'help', 'SUPPORT_EMAIL is "help" but must be an email address such as help@example.org.'],
  [
    'TERMS_URL',
    'javascript:alert(1)',
    'TERMS_URL is "javascript:alert(1)" but must be an http or https address, such as https://www.example.org/terms.',
  ],
  [
    'PRIVACY_URL',
    '/privacy',
    'PRIVACY_URL is "/privacy" but must be an http or https address, such as https://www.example.org/privacy.',
  ],
  ['PASSWORD_MIN', '3', 'PASSWORD_MIN is "3" but must be a whole number from 6 to 64, such as 6.'],
  [
    'FRESH_SIGN_IN_MINUTES',
    '0',
    'FRESH_SIGN_IN_MINUTES is "0" but must be a whole number from 1 to 1440, such as 720.',
  ],
  ['ADMIN_PASSKEY', '1', 'ADMIN_PASSKEY is "1" but must be one of optional, required.'],
  ['LOCKOUT_FAILURES', '101', 'LOCKOUT_FAILURES is "101" but must be a whole number from 1 to 100, such as 100.'],
  [
    'NETWORK_REGISTRATIONS_PER_HOUR',
    '-1',
    'NETWORK_REGISTRATIONS_PER_HOUR is "-1" but must be a whole number from 1 to 100000, such as 60.',
  ],
  [
    'NETWORK_REGISTRATIONS_PER_DAY',
    'many',
    'NETWORK_REGISTRATIONS_PER_DAY is "many" but must be a whole number from 1 to 100000, such as 300.',
  ],
  ['NETWORK_LIMIT_FACTOR', '0', 'NETWORK_LIMIT_FACTOR is "0" but must be a whole number from 1 to 1000, such as 5.'],
  ['PAST_DUE_GRACE_DAYS', '-1', 'PAST_DUE_GRACE_DAYS is "-1" but must be a whole number from 0 to 60, such as 7.'],
  ...['30 days', '14,', '14;30', '7', '14,60', '030', '-14'].map((value): [SettingName, string, string] => [
    'INVOICE_DUE_DAYS',
    value,
    `INVOICE_DUE_DAYS is "${value}" but must be one or more of 14, 30, 45, with commas, such as 14,30,45.`,
  ]),
  [
    'GOOGLE_CLIENT_ID',
    { GOOGLE_CLIENT_SECRET: 'secret' },
    'GOOGLE_CLIENT_ID is missing: signing in with Google needs both.',
  ],
  [
    'GOOGLE_CLIENT_SECRET',
    { GOOGLE_CLIENT_ID: 'id' },
    'GOOGLE_CLIENT_SECRET is missing: signing in with Google needs both.',
  ],
  [
    'GOOGLE_ISSUER',
    { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret', GOOGLE_ISSUER: 'google' },
    'GOOGLE_ISSUER is "google" but must be an http or https address, such as https://accounts.google.com.',
  ],
  [
    'OIDC_ISSUER',
    { OIDC_ISSUER: 'staff', OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' },
    'OIDC_ISSUER is "staff" but must be an http or https address, such as https://login.example.org/realms/staff.',
  ],
  ...[
    ['http://login.example.org', 'an https address without ? and #, such as https://login.example.org/realms/staff'],
    [
      'https://login.example.org?a=1',
      'an https address without ? and #, such as https://login.example.org/realms/staff',
    ],
    ...['common/v2.0', 'organizations/v2.0', 'fairbourne.example/v2.0'].map((path) => [
      `https://login.microsoftonline.com/${path}`,
      'the issuer of one tenant: https://login.microsoftonline.com/<tenant id>/v2.0',
    ]),
  ].map(([issuer, form]): [SettingName, Record<string, string>, string] => [
    'OIDC_ISSUER',
    { OIDC_ISSUER: String(issuer), OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' },
    `OIDC_ISSUER is "${issuer}" but must be ${form}.`,
  ]),
  [
    'OIDC_CLIENT_ID',
    { OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_SECRET: 'secret' },
    'OIDC_CLIENT_ID is missing: a provider by variables needs all three.',
  ],
  [
    'OIDC_CLIENT_SECRET',
    { OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'id' },
    'OIDC_CLIENT_SECRET is missing: a provider by variables needs all three.',
  ],
  [
    'OIDC_NAME',
    'City account',
    'OIDC_ISSUER and OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are missing: a provider by variables needs all three.',
  ],
  [
    'INSTALLATION_SECRET',
    'short',
    'INSTALLATION_SECRET must have at least 32 characters, such as those that "openssl rand -hex 32" prints.',
  ],
  ...bucketNames.map((name): [SettingName, Record<string, string>, string] => [
    name,
    { ...bucket, [name]: '' },
    `${name} is missing: object storage needs all of the S3 variables.`,
  ]),
  [
    'S3_ENDPOINT',
    { ...bucket, S3_ENDPOINT: 'minio:9000' },
    'S3_ENDPOINT is "minio:9000" but must be an http or https address, such as https://minio.example.org:9000.',
  ],
  ['S3_SIGNED_DOWNLOADS', 'yes', 'S3_SIGNED_DOWNLOADS is "yes" but must be one of 0, 1.'],
  [
    'S3_DOWNLOAD_ENDPOINT',
    { ...bucket, S3_DOWNLOAD_ENDPOINT: 'files' },
    'S3_DOWNLOAD_ENDPOINT is "files" but must be an http or https address, such as https://files.example.org.',
  ],
  ...['http://127.0.0.1:3310', '127.0.0.1:3310', 'tcp://', 'unix://', 'unix:///'].map(
    (url): [SettingName, string, string] => [
      'CLAMAV_URL',
      url,
      `CLAMAV_URL is "${url}" but must be an address such as tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl.`,
    ],
  ),
  [
    'WEBHOOK_ALLOWED_NETWORKS',
    '10.0.0.1',
    'WEBHOOK_ALLOWED_NETWORKS names "10.0.0.1" but must name networks such as 10.0.0.0/8, with commas.',
  ],
  [
    'METRICS_TOKEN',
    'short',
    'METRICS_TOKEN must have at least 16 characters, such as those that "openssl rand -hex 32" prints.',
  ],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'collector:4318',
    'OTEL_EXPORTER_OTLP_ENDPOINT is "collector:4318" but must be an http or https address, such as http://127.0.0.1:4318.',
  ],
  [
    'OTEL_EXPORTER_OTLP_HEADERS',
    'Bearer token',
    'OTEL_EXPORTER_OTLP_HEADERS must be names and values, such as authorization=Bearer%20token, with commas.',
  ],
  ['OTEL_TRACES_SAMPLER_ARG', '2', 'OTEL_TRACES_SAMPLER_ARG is "2" but must be a share from 0 to 1, such as 0.1.'],
  ['ROLE', 'boss', 'ROLE is "boss" but must be one of all, web, worker.'],
  ['DRAIN_SECONDS', '61', 'DRAIN_SECONDS is "61" but must be a whole number from 0 to 60, such as 0.'],
  ['SHUTDOWN_SECONDS', '0', 'SHUTDOWN_SECONDS is "0" but must be a whole number from 1 to 3600, such as 40.'],
  [
    'SHUTDOWN_SECONDS',
    { DRAIN_SECONDS: '5', SHUTDOWN_SECONDS: '5' },
    'SHUTDOWN_SECONDS is 5 but must be more than DRAIN_SECONDS, which is part of it, such as 45.',
  ],
  ...['yes', '1', '10.0.0.0/33', '10.0.0.1 10.0.0.2', '127.0.0.1,', '10.0.0.0/8/8'].map(
    (value): [SettingName, string, string] => [
      'TRUST_PROXY',
      value,
      `TRUST_PROXY is "${value}" but must be none, or addresses and networks such as 127.0.0.1 or 10.0.0.0/8, with commas.`,
    ],
  ),
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL is "loud" but must be one of fatal, error, warn, info, debug, trace, silent.'],
];

it.each(wrong)(
  'BOOT-02 a wrong %s (%o) stops the start with one sentence that has a right value',
  (name, given, sentence) => {
    const variables = typeof given === 'string' ? { [name]: given } : given;
    // Demo mode, because missing settings of a production portal are not tested here.
    const demo = { DEMO: '1', ...variables };
    expect(inspectEnv(demo).settings.problems).toEqual([sentence]);
    expect(() => readEnv(demo)).toThrow(new StartError(sentence));
  },
);

it('BOOT-02 every setting has a wrong value here, but for names and folders, which may be anything', () => {
  // Values that cannot be listened on, written to or reached also stop the start: main.test.ts, bucket-away.test.ts.
  const free = ['HOST', 'DATA_DIR', 'PRODUCT_NAME', 'PUBLISHER', 'OTEL_SERVICE_NAME', 'BUILD_COMMIT'];
  expect([...new Set([...wrong.map(([name]) => name), ...free])].toSorted()).toEqual(settingNames.toSorted());
});
