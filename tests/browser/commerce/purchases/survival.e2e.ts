import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type APIRequestContext, expect } from '@playwright/test';
import type { Purchase } from '#contract/commerce/purchases.ts';
import { cardForm, cards, fillCard } from '#tests/browser/support/card-form.ts';
import { registerMember } from '#tests/browser/support/people.ts';
import { startPortalProcess } from '#tests/browser/support/portal-process.ts';
import { secretKeyIn } from '#tests/browser/support/sandbox.ts';
import { expectAllLoaded, expectToast, ownWords } from '#tests/browser/support/screen.ts';
import { test as base } from '#tests/browser/support/test.ts';
import { freePort } from '#tests/support/process.ts';

type OwnPortal = {
  url: string;
  /** Client of the payment sandbox, with its secret key. */
  sandbox: APIRequestContext;
  kill(): Promise<void>;
  restart(): Promise<void>;
};

/** Test with a portal of its own, because these tests kill it. */
const test = base.extend<object, { ownPortal: OwnPortal }>({
  ownPortal: [
    async ({ playwright }, use) => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-survival-'));
      const where = { dataDir, port: await freePort(), logName: 'survival.log' };
      let running = await startPortalProcess(where);
      const sandbox = await playwright.request.newContext({
        baseURL: `${running.url}/sandbox/payments/`,
        extraHTTPHeaders: { authorization: `Bearer ${await secretKeyIn(dataDir)}` },
      });
      const restart = async () => {
        running = await startPortalProcess(where);
      };
      await use({ url: running.url, sandbox, kill: () => running.kill(), restart });
      await sandbox.dispose();
      await running.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ ownPortal }, use) => use(ownPortal.url),
});

test('CHECKOUT-11 BOOT-12 a portal killed between payment and record has the purchase after its restart, and charges once', {
  tag: '@long',
}, async ({ page, context, office, ownPortal, watch }) => {
  await registerMember(context.request);
  const { sandbox } = ownPortal;
  const { id, title } = await office.addResource({ accessType: 'purchase', price: '19.99' });
  // Otherwise a webhook could arrive before the kill.
  await expect(await sandbox.post('sandbox/webhooks', { data: { mode: 'hold' } })).toBeOK();
  watch.expectRefusal('failed POST /api/complete-purchase');
  await page.route('/api/complete-purchase', async (route) => {
    await ownPortal.kill();
    await route.abort();
  });
  await page.goto(`/checkout/${id}`);
  await expectAllLoaded(page);
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
  const charges = await sandbox.get('v1/charges', {
    params: { payment_intent: purchase?.stripePaymentIntentId ?? '' },
  });
  expect((await charges.json()).data).toMatchObject([{ paid: true, amount: 1999, currency: 'gbp' }]);
});
