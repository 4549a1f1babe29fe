import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import type { AdminOnlineProduct } from '#contract/catalogue/products.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { freePort, type Started, startProcess } from '#tests/support/process.ts';

type Mail = { to: string; subject: string; text: string; html: string; sentAt: string };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-start-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const launch = (variables: Record<string, string>) =>
  startProcess('server/app/main.ts', { DATA_DIR: path.join(folder, 'data'), ...variables });
const sentenceOf = async (variables: Record<string, string>) => {
  const { exitCode, stderr, stdout } = await (await launch(variables)).ended;
  expect(stdout).toBe('');
  expect(exitCode).toBe(1);
  return stderr;
};

describe('a start that cannot succeed says so in one sentence and leaves nothing running', () => {
  it('a busy port', { tags: 'long' }, async () => {
    const holder = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => holder.listen(port, '127.0.0.1', resolve));
    expect(await sentenceOf({ PORT: String(port) })).toBe(
      `Port ${port} is in use: stop what uses it or set PORT to another one.\n`,
    );
    holder.close();
  });

  it('a DATA_DIR that is no folder', { tags: 'long' }, async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    expect(await sentenceOf({ DATA_DIR: path.join(file, 'data'), PORT: String(await freePort()) })).toMatch(
      /^DATA_DIR \S+ cannot be written to: choose another folder or change its permissions\.\n$/,
    );
  });

  it('a DATABASE_URL that does not answer', { tags: 'long' }, async () => {
    const port = await freePort();
    const DATABASE_URL = `postgres://portal@127.0.0.1:${port}/portal`;
    expect(await sentenceOf({ DATABASE_URL, DEMO: '1', PORT: String(await freePort()) })).toMatch(
      /^The database of DATABASE_URL does not answer \(.+\)\.\n$/,
    );
  });

  it('a HOST that is not of this machine', { tags: 'long' }, async () => {
    expect(await sentenceOf({ HOST: '192.0.2.1', PORT: String(await freePort()) })).toBe(
      'HOST 192.0.2.1 cannot be listened on (EADDRNOTAVAIL): set HOST to an address of this machine, such as 127.0.0.1.\n',
    );
  });

  it('a bucket that does not answer', { tags: 'long' }, async () => {
    const variables = { DEMO: '1', S3_BUCKET: 'b', S3_REGION: 'r', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' };
    const S3_ENDPOINT = `http://127.0.0.1:${await freePort()}`;
    expect(await sentenceOf({ ...variables, S3_ENDPOINT, PORT: String(await freePort()) })).toBe(
      `The object storage at S3_ENDPOINT ${S3_ENDPOINT} does not answer as it should (ECONNREFUSED).\n`,
    );
  });

  it('a bad variable', { tags: 'long' }, async () => {
    expect(await sentenceOf({ PORT: 'eighty' })).toBe(
      'PORT is "eighty" but must be a whole number from 0 to 65535, such as 3000.\n',
    );
  });
});

