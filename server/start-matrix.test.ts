import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, startProcess } from '#tests/support/process.ts';
import { readEnv } from './env.ts';
import { StartError } from './platform/start-error.ts';

type Variables = Record<string, string>;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-matrix-'));
  await writeFile(path.join(folder, 'key'), 'sk_live_1\n');
  await writeFile(path.join(folder, 'empty'), '\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Enough for production with the embedded database, on this machine. */
const production = {
  DEMO: '0',
  PUBLIC_URL: 'http://localhost:3000',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Portal <portal@example.org>',
};
const stripe = (mode: 'test' | 'live') => ({
  STRIPE_SECRET_KEY: `sk_${mode}_1`,
  STRIPE_PUBLISHABLE_KEY: `pk_${mode}_1`,
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
});

const meanings: Variables = {
  PUBLIC_URL: 'PUBLIC_URL (the https address that members use)',
  SMTP_URL: 'SMTP_URL (the mail server)',
  MAIL_FROM: 'MAIL_FROM (the sender of mails)',
  INSTALLATION_SECRET:
    'INSTALLATION_SECRET (the same on every node; INSTALLATION_SECRET_FILE may name the file installation-secret in DATA_DIR)',
  TRUST_PROXY:
    'TRUST_PROXY (the addresses of the proxy in front, or none: without it all visitors share the limits of one network)',
};
const missing = (...names: string[]) =>
  `${names.map((name) => meanings[name]).join('; ')} ${names.length > 1 ? 'are' : 'is'} missing: a production portal needs ${names.length > 1 ? 'them' : 'it'}.`;
const isProduction = (name: string) => ` DEMO is not set, but ${name} is.`;
const all = ['PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM', 'TRUST_PROXY'];
const allBut = (name: string) => all.filter((one) => one !== name);

/** Settings and all that a start is refused with. */
const refused: [string, Variables, string[]][] = [
  // With DEMO absent, each setting of a production portal rules the demo out.
  [
    'LIVE-01 Stripe keys without DEMO',
    stripe('test'),
    [`${missing(...all)} DEMO is not set, but STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET are.`],
  ],
  [
    'LIVE-01 keys of Google without DEMO',
    { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' },
    [`${missing(...all)} DEMO is not set, but GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET are.`],
  ],
  [
    'LIVE-01 a bucket without DEMO',
    { S3_BUCKET: 'b', S3_REGION: 'r', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' },
    [`${missing(...all)} DEMO is not set, but S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY are.`],
  ],
  [
    'LIVE-01 DATABASE_URL without DEMO',
    { DATABASE_URL: 'postgres://db/portal' },
    [
      missing('PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM', 'INSTALLATION_SECRET', 'TRUST_PROXY') +
        isProduction('DATABASE_URL'),
    ],
  ],
  [
    'LIVE-01 MIGRATION_DATABASE_URL without DEMO',
    { MIGRATION_DATABASE_URL: 'postgres://db/portal' },
    [
      'DATABASE_URL is missing: MIGRATION_DATABASE_URL only says who changes the tables there.',
      missing(...all) + isProduction('MIGRATION_DATABASE_URL'),
    ],
  ],
  [
    'LIVE-01 SMTP_URL without DEMO',
    { SMTP_URL: 'smtp://m.example.org' },
    [missing(...allBut('SMTP_URL')) + isProduction('SMTP_URL')],
  ],
  [
    'LIVE-01 TRUST_PROXY without DEMO',
    { TRUST_PROXY: '127.0.0.1' },
    [missing(...allBut('TRUST_PROXY')) + isProduction('TRUST_PROXY')],
  ],
  [
    'LIVE-01 INSTALLATION_SECRET without DEMO',
    { INSTALLATION_SECRET: 'x'.repeat(32) },
    [missing(...all) + isProduction('INSTALLATION_SECRET')],
  ],
  [
    'LIVE-01 METRICS_TOKEN without DEMO',
    { METRICS_TOKEN: 'x'.repeat(16) },
    [missing(...all) + isProduction('METRICS_TOKEN')],
  ],
  [
    'LIVE-01 a public PUBLIC_URL without DEMO',
    { PUBLIC_URL: 'https://learn.example.org' },
    [missing(...allBut('PUBLIC_URL')) + isProduction('PUBLIC_URL')],
  ],
  [
    'LIVE-01 live keys of Stripe in a demo',
    { DEMO: '1', ...stripe('live') },
    ['DEMO is 1 and the Stripe keys are live keys: a demo takes no real money.'],
  ],
  ['LIVE-03 production without any setting', { DEMO: '0' }, [missing(...all)]],
  [
    'LIVE-03 production on plain http',
    { ...production, PUBLIC_URL: 'http://learn.example.org' },
    [
      'PUBLIC_URL is "http://learn.example.org" but must begin with https:// in production, such as https://learn.example.org.',
    ],
  ],
  [
    'LIVE-03 production on https without TRUST_PROXY',
    { ...production, PUBLIC_URL: 'https://learn.example.org' },
    [missing('TRUST_PROXY')],
  ],
  [
    'LIVE-03 production with its own database without a secret',
    { ...production, DATABASE_URL: 'postgres://db/portal' },
    [missing('INSTALLATION_SECRET')],
  ],
  [
    'LIVE-03 several things that are missing and wrong, all at once',
    {
      DEMO: '0',
      PUBLIC_URL: 'https://learn.example.org',
      PORT: 'http',
      S3_BUCKET: 'b',
      STRIPE_SECRET_KEY: 'sk_live_1',
    },
    [
      'PORT is "http" but must be a whole number from 0 to 65535, such as 3000.',
      'STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are missing: Stripe needs all of its keys.',
      'S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY are missing: object storage needs all of the S3 variables.',
      missing('SMTP_URL', 'MAIL_FROM', 'TRUST_PROXY'),
    ],
  ],
  [
    'LIVE-04 an unknown variable that looks like a setting in production',
    { ...production, S3_BUCKETT: 'b' },
    ['S3_BUCKETT is not a setting of the portal; the nearest is S3_BUCKET.'],
  ],
  [
    'LIVE-04 a secret given twice',
    { ...production, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_SECRET_KEY_FILE: 'key' },
    [
      'STRIPE_SECRET_KEY and STRIPE_SECRET_KEY_FILE are both set: set one of them.',
      'STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are missing: Stripe needs all of its keys.',
    ],
  ],
  [
    'LIVE-04 a secret whose file is not there',
    { ...production, METRICS_TOKEN_FILE: 'nowhere' },
    ['METRICS_TOKEN_FILE names FOLDER/nowhere, which cannot be read (ENOENT).'],
  ],
  [
    'LIVE-04 a secret whose file is empty',
    { ...production, METRICS_TOKEN_FILE: 'empty' },
    ['METRICS_TOKEN_FILE names FOLDER/empty, which is empty.'],
  ],
];

/** Settings, what the start block says, and what the log warns of; each ends with exit code 0 when it is asked to. */
const started: [string, Variables, RegExp, string[]][] = [
  [
    'LIVE-04 LIVE-06 production with test keys, one of them from a file',
    {
      ...production,
      ...stripe('test'),
      STRIPE_SECRET_KEY: '',
      STRIPE_SECRET_KEY_FILE: 'test-key',
      BUILD_COMMIT: 'c0ffee',
      ROLE: 'web',
    },
    /npm run administrator[\s\S]+Version +\d+\.\d+\.\d+ \(c0ffee\)/,
    ['The Stripe keys are test keys: members are not charged. Set live keys before the first sale.'],
  ],
  [
    'LIVE-01 LIVE-04 a loopback PUBLIC_URL without DEMO, and an unknown variable',
    { PUBLIC_URL: 'http://127.0.0.1:3000', DATABASE_ULR: 'x' },
    /portal-demo/,
    ['DATABASE_ULR is not a setting of the portal; the nearest is DATABASE_URL.'],
  ],
];

const settingsOf = async (variables: Variables) => {
  const inFolder = Object.entries(variables).map(([name, value]) => [
    name,
    name.endsWith('_FILE') ? path.join(folder, value) : value,
  ]);
  const dataDir = await mkdtemp(path.join(folder, 'data-'));
  const PORT = String(await freePort());
  return { DATA_DIR: dataDir, PORT, HOST: '127.0.0.1', ...Object.fromEntries(inFolder) };
};

const refusalOf = (variables: Variables) => {
  try {
    return readEnv(variables);
  } catch (error) {
    if (error instanceof StartError) return error.message.replaceAll(folder, 'FOLDER').split('\n');
    throw error;
  }
};

// That a refused start prints these sentences alone and ends with exit code 1 is tested in `main.test.ts`.
describe('the start matrix: settings that stop the start', () => {
  it.each(refused)('%s', async (_title, variables, sentences) => {
    expect(refusalOf(await settingsOf(variables))).toEqual(sentences);
  });
});

describe('the start matrix: settings that the portal starts with', { tags: 'long' }, () => {
  it.each(started)('%s', async (_title, variables, block, warnings) => {
    await writeFile(path.join(folder, 'test-key'), 'sk_test_1\n');
    const portal = await startProcess('server/main.ts', await settingsOf(variables));
    await portal.printed(/Stop +Ctrl-C/);
    portal.kill('SIGINT');
    const { exitCode, stdout } = await portal.ended;
    const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
    expect(
      lines
        .map((line) => JSON.parse(line))
        .filter(({ level }) => level === 40)
        .map(({ msg }) => msg)
        // A busy machine may take longer to connect than it is given.
        .filter((warning) => !/timeout expired$/.test(warning)),
    ).toEqual(warnings);
    expect([exitCode, block.test(stdout)]).toEqual([0, true]);
  });
});
