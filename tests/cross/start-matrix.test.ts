import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectEnv, readEnv } from '#server/app/env.ts';
import { StartError } from '#server/platform/start-error.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { freePort, startProcess } from '#tests/support/process.ts';

type Variables = Record<string, string>;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-matrix-'));
  await writeFile(path.join(folder, 'key'), 'sk_live_1\n');
  await writeFile(path.join(folder, 'empty'), '\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Settings that are enough for production with the embedded database, on this machine. */
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

/** Settings with all sentences that stop their start. */
const rejected: [string, Variables, string[]][] = [
  // With DEMO absent, each setting of a production portal rules out the demo.
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

/**
 * Settings, the pattern of the start's output, and the warnings in the log. Each start ends with exit code 0 when it is
 * asked to.
 */
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

const rejectionOf = (variables: Variables) => {
  try {
    return readEnv(variables);
  } catch (error) {
    if (error instanceof StartError) return error.message.replaceAll(folder, 'FOLDER').split('\n');
    throw error;
  }
};

// `main.test.ts` tests that a stopped start prints only these sentences and ends with exit code 1.
describe('the start matrix: settings that stop the start', () => {
  it.each(rejected)('%s', async (_title, variables, sentences) => {
    expect(rejectionOf(await settingsOf(variables))).toEqual(sentences);
  });
});

describe('the start matrix: settings that the portal starts with', { tags: 'long' }, () => {
  it.each(started)('%s', async (_title, variables, block, warnings) => {
    await writeFile(path.join(folder, 'test-key'), 'sk_test_1\n');
    const portal = await startProcess('server/app/main.ts', await settingsOf(variables));
    await portal.printed(/Stop +Ctrl-C/);
    portal.kill('SIGINT');
    const { exitCode, stdout } = await portal.ended;
    const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
    expect(
      lines
        .map((line) => JSON.parse(line))
        .filter(({ level }) => level === 40)
        .map(({ msg }) => msg)
        // On a busy machine the connection may take longer than its limit.
        .filter((warning) => !/timeout expired$/.test(warning)),
    ).toEqual(warnings);
    expect([exitCode, block.test(stdout)]).toEqual([0, true]);
  });
});

describe('the start matrix: what the start refuses about a database, a port or a folder, the check refuses in the same words', () => {
  const given = { ...production, INSTALLATION_SECRET: 'the secret of an installation under test' };
  let full: TestDatabase;
  let other: TestDatabase;
  let empty: TestDatabase;
  beforeAll(async () => {
    full = await createTestDatabase();
    other = await createTestDatabase();
    empty = await createTestDatabase({ template: 'template0' });
  });
  const closing: (() => void)[] = [];
  afterAll(async () => {
    for (const close of closing) close();
    await Promise.all([full, other, empty].map((database) => database.drop()));
  });
  const served = ({ addresses }: TestDatabase) => ({ DATABASE_URL: addresses.service });
  const migrated = ({ addresses }: TestDatabase) => ({ MIGRATION_DATABASE_URL: addresses.owner });

  const rejectedByBoth: [string, () => Variables | Promise<Variables>, RegExp][] = [
    [
      'OPS-08 an empty database with the service role alone',
      () => served(empty),
      /^The tables lack \d+ migrations \(from 0001_\S+ on\), .*: run npm run migrate with MIGRATION_DATABASE_URL/,
    ],
    [
      'swapped addresses',
      () => ({ DATABASE_URL: full.addresses.owner, MIGRATION_DATABASE_URL: full.addresses.service }),
      /^The role \S+ of DATABASE_URL is a superuser/,
    ],
    [
      'swapped addresses whose owner is no superuser',
      async () => ({
        DATABASE_URL: await addressOfOwner(full),
        MIGRATION_DATABASE_URL: full.addresses.service,
      }),
      /^The role plain_owner of DATABASE_URL may create in the schema/,
    ],
    [
      'a role that migrates and does not own the tables',
      async () => ({ ...served(full), MIGRATION_DATABASE_URL: await addressOfOwner(full) }),
      /^The role of MIGRATION_DATABASE_URL may not change the tables: name the one that owns them\.$/,
    ],
    ['addresses of two databases', () => ({ ...served(full), ...migrated(other) }), /name different databases/],
    [
      'LIVE-02 the database of a demo',
      async () => {
        await other.owner.query('update installation set demo_seeded_at = now()');
        return { ...served(other), ...migrated(other) };
      },
      /^The demo filled the database of DATABASE_URL\./,
    ],
    [
      'another secret than that of the second factors',
      async () => {
        await full.owner.query(`with member as (insert into users (email, first_name, last_name) values
          ('sealed@example.org', 'S', 'Ealed') returning id)
          insert into second_factors (user_id, sealed_secret) select id, '\\x00' from member`);
        await full.owner.query(`update installation set secret_check = '\\x00'`);
        return { ...served(full), ...migrated(full) };
      },
      /^The installation secret is not the one/,
    ],
    [
      'OPS-08 a role without any right on the tables',
      async () => ({ DATABASE_URL: await addressOf('without_rights', full) }),
      /^The role of DATABASE_URL may not read the tables yet: run npm run migrate with MIGRATION_DATABASE_URL/,
    ],
    [
      'a DATA_DIR that cannot be made',
      () => ({ DATA_DIR: path.join(folder, 'key/data') }),
      /^DATA_DIR .* cannot be written to/,
    ],
    ['a HOST of another machine', () => ({ HOST: '192.0.2.1' }), /^HOST 192\.0\.2\.1 cannot be listened on/],
    [
      'a port that another program uses',
      async () => {
        const holder = createServer();
        await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
        closing.push(() => void holder.close());
        // Safe because a server that listens on TCP has such an address.
        return { PORT: String((holder.address() as AddressInfo).port) };
      },
      /^Port \d+ is in use/,
    ],
  ];
  it.each(rejectedByBoth)('LIVE-05 %s', { tags: 'long' }, async (_title, variables, sentence) => {
    const settings = await settingsOf({ ...given, ...(await variables()) });
    const started = await (await startProcess('server/app/main.ts', settings)).ended;
    expect(started).toMatchObject({ exitCode: 1, stdout: '' });
    expect(started.stderr.trim()).toMatch(sentence);
    const checked = await (await startProcess('server/commands/check.ts', settings)).ended;
    expect(checked.exitCode).toBe(1);
    expect(checked.stdout).toContain(started.stderr.trim());
  });

  it.each(rejected)('%s', async (_title, variables, sentences) => {
    const { settings, missing } = inspectEnv(await settingsOf(variables));
    expect([...settings.problems, ...missing].map((line) => line.replaceAll(folder, 'FOLDER'))).toEqual(sentences);
  });
});

/**
 * Makes a role that may connect to the database.
 * @returns its URL
 */
async function addressOf(role: string, { addresses, owner }: TestDatabase): Promise<string> {
  const { rows } = await owner.query('select 1 from pg_roles where rolname = $1', [role]);
  if (rows.length === 0) await owner.query(`create role ${role} login password 'plain'`);
  const address = Object.assign(new URL(addresses.owner), { username: role, password: 'plain' });
  await owner.query(`grant connect on database ${address.pathname.slice(1)} to ${role}`);
  return address.href;
}

/** Makes a role that may create tables, and owns none. Returns its URL. */
async function addressOfOwner(database: TestDatabase): Promise<string> {
  const address = await addressOf('plain_owner', database);
  await database.owner.query('grant create, usage on schema public to plain_owner');
  return address;
}
