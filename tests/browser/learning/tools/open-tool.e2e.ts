import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { ProgressSession } from '#contract/learning/progress.ts';
import { newTitle, type Office } from '#tests/browser/support/office.ts';
import { signInAsAdministrator } from '#tests/browser/support/people.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { welcomeOf } from '#tests/browser/support/sign-in.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** Adds a free online tool that opens one of the demo's products (BOOT-10). */
const addTool = (office: Office, onlineProductId: number, words = 'A tool') =>
  office.addResource({ type: 'online_tool', title: newTitle(words), onlineProductId });

async function sessionsOf(request: APIRequestContext): Promise<ProgressSession[]> {
  return (await request.get('/api/user/sessions')).json();
}

/** Opens a tool by its token, past the screens that lead there. */
async function openByToken(page: Page, resourceId: number, onlineProductId: number): Promise<string> {
  const reply = await page.request.post('/api/tools/generate-token', { data: { resourceId, onlineProductId } });
  const { token } = await reply.json();
  await page.goto(`/tools/access?token=${token}&product=${onlineProductId}`);
  return token;
}

async function popupOf(page: Page, press: () => Promise<void>): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), press()]);
  await popup.waitForLoadState();
  return popup;
}

test('DETAIL-19 TOOL-05 TOOL-09 opens a tool in a new tab by way of the landing page, and records it', async ({
  page,
  office,
}) => {
  const { id, title } = await addTool(office, 1);
  await page.goto(`/resource/${id}`);
  await expect(heading(page, 'About This Tool')).toBeVisible();
  const recorded = page.waitForRequest((request) => request.url().endsWith('/api/user/sessions'));
  const landing = await popupOf(page, () => button(page, 'ACCESS TOOL').click());
  await expectToast(page, 'Tool Access', 'Opening tool in new tab...');
  expect((await recorded).postDataJSON()).toMatchObject({
    resourceId: id,
    sessionData: { startTime: expect.stringMatching(/^\d{4}-.*Z$/) },
  });
  await expect(landing.getByText('Access Granted')).toBeVisible();
  await expect(heading(landing, title)).toBeVisible();
  await expect(landing.getByText(/opens in this new window/)).toBeVisible();
  await expect(heading(landing, 'About this tool')).toBeVisible();
  expect(landing.url()).toMatch(/\/tools\/access\?product=1$/);
  expect(await landing.evaluate('opener')).toBeNull();
  expect(await sessionsOf(page.request)).toMatchObject([{ resourceId: id, completionPercentage: 5 }]);
  await button(landing, 'Return to Dashboard').click();
  await expect(welcomeOf(landing)).toBeVisible();
});

test('TOOL-17 TOOL-20 the token leaves the address at once, a reload and the way back keep working, Launch Tool takes it along', {
  tag: '@long',
}, async ({ page, office }) => {
  const { id, title } = await addTool(office, 5);
  const token = await openByToken(page, id, 5);
  await expect(heading(page, title)).toBeVisible();
  expect(page.url()).not.toContain(token);
  await page.reload();
  await expect(heading(page, title)).toBeVisible();
  const asked = page.context().waitForEvent('request', (request) => request.url().includes(`?token=${token}`));
  await button(page, 'Launch Tool').click();
  expect(new URL((await asked).url()).pathname).toBe('/tools/incident-rehearsal-room');
  await expect(page.locator('iframe')).toBeVisible();
  expect(page.url()).not.toContain('token');
  await page.reload();
  await expect(page.locator('iframe')).toBeVisible();
  await page.goBack();
  await expect(heading(page, title)).toBeVisible();
  await button(page, 'Launch Tool').click();
  await expect(page.locator('iframe')).toBeVisible();
  expect(page.context().pages()).toEqual([page]);
});

test('TOOL-04 products 2 and 3 lead straight to their sites with the token', { tag: '@long' }, async ({
  page,
  office,
}) => {
  for (const [product, slug] of [
    [2, 'bias-and-fairness-review'],
    [3, 'ai-use-case-canvas'],
  ] as const) {
    const { id } = await addTool(office, product);
    await page.goto(`/resource/${id}`);
    const asked = page.context().waitForEvent('request', (request) => request.url().includes('/sandbox/tools/'));
    const tool = await popupOf(page, () => button(page, 'ACCESS TOOL').click());
    const address = new URL((await asked).url());
    expect(address.pathname).toBe(`/sandbox/tools/${slug}`);
    expect(address.searchParams.get('token')).toMatch(/^[\w-]{43}$/);
    await expect(tool.getByRole('heading', { level: 1 })).toBeVisible();
    await tool.close();
  }
});

test('TOOL-12 TOOL-13 says when the subscription ends the access, and when a tool is still being set up', {
  tag: '@long',
}, async ({ page, context, office }) => {
  await signInAsAdministrator(context.request);
  const name = newTitle('empty');
  const data = { name, slug: name.replace(' ', '-'), toolType: 'embedded' };
  const product = await (await page.request.post('/api/admin/online-products', { data })).json();
  const { id, title } = await office.addResource({
    type: 'online_tool',
    title: newTitle('A tool'),
    accessType: 'subscription',
    monthlyPrice: '8.99',
    onlineProductId: product.id,
  });
  await openByToken(page, id, product.id);
  await expect(heading(page, title)).toBeVisible();
  await expect(page.getByText(/ends when your subscription expires/)).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('the external tool is being set up');
  await expect(button(page, 'Launch Tool')).toHaveCount(0);
});
