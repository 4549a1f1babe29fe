import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { ProgressSession } from '#contract/progress.ts';
import { newTitle, type Office } from '../support/office.ts';
import { registerMember, signInAsAdministrator } from '../support/people.ts';
import { answerOf, failAnswers, holdAnswers } from '../support/routes.ts';
import { expectToast } from '../support/screen.ts';
import { welcomeOf } from '../support/sign-in.ts';
import { memberTest as test } from '../support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** A free online tool that opens one of the demo's products (BOOT-10). */
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
  await expect(landing.getByText(/opens in a new window/)).toBeVisible();
  await expect(heading(landing, 'About this tool')).toBeVisible();
  expect(landing.url()).toMatch(/\/tools\/access\?product=1$/);
  expect(await landing.evaluate('opener')).toBeNull();
  expect(await sessionsOf(page.request)).toMatchObject([{ resourceId: id, completionPercentage: 5 }]);
  await button(landing, 'Return to Dashboard').click();
  await expect(welcomeOf(landing)).toBeVisible();
});

test('TOOL-17 TOOL-20 the token leaves the address at once, a reload keeps working, Launch Tool takes it along', async ({
  page,
  office,
}) => {
  const { id, title } = await addTool(office, 5);
  const token = await openByToken(page, id, 5);
  await expect(heading(page, title)).toBeVisible();
  expect(page.url()).not.toContain(token);
  await page.reload();
  await expect(heading(page, title)).toBeVisible();
  const asked = page.context().waitForEvent('request', (request) => request.url().includes(`?token=${token}`));
  const popup = await popupOf(page, () => button(page, 'Launch Tool').click());
  expect(new URL((await asked).url()).pathname).toBe('/tools/incident-rehearsal-room');
  await expect(popup.locator('iframe')).toBeVisible();
  expect(popup.url()).not.toContain('token');
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

test('TOOL-14 product 4 opens by itself a second after the landing page', async ({ page, office }) => {
  const { id, title } = await addTool(office, 4);
  const [tool] = await Promise.all([page.waitForEvent('popup'), openByToken(page, id, 4)]);
  await tool.waitForLoadState();
  expect(new URL(tool.url()).pathname).toBe('/sandbox/tools/ai-literacy-learning-journey');
  await expect(heading(page, title)).toBeVisible();
});

test('TOOL-03 a blocked tab leaves a link to the tool', async ({ page, office }) => {
  const { id, title } = await addTool(office, 1);
  await page.addInitScript('window.open = () => null');
  await page.goto(`/resource/${id}`);
  await button(page, 'ACCESS TOOL').press('Enter');
  const link = page.getByRole('link', { name: 'Open the tool' });
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  const landing = await popupOf(page, () => link.click());
  await expect(heading(landing, title)).toBeVisible();
});

test('TOOL-01 TOOL-06 TOOL-08 says why a tool does not open; what is not recorded hinders nothing', async ({
  page,
  office,
  watch,
}) => {
  const { id } = await addTool(office, 1);
  watch.expectRefusal('500 POST /api/tools/generate-token');
  await answerOf(page, '**/api/tools/generate-token', { status: 500, json: { message: 'The tool is at lunch.' } });
  await page.goto(`/resource/${id}`);
  await button(page, 'ACCESS TOOL').click();
  await expectToast(page, 'Access Error', 'The tool is at lunch.');
  await page.unroute('**/api/tools/generate-token');
  await failAnswers(page, watch, '**/api/tools/generate-token');
  await button(page, 'ACCESS TOOL').click();
  await expectToast(page, 'Access Error', 'Failed to access tool');
  await page.unroute('**/api/tools/generate-token');

  watch.expectRefusal('503 POST /api/user/sessions');
  await answerOf(page, '**/api/user/sessions', { status: 503, json: { message: 'Busy' } });
  const landing = await popupOf(page, () => button(page, 'ACCESS TOOL').click());
  await expect(landing.getByText('Access Granted')).toBeVisible();

  await answerOf(page, `**/api/resources/${id}`, {
    json: { ...(await office.getResource(id)), onlineProductId: null },
  });
  await page.reload();
  await button(page, 'ACCESS TOOL').click();
  await expectToast(page, 'Error', 'Tool configuration not found');
});

test('TOOL-10 TOOL-11 TOOL-15 the landing page checks the token, and refuses in the specified words', async ({
  page,
  office,
  watch,
  newPage,
}) => {
  await page.goto('/tools/access');
  await expect(heading(page, 'Access Error')).toBeVisible();
  await expect(page.getByText('No access token provided. Please use a valid access link.')).toBeVisible();

  watch.expectRefusal('403 POST /api/tools/validate-token');
  const release = await holdAnswers(page, '**/api/tools/validate-token');
  await page.goto('/tools/access?token=altered&product=1');
  await expect(page.getByText('Validating access token...')).toBeVisible();
  release();
  await expectDenied(page);

  const { id, title } = await addTool(office, 1);
  const token = await openByToken(page, id, 1);
  await expect(heading(page, title)).toBeVisible();
  await page.goto(`/tools/access?token=${token}&product=3`);
  await expectDenied(page);
  await page.goto(`/tools/incident-rehearsal-room?token=${token}`);
  await expectDenied(page);
  const stranger = await newPage();
  await registerMember(stranger.context().request);
  await stranger.goto(`/tools/access?token=${token}&product=1`);
  await expectDenied(stranger);
  await page.getByRole('link', { name: 'Return to Dashboard' }).last().click();
  await expect(welcomeOf(page)).toBeVisible();
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

test('a token that could not be checked can be checked again', async ({ page, office, watch }) => {
  const { id, title } = await addTool(office, 1);
  await failAnswers(page, watch, '**/api/tools/validate-token');
  await openByToken(page, id, 1);
  await expect(heading(page, 'Your access could not be checked')).toBeVisible();
  await page.unroute('**/api/tools/validate-token');
  await button(page, 'Try again').click();
  await expect(heading(page, title)).toBeVisible();
});

async function expectDenied(page: Page): Promise<void> {
  await expect(heading(page, 'Access Denied')).toBeVisible();
  await expect(page.getByText('Invalid or expired token', { exact: true })).toBeVisible();
  await expect(
    page.getByText('Invalid or expired access token. Please try accessing the tool again from your dashboard.'),
  ).toBeVisible();
}
