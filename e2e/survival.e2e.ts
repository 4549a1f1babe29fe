import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type APIRequestContext, expect } from '@playwright/test';
import type { Purchase } from '#contract/purchases.ts';
import { cardForm, cards, fillCard } from './support/card-form.ts';
import { findFreePort, type PortalProcess, startPortalProcess } from './support/portal-process.ts';
import { expectToast, ownWords } from './support/screen.ts';
import { test as base } from './support/test.ts';

type OwnPortal = PortalProcess & { dataDir: string; restart(): Promise<void> };

/** These tests end their portal in the middle of its work, so they have one of their own. */
const test = base.extend<object, { ownPortal: OwnPortal }>({
  ownPortal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern what a fixture needs
    async ({}, use) => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-survival-'));
      const where = { dataDir, port: await findFreePort(), logName: 'survival.log' };
      let running = await startPortalProcess(where);
      await use({
        ...running,
        dataDir,
        kill: () => running.kill(),
        restart: async () => {
          running = await startPortalProcess(where);
        },
      });
      await running.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ ownPortal }, use) => use(ownPortal.url),
});

test('CHECKOUT-11 BOOT-12 a portal killed between payment and record has the purchase after its restart, charged once', async ({
  page,
  context,
  member,
  office,
  ownPortal,
  watch,
}) => {
  test.setTimeout(90_000);
  expect(member.id).toBeGreaterThan(0);
  const sandbox = await sandboxOf(context.request, ownPortal);
  const { id, title } = await office.addResource({ accessType: 'purchase', price: '19.99' });
  // Or else the provider's own message might be faster than the axe.
  await sandbox.holdWebhooks();
  watch.expectRefusal('failed POST /api/complete-purchase');
  await page.route('/api/complete-purchase', async (route) => {
    await ownPortal.kill();
    await route.abort();
  });
  await page.goto(`/checkout/${id}`);
  await fillCard(page, cards.good);
  await cardForm.payButton(page).click();
  await expectToast(page, 'Payment Processed');
  await page.unroute('/api/complete-purchase');

  await ownPortal.restart();
  const purchases = async (): Promise<Purchase[]> => (await context.request.get('/api/user/purchases')).json();
  await expect.poll(async () => (await purchases()).map(({ resourceId }) => resourceId)).toEqual([id]);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful', exact: true })).toBeVisible();
  await expect(page).toHaveURL(`/resource/${id}`);
  await expect(ownWords(page, 'You have access')).toBeVisible();

  expect(await purchases()).toMatchObject([{ resourceId: id, amount: 19.99, resource: { title } }]);
  const [purchase] = await purchases();
  expect(await sandbox.chargesOf(purchase?.stripePaymentIntentId ?? '')).toMatchObject([
    { paid: true, amount: 1999, currency: 'gbp' },
  ]);
});

/** The payment sandbox of a portal, with the secret key that lies in its data folder. */
async function sandboxOf(request: APIRequestContext, { dataDir, url }: OwnPortal) {
  const journal = await readFile(path.join(dataDir, 'sandbox', 'payments', 'journal.jsonl'), 'utf8');
  const secretKey = /sk_test_\w+/.exec(journal)?.[0] ?? '';
  const headers = { authorization: `Bearer ${secretKey}` };
  const address = `${url}/sandbox/payments`;
  return {
    holdWebhooks: async () => {
      const reply = await request.post(`${address}/sandbox/webhooks`, { headers, data: { mode: 'hold' } });
      await expect(reply).toBeOK();
    },
    chargesOf: async (intentId: string) => {
      const reply = await request.get(`${address}/v1/charges`, { headers, params: { payment_intent: intentId } });
      return (await reply.json()).data;
    },
  };
}
