/** @module-tag long */
import { appendFile, chown, cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBucket } from '#tests/support/bucket.ts';
import { freePort, type Started, startProcess } from '#tests/support/process.ts';
import { demoPeople } from '../app/start-block.ts';
import { findRunningPostgres } from '../platform/database/postgres.ts';

let folder: string;
let origin: string;
let portal: Started;
const at = (name: string) => path.join(folder, name);
const administrator = { email: demoPeople.accounts.administrator, password: demoPeople.password };
const member = { email: demoPeople.accounts.member, password: demoPeople.password };

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-backup-'));
  portal = await open('data');
});
afterAll(async () => {
  await end(portal);
  await rm(folder, { recursive: true, force: true });
});

async function open(dataDir: string): Promise<Started> {
  const port = String(await freePort());
  const started = await startProcess('server/app/main.ts', { DATA_DIR: at(dataDir), PORT: port });
  await started.printed(/http:\/\/localhost/);
  origin = `http://localhost:${port}`;
  return started;
}

async function end(started: Started): Promise<void> {
  started.kill('SIGTERM');
  await started.ended;
}

const command = async (name: string, target: string, dataDir: string, variables = {}) =>
  (await startProcess('server/commands/backup.ts', { DATA_DIR: at(dataDir), ...variables }, [name, at(target)])).ended;

async function connect(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: (await findRunningPostgres(at(dataDir)))?.owner ?? '' });
  await client.connect();
  return client;
}

describe('a backup', () => {
  it('ACCT-07 a backup holds every row from its beginning, while others are written, and the files; an account that was erased after it stays erased', async () => {
    await allPdfsRead();
    const writer = await connect('data');
    await writer.query('create table load (number integer primary key, filler text)');
    const before = await writer.query('select id from installation');
    let isOver = false;
    let written = 0;
    const write = async () => {
      written += 1;
      await writer.query(`insert into load values ($1, repeat('x', 2000))`, [written]);
    };
    while (written < 500) await write();
    const load = (async () => {
      while (!isOver) await write();
    })();
    expect(await command('backup', 'backup', 'data')).toMatchObject({ exitCode: 0, stderr: '' });
    isOver = true;
    await load;
    await writer.end();
    await eraseMember();
    expect(await command('restore', 'backup', 'restored')).toMatchObject({ exitCode: 0, stderr: '' });
    await end(portal);
    await cp(at('data/installation-secret'), at('restored/installation-secret'));
    await cp(at('data/removals'), at('restored/removals'), { recursive: true });
    portal = await open('restored');
    expect((await signIn(member)).status).toBe(401);
    const reader = await connect('restored');
    const { rows } = await reader.query(
      'select count(*)::integer as count, max(number) as last, (select former_ids from installation) as former from load',
    );
    await reader.end();
    expect(rows[0].count).toBeGreaterThanOrEqual(500);
    expect(rows[0]).toMatchObject({ last: rows[0].count, former: [before.rows[0].id] });
    expect(await download()).toBeGreaterThan(1000);
  });

  it('a backup is refused into an existing folder, and a restore over existing data or with a changed byte', async () => {
    expect((await command('backup', 'backup', 'restored')).stderr).toContain('is there already');
    expect((await command('restore', 'backup', 'restored')).stderr).toContain('is not empty');
    await cp(at('backup'), at('damaged'), { recursive: true });
    await appendFile(at('damaged/postgres/PG_VERSION'), ' ');
    expect((await command('restore', 'damaged', 'third')).stderr).toContain(
      'postgres/PG_VERSION is not what was written',
    );
    expect((await command('restore', 'folder-that-is-not-there', 'third')).stderr).toContain('no finished backup');
  });
});

describe('a restore drill', () => {
  const drill = async (...backup: string[]) =>
    (await startProcess('server/commands/restore-drill.ts', { DATA_DIR: at('restored'), TMPDIR: at('drills') }, backup))
      .ended;

  it.skipIf(process.getuid?.() !== 0)(
    'LIVE-03 a restore by root into a data folder of another user is refused, and makes nothing in it',
    async () => {
      await mkdir(at('of-the-service'));
      await chown(at('of-the-service'), 10001, 10001);
      const { exitCode, stderr } = await command('restore', 'backup', 'of-the-service');
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining("sudo -u '#10001'")]);
      expect(await readdir(at('of-the-service'))).toEqual([]);
    },
  );

  it('OPS-20 refuses to start from a damaged backup, from one that breaks an invariant, and without a backup', async () => {
    await mkdir(at('drills'));
    expect(await drill()).toMatchObject({
      exitCode: 1,
      stderr: 'Say which backup: npm run restore:drill -- FOLDER\n',
    });
    expect((await drill(at('damaged'))).stderr).toContain('postgres/PG_VERSION is not what was written');
    const writer = await connect('restored');
    const { rows } = await writer.query(
      `update payment_attempts set amount_received_minor = amount_minor + 1
       where id = (select attempt_id from purchases order by id limit 1) returning amount_minor`,
    );
    expect(await command('backup', 'broken', 'restored')).toMatchObject({ exitCode: 0 });
    const { exitCode, stdout, stderr } = await drill(at('broken'));
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^The backup does not hold: broken invariants .*I03/);
    await writer.query(`update payment_attempts set amount_received_minor = $1 where amount_received_minor = $1 + 1`, [
      rows[0].amount_minor,
    ]);
    await writer.end();
  });

  it('OPS-20 starts a portal from a backup, says what it holds, and leaves nothing behind', async () => {
    const { exitCode, stdout, stderr } = await drill(at('backup'));
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(
      /^A portal started from \S+ in \d+ seconds: \d+ files, [1-9]\d* members, no broken invariant\.\n$/,
    );
    expect(await readdir(at('drills'))).toEqual([]);
    expect(Date.parse(await readFile(at('restored/last-restore-drill'), 'utf8'))).toBeGreaterThan(0);
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  });
});

