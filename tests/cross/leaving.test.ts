import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestPortal, production, type TestPortal } from '#tests/support/portal.ts';
import { freePort, startProcess } from '#tests/support/process.ts';

let portal: TestPortal;
let isLeaving = false;
beforeAll(async () => {
  portal = await createTestPortal({}, { isLeaving: () => isLeaving });
});
afterAll(() => portal.close());

it('OPS-24 a node that is shutting down fails its readiness check and still answers requests', async () => {
  const visitor = portal.visitor();
  expect((await visitor.get('/readyz')).status).toBe(200);
  isLeaving = true;
  expect((await visitor.get('/readyz')).status).toBe(503);
  expect([(await visitor.get('/healthz')).status, (await visitor.get('/api/config')).status]).toEqual([200, 200]);
});

it('OPS-24 a node whose request does not end is gone after SHUTDOWN_SECONDS', { tags: 'long' }, async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-leaving-'));
  const port = await freePort();
  const node = await startProcess('server/app/main.ts', {
    ...production,
    DATA_DIR: dataDir,
    DATABASE_URL: portal.database.addresses.service,
    MIGRATION_DATABASE_URL: portal.database.addresses.owner,
    PORT: String(port),
    SHUTDOWN_SECONDS: '1',
  });
  await node.printed(/Stop +Ctrl-C/);
  const caller = connect(port, '127.0.0.1');
  // Sends the headers of a request whose body never comes.
  caller.write(
    'POST /api/login HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n',
  );
  await once(caller, 'data');
  node.kill('SIGTERM');
  expect(await node.ended).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('Not everything ended in time'),
  });
  caller.destroy();
  await rm(dataDir, { recursive: true, force: true });
});
