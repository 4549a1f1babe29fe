import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { Billing } from '#contract/commerce/billing.ts';
import type { Subscription } from '#contract/commerce/subscriptions.ts';
import { cards, fillCard } from '#tests/browser/support/card-form.ts';
import { verifyEmail } from '#tests/browser/support/mails.ts';
import { registerMember } from '#tests/browser/support/people.ts';
import { startPortalProcess } from '#tests/browser/support/portal-process.ts';
import { test as base } from '#tests/browser/support/test.ts';
import { freePort } from '#tests/support/process.ts';

/** Test with a portal of its own, because these tests move the payment sandbox's clock. */
const test = base.extend<object, { ownPortal: string }>({
  ownPortal: [
    async ({ browserName: _ }, use) => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-promotions-'));
      const portal = await startPortalProcess({ dataDir, port: await freePort(), logName: 'promotions.log' });
      await use(portal.url);
      await portal.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ ownPortal }, use) => use(ownPortal),
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const statusOf = async (request: APIRequestContext): Promise<string | undefined> => {
  const subscription: Subscription | null = await (await request.get('/api/user/subscription')).json();
  return subscription?.status;
};
const letDaysPass = async (request: APIRequestContext, days: number) =>
  expect(await request.post('/sandbox/payments/sandbox/advance', { data: { days } })).toBeOK();

test('PROMO-08 PROMO-09 a trial by WELCOME90 continues paid with a card, and ends without one', {
  tag: '@long',
}, async ({ page, context, newPage }) => {
  await verifyEmail(context.request, (await registerMember(context.request)).email);
  await page.goto('/billing');
  await button(page, 'Redeem Code').click();
  await page.getByRole('dialog').getByLabel('Promo Code', { exact: true }).fill('WELCOME90');
  await button(page, 'Validate').click();
  await button(page, 'Proceed to Checkout').click();
  await fillCard(page, cards.good);
  await button(page, /^Start trial/).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible({ timeout: 20_000 });

  const other = await newPage();
  const { request } = other.context();
  await verifyEmail(request, (await registerMember(request)).email);
  await expect(await request.post('/api/promo/redeem', { data: { code: 'WELCOME90' } })).toBeOK();
  expect([await statusOf(context.request), await statusOf(request)]).toEqual(['trialing', 'trialing']);

  await letDaysPass(request, 89);
  expect([await statusOf(context.request), await statusOf(request)]).toEqual(['trialing', 'trialing']);
  await letDaysPass(request, 2);
  await expect.poll(() => statusOf(request)).toBe('canceled');
  await expect.poll(() => statusOf(context.request)).toBe('active');
  const paid = async (): Promise<number[]> => {
    const { transactions }: Billing = await (await context.request.get('/api/user/billing')).json();
    return transactions.map(({ amount }) => amount).filter((amount) => amount > 0);
  };
  await expect.poll(paid).toEqual([8.99]);
  await page.goto('/billing');
  await expect(page.getByRole('row', { name: /Subscription Payment/ })).toContainText('£8.99');
  await other.goto('/billing');
  await expect(other.getByText('Cancelled').first()).toBeVisible();
});
