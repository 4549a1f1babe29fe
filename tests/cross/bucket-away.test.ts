import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBucket, type TestBucket } from '#tests/support/bucket.ts';
import { createTestPortal, production, type TestPortal } from '#tests/support/portal.ts';
import { freePort, startProcess } from '#tests/support/process.ts';

let bucket: TestBucket;
let portal: TestPortal;
let folder: string;
beforeAll(async () => {
  bucket = await startTestBucket();
  portal = await createTestPortal();
  folder = await mkdtemp(path.join(tmpdir(), 'portal-bucket-'));
});
afterAll(async () => {
  await portal.close();
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

const launch = async (variables: Record<string, string>) =>
  startProcess('server/app/main.ts', {
    ...production,
    // Without jobs no mail is sent.
    ROLE: 'web',
    DATA_DIR: path.join(folder, 'scratch'),
    DATABASE_URL: portal.database.addresses.service,
    MIGRATION_DATABASE_URL: portal.database.addresses.owner,
    ...bucket.variables,
    ...variables,
  });

it('OPS-25 a wrong setting of the bucket stops the start', async () => {
  const { exitCode, stderr } = await (await launch({ S3_BUCKET: 'misspelt', PORT: '0' })).ended;
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: expect.stringContaining('There is no bucket "misspelt"'),
  });
});

it('OPS-25 a node starts with an empty DATA_DIR while its bucket is away, serves what it can, says so, and heals by itself', {
  tags: 'long',
}, async () => {
  const member = await portal.member();
  const erasedAt = new Date('2026-11-20').getTime();
  bucket.objects.set(`removals/${erasedAt}-${member.userId}-erased`, Buffer.from(''));
  bucket.answerWith({ status: 503, code: 'ServiceUnavailable' });
  const port = await freePort();
  const node = await launch({ PORT: String(port) });
  await node.printed(/Stop +Ctrl-C/);
  const ask = async (call: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${call}`);
    return [answer.status, await answer.text()];
  };
  await expect.poll(() => ask('/readyz')).toEqual([200, '{"status":"degraded","failing":["s3"]}']);
  expect((await ask('/api/config'))[0]).toBe(200);
  expect(node.output()).toContain('files are not available; everything else is.');
  const isErased = async () =>
    (
      await portal.database.pool.query('select deleted_at is not null as erased from users where id = $1', [
        member.userId,
      ])
    ).rows;
  expect(await isErased()).toEqual([{ erased: false }]);

  bucket.answerWith(null);
  await expect.poll(() => ask('/readyz')).toEqual([200, '{"status":"ready"}']);
  await expect.poll(isErased).toEqual([{ erased: true }]);
  node.kill('SIGTERM');
  expect((await node.ended).exitCode).toBe(0);
});