describe('the demo', () => {
  let portal: Started;
  let url: string;
  let port: string;
  const form = { email: 'kept@example.org', password: 'portal-demo', firstName: 'K', lastName: 'Ept' };
  const post = (call: string, body: object) =>
    fetch(url + call, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const start = async () => {
    portal = await launch({ PORT: port });
    await portal.printed(/Stop +Ctrl-C/);
  };

  beforeAll(async () => {
    port = String(await freePort());
    url = `http://127.0.0.1:${port}`;
    await start();
  });
  afterAll(async () => {
    portal.kill('SIGINT');
    await portal.ended;
  });

  it('BOOT-01 BOOT-03 serves on PORT, and prints the address, the accounts and how to stop in one block', async () => {
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    for (const words of [
      `http://localhost:${port}`,
      'member@example.org',
      'administrator@example.org',
      '/dev/mail',
      'Ctrl-C',
    ]) {
      expect(portal.output()).toContain(words);
    }
  });

  it('BOOT-04 keeps mails in the demo mailbox, newest first', async () => {
    const answer = await post('/api/register', form);
    expect(answer.status).toBe(201);
    const mails = await until(
      async (): Promise<Mail[]> => (await fetch(`${url}/dev/mail.json`)).json() as Promise<Mail[]>,
      (list) => list.some(({ to }) => to === form.email),
    );
    expect(Object.keys(mails[0] ?? {})).toEqual(['to', 'subject', 'text', 'html', 'sentAt']);
    // The demo's accounts may get mails at the same time.
    const times = mails.map(({ sentAt }) => sentAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(await (await fetch(`${url}/dev/mail`)).text()).toContain('Verify your email address');
    // The mailbox shows each mail in a separate frame.
    const { headers } = await fetch(`${url}/dev/mail/1`);
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  });

  it('BOOT-10 the demo has the two accounts and online products 1 to 5', async () => {
    const cookie = await signIn('administrator@example.org');
    const answer = await fetch(`${url}/api/admin/online-products`, { headers: { cookie } });
    const products = (await answer.json()) as AdminOnlineProduct[];
    expect(products.map((product) => product.id).sort()).toEqual([1, 2, 3, 4, 5]);
    expect(products.find((product) => product.id === 1)?.configuration.toolUrl).toBe(
      '/tools/responsible-ai-assessment',
    );
    await signIn('member@example.org');
  });

  it('BOOT-09 BOOT-11 the demo has at least 60 published resources with whole numbers as ids', async () => {
    const cookie = await signIn('member@example.org');
    const answer = await fetch(`${url}/api/resources`, { headers: { cookie } });
    const resources = (await answer.json()) as ResourceSummary[];
    expect(resources.length).toBeGreaterThanOrEqual(60);
    expect(resources.every((resource) => Number.isInteger(resource.id))).toBe(true);
  });

  it('BOOT-08 keeps uploaded files under DATA_DIR', async () => {
    const cookie = await signIn('administrator@example.org');
    const form = new FormData();
    form.set('file', new Blob(['Kept on this machine']), 'note.txt');
    const answer = await fetch(`${url}/api/admin/upload`, { method: 'POST', headers: { cookie }, body: form });
    const { fileUrl } = (await answer.json()) as { fileUrl: string };
    const file = path.join(folder, 'data', 'files', path.basename(fileUrl));
    expect(await readFile(file, 'utf8')).toBe('Kept on this machine');
  });

  it('BOOT-12 keeps everything when it is killed and started again, and does not seed twice', {
    tags: 'long',
  }, async () => {
    const cookie = await signIn('member@example.org');
    const count = async () =>
      (await fetch(`${url}/api/resources`, { headers: { cookie } })).headers.get('x-total-count');
    const before = await count();
    const registered = { ...form, email: 'outlives@example.org' };
    expect((await post('/api/register', registered)).status).toBe(201);
    portal.kill('SIGKILL');
    await portal.ended;
    await start();
    expect(await count()).toBe(before);
    expect((await post('/api/login', registered)).status).toBe(200);
  });

  it('OPS-24 ends with code 0 when Ctrl-C reaches the portal twice, from the terminal and from npm', {
    tags: 'long',
  }, async () => {
    portal.kill('SIGINT');
    portal.kill('SIGINT');
    expect((await portal.ended).exitCode).toBe(0);
    expect(await readFile(path.join(folder, 'data', 'postgres.log'), 'utf8')).toMatch(
      /database system is shut down\n$/,
    );
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  it('LIVE-02 production refuses a database and a DATA_DIR that the demo filled', { tags: 'long' }, async () => {
    // Stops the portal here too, for a run of this test alone.
    portal.kill('SIGINT');
    await portal.ended;
    const production = {
      DEMO: '0',
      PUBLIC_URL: 'http://localhost',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'portal@example.org',
      INSTALLATION_SECRET: 'the secret of an installation under test',
      PORT: port,
    };
    const dataDir = path.join(folder, 'data');
    expect(await sentenceOf(production)).toBe(
      `The demo filled the database in DATA_DIR ${dataDir}. The passwords of its accounts are public, so production ` +
        'must not begin with it: set DATA_DIR to a new folder, or DATABASE_URL.\n',
    );
    const database = await createTestDatabase();
    const addresses = {
      DATABASE_URL: database.addresses.service,
      MIGRATION_DATABASE_URL: database.addresses.owner,
    };
    expect(await sentenceOf({ ...production, ...addresses })).toBe(
      `DATA_DIR ${dataDir} holds the mails and files of a demo. The passwords of its accounts are public, so production ` +
        'must not begin with it: set DATA_DIR to a new folder.\n',
    );
    await database.owner.query('update installation set demo_seeded_at = now()');
    expect(await sentenceOf({ ...production, ...addresses, DATA_DIR: path.join(folder, 'new') })).toBe(
      'The demo filled the database of DATABASE_URL. The passwords of its accounts are public, so production ' +
        'must not begin with it: name a new database.\n',
    );
    await database.owner.query('update installation set demo_seeded_at = null');
    await database.owner.query('update installation set assessment_added_at = now()');
    expect(await sentenceOf({ ...addresses, DEMO: '1', DATA_DIR: path.join(folder, 'other') })).toBe(
      'The database is that of a production portal, and the demo would add accounts whose passwords are public: ' +
        'set DEMO=0, or name a new database.\n',
    );
    await database.drop();
  });

  const signIn = async (email: string) => {
    const answer = await post('/api/login', { email, password: 'portal-demo' });
    expect(answer.status).toBe(200);
    return String(answer.headers.get('set-cookie')).split(';')[0] ?? '';
  };
});

/** Repeats the call until its result is right; the test's time limit ends it. */
async function until<Value>(ask: () => Promise<Value>, isRight: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await ask();
    if (isRight(value)) return value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
