import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Delivery, WebhookWithSecret } from '#contract/operations/webhooks.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { freePort, startProcess } from '#tests/support/process.ts';

let portal: TestPortal;
let folder: string;
beforeAll(async () => {
  portal = await createTestPortal();
  folder = await mkdtemp(path.join(tmpdir(), 'example-'));
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

it('HOOK-01 the program of the integrators’ page takes what the portal signed, once, and nothing else', async () => {
  const page = await readFile(path.resolve(import.meta.dirname, '../../../docs/integrators.md'), 'utf8');
  const [, program = ''] = /```js\n(.*?)```/s.exec(page) ?? [];
  const file = path.join(folder, 'receiver.mjs');
  await writeFile(file, program);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const administrator = await portal.administrator();
  const form = { url, types: ['member.registered'] };
  const { body } = await administrator.post<WebhookWithSecret>('/api/admin/webhooks', form);
  const receiver = await startProcess(path.relative(path.resolve(import.meta.dirname, '../../..'), file), {
    PORT: String(port),
    WEBHOOK_SECRET: body.secret,
  });
  await vi.waitFor(async () => expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401), 10_000);
  const log = `/api/admin/webhooks/${body.webhook.id}`;
  const { userId } = await portal.member();
  await portal.runJobs();
  const [delivery] = (await administrator.get<Delivery[]>(`${log}/deliveries`)).body;
  expect(delivery).toMatchObject({ status: 'delivered', responseStatus: 204 });
  expect((await administrator.post(`${log}/deliveries/${delivery?.id}/resend`)).status).toBe(200);
  await administrator.post(`${log}/secret`);
  await portal.runJobs();
  expect((await administrator.get<Delivery[]>(`${log}/deliveries`)).body[0]?.status).toBe('delivered');
  receiver.kill('SIGTERM');
  await receiver.ended;
  expect(
    receiver
      .output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).data),
  ).toEqual([{ memberId: userId }]);
});
