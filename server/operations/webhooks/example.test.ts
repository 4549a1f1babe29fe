import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Delivery, WebhookWithSecret } from '#contract/operations/webhooks.ts';
import { insertResource } from '#tests/support/factories.ts';
import { makeKey } from '#tests/support/keys.ts';
import { type Person, seatedOrganisation } from '#tests/support/organisations.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { freePort, startProcess } from '#tests/support/process.ts';

const root = path.resolve(import.meta.dirname, '../../..');

let portal: TestPortal;
let portalUrl: string;
let folder: string;
beforeAll(async () => {
  portal = await createTestPortal();
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  portalUrl = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`;
  folder = await mkdtemp(path.join(tmpdir(), 'example-'));
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

const query = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;

it('HOOK-01 HOOK-02 the program of the integrators’ page takes what the portal signed, once and nothing else, and fetches what was completed', async () => {
  const page = await readFile(path.join(root, 'docs/integrators.md'), 'utf8');
  const [, program = ''] = /```js\n(.*?)```/s.exec(page) ?? [];
  const file = path.join(folder, 'receiver.mjs');
  await writeFile(file, program);
  // The program finds the client here, where `npm install` would put it.
  await mkdir(path.join(folder, 'node_modules/@rapp'), { recursive: true });
  await symlink(path.join(root, 'packages/client'), path.join(folder, 'node_modules/@rapp/client'));

  const organisation = await seatedOrganisation(portal, 'learner', 'learner');
  const [learner, colleague] = organisation.others as [Person, Person];
  const { owner } = organisation;
  const keys = `${organisation.path}/keys`;
  const { key, token } = await makeKey(owner, keys, ['completions:read']);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const webhooks = `${organisation.path}/webhooks`;
  const { body } = await owner.post<WebhookWithSecret>(webhooks, { url, types: ['assignment.completed'] });
  const receiver = await startProcess(path.relative(root, file), {
    PORT: String(port),
    RAPP_KEY: token,
    RAPP_URL: portalUrl,
    WEBHOOK_SECRET: body.secret,
  });
  await vi.waitFor(async () => expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401), 10_000);

  const { id: resourceId } = await insertResource(portal.database, { title: 'Human oversight' });
  for (const { userId } of [learner, colleague]) {
    await query(
      'insert into assignments (organisation_id, user_id, resource_id, due_on) values ($1, $2, $3, current_date)',
      [organisation.id, userId, resourceId],
    );
  }
  const [{ completed_at: completedAt }] = await query(
    'insert into completions (user_id, resource_id, content_version) values ($1, $2, 1) returning completed_at',
    [learner.userId, resourceId],
  );
  const log = `${webhooks}/${body.webhook.id}`;
  const deliver = async () => {
    await query('update webhook_deliveries set next_at = now()');
    await query('update graphile_worker._private_jobs set run_at = now()');
    await portal.runJobs();
    const [delivery] = (await owner.get<Delivery[]>(`${log}/deliveries`)).body;
    if (!delivery) throw new Error('Nothing was sent');
    return delivery;
  };
  // The key cannot read assignments yet, so the event comes again.
  expect(await deliver()).toMatchObject({ status: 'waiting', responseStatus: 500 });
  expect(receiver.output()).toBe('');
  expect((await owner.put(`${keys}/${key.id}`, { name: 'HR', scopes: ['organisation:read'] })).status).toBe(200);
  const delivery = await deliver();
  expect(delivery).toMatchObject({ status: 'delivered', responseStatus: 204 });
  expect((await owner.post(`${log}/deliveries/${delivery.id}/resend`)).status).toBe(200);
  await owner.post(`${log}/secret`);
  expect(await deliver()).toMatchObject({ status: 'delivered', attempts: 1 });
  expect((await owner.post(`${log}/test`)).status).toBe(201);
  expect(await deliver()).toMatchObject({ eventType: 'endpoint.test', status: 'delivered', responseStatus: 204 });
  receiver.kill('SIGTERM');
  const { stdout } = await receiver.ended;
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([{ name: 'Mira Tollander', title: 'Human oversight', completedAt: completedAt.toISOString() }]);
});