describe('files in a bucket', () => {
  it('files are copied to a bucket by a repeatable command and back, are in a backup, and return with a restore', async () => {
    const [bucket, other] = [await startTestBucket(), await startTestBucket()];
    const copy = async (variables: Record<string, string>) =>
      (await startProcess('server/commands/copy-files.ts', { DATA_DIR: at('restored'), ...variables })).ended;
    const before = await readdir(at('restored/files'));
    expect((await copy({})).stderr).toContain('Set the S3 variables');
    expect(await copy(bucket.variables)).toMatchObject({ exitCode: 0, stderr: '' });
    expect((await copy(bucket.variables)).stdout).toContain(`Copied 0 files to the bucket portal`);
    expect([...bucket.objects.keys()].toSorted()).toEqual(before.map((id) => `files/${id}`).toSorted());
    await rm(at('restored/files'), { recursive: true });

    const back = async (...given: string[]) =>
      (await startProcess('server/commands/copy-files.ts', { DATA_DIR: at('back'), ...bucket.variables }, given)).ended;
    expect(await back('--forth')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('-- --back') });
    expect((await back('--back')).stdout).toContain(`Copied ${before.length} files to ${at('back/files')}`);
    expect(await back('--back')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Copied 0 files') });
    for (const id of await readdir(at('back/files'))) {
      expect(await readFile(at(`back/files/${id}`))).toEqual(bucket.objects.get(`files/${id}`));
    }
    expect((await readdir(at('back/files'))).toSorted()).toEqual(before.toSorted());

    expect(await command('backup', 'of-bucket', 'restored', bucket.variables)).toMatchObject({
      exitCode: 0,
      stderr: '',
    });
    expect((await readdir(at('of-bucket/files'))).toSorted()).toEqual(before.toSorted());
    const answer = await command('restore', 'of-bucket', 'fourth', other.variables);
    expect(answer).toMatchObject({ exitCode: 0, stderr: '' });
    expect(other.objects).toEqual(bucket.objects);
    await bucket.close();
    await other.close();
  });

  it('files stay in the bucket when the database has its own server', async () => {
    const variables = { DATABASE_URL: 'postgres://127.0.0.1:1/portal', SMTP_URL: 'smtp://127.0.0.1' };
    const names = { S3_BUCKET: 'archive', S3_REGION: 'x', S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'x' };
    const { stderr, exitCode } = await command('backup', 'never', 'restored', { ...variables, ...names });
    expect([exitCode, stderr]).toEqual([
      1,
      'With DATABASE_URL the database is backed up with pg_dump, and the bucket archive by its own means.\n',
    ]);
  });
});

/**
 * Waits until the portal has read the demo's PDFs, because it stores pictures of their sample pages in the background.
 */
async function allPdfsRead(): Promise<void> {
  const reader = await connect('data');
  const waiting = `select count(*)::integer as count from graphile_worker.jobs where task_identifier = 'read-pdfs'`;
  await expect.poll(async () => (await reader.query(waiting)).rows[0].count).toBe(0);
  await reader.end();
}

const asJson = { 'content-type': 'application/json' };

function signIn(person: { email: string; password: string }): Promise<Response> {
  return fetch(`${origin}/api/login`, { method: 'POST', headers: asJson, body: JSON.stringify(person) });
}

/** Signs in. @returns the headers of the new session */
async function sessionOf(person: { email: string; password: string }): Promise<{ cookie: string }> {
  const signedIn = await signIn(person);
  expect(signedIn.status).toBe(200);
  const cookies = signedIn.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return { cookie: cookies.join('; ') };
}

async function eraseMember(): Promise<void> {
  const headers = { ...asJson, ...(await sessionOf(member)) };
  const body = JSON.stringify({ password: member.password });
  expect((await fetch(`${origin}/api/user`, { method: 'DELETE', headers, body })).status).toBe(200);
}

/** Signs in and downloads a file of the restored portal. @returns its size in bytes */
async function download(): Promise<number> {
  const headers = await sessionOf(administrator);
  const reader = await connect('restored');
  const { rows } = await reader.query('select id from resources where file_id is not null order by id limit 1');
  await reader.end();
  const reply = await fetch(`${origin}/api/resources/${rows[0].id}/download`, { headers });
  expect(reply.status).toBe(200);
  return (await reply.arrayBuffer()).byteLength;
}
