import { expect, type Page } from '@playwright/test';
import { makePdf } from '#tests/browser/support/files.ts';
import { newTitle } from '#tests/browser/support/office.ts';
import { buy } from '#tests/browser/support/payments.ts';
import { bySubscription, subscribe } from '#tests/browser/support/subscriptions.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

test('MYRES-02 MYRES-03 MYRES-10 MYRES-12 a purchase is started, downloaded and continued', async ({
  page,
  office,
}) => {
  const fileUrl = await office.upload(await makePdf('guide.pdf', 'A guide.'));
  const { id, title } = await office.addResource({
    title: newTitle('A guide'),
    accessType: 'purchase',
    price: '19.99',
    fileUrl,
  });
  await buy(page.request, id);
  await page.goto('/my-resources');
  const row = page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) });
  await expect(row.getByText('Written for a test.')).toBeVisible();
  await expect(row.getByText(/^Purchased .* ago · £19\.99$/)).toBeVisible();
  await expect(row.getByText('You have access', { exact: true })).toBeVisible();
  await expect(row.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0');
  await button(page, `Start ${title}`).click();
  await expect(page).toHaveURL(`/resource/${id}`);
  const downloading = page.waitForEvent('download');
  await button(page, 'ACCESS').click();
  expect((await downloading).suggestedFilename()).toContain('.pdf');
  await page.getByRole('link', { name: 'My Resources' }).click();
  await expect(button(page, `Continue ${title}`)).toBeVisible();
  await expect(row.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
  await expect(row.getByText(/^Last accessed .* ago$/)).toBeVisible();
});

test('MYRES-10 the progress on the page of a resource follows a download without a reload', { tag: '@long' }, async ({
  page,
  office,
}) => {
  const fileUrl = await office.upload(await makePdf('plan.pdf', 'A plan.'));
  const { id } = await office.addResource({ title: newTitle('A plan'), type: 'downloadable_template', fileUrl });
  await page.goto(`/resource/${id}`);
  await expect(page.getByText('Not started', { exact: true })).toBeVisible();
  const downloading = page.waitForEvent('download');
  await button(page, 'DOWNLOAD').click();
  await downloading;
  await expect(page.getByRole('progressbar', { name: 'Your progress' })).toHaveAttribute('aria-valuenow', '50');
  await expect(page.getByText('Not started', { exact: true })).toHaveCount(0);
});

test('MYRES-04 MYRES-11 TOOL-07 a subscribed tool opens in one new tab by its direct-access link', {
  tag: '@long',
}, async ({ page, office }) => {
  const { id, title } = await office.addResource({
    ...bySubscription,
    type: 'online_tool',
    title: newTitle('A workspace'),
    onlineProductId: 5,
    estimatedDuration: 90,
  });
  await subscribe(page.request, id);
  await page.goto('/my-resources?tab=subscribed');
  const row = page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) });
  await expect(row.getByText('90 min')).toBeVisible();
  const [tool] = await Promise.all([page.waitForEvent('popup'), button(page, `Access ${title}`).click()]);
  await tool.waitForLoadState();
  expect(new URL(tool.url()).pathname).toBe('/tools/incident-rehearsal-room');
  expect(await tool.evaluate('opener')).toBeNull();
  await expect(button(page, `Continue ${title}`)).toBeVisible();
  await expect(row.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '5');
});

test('a member goes on from the dashboard, and marks a resource as finished by keyboard', { tag: '@long' }, async ({
  page,
  member,
  office,
}) => {
  const { id, title } = await office.addResource();
  const unfinished = page.getByRole('region', { name: 'Continue' });
  await page.goto('/');
  await expect(heading(page, `Welcome, ${member.firstName}`)).toBeVisible();
  await expect(heading(page, 'All resources')).toBeVisible();
  await expect(unfinished).toHaveCount(0);
  const opened = { resourceId: id, sessionData: { startTime: '2026-01-01T00:00:00Z' } };
  await expect(await page.request.post('/api/user/sessions', { data: opened })).toBeOK();
  await page.reload();
  await unfinished.getByRole('link', { name: `Continue ${title}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
  const bar = page.getByRole('progressbar', { name: 'Your progress' });
  await expect(bar).toHaveAttribute('aria-valuenow', '0');
  await button(page, 'Mark as finished').focus();
  await page.keyboard.press('Enter');
  await expect(bar).toHaveAttribute('aria-valuenow', '100');
  await expect(button(page, 'Mark as not finished')).toBeFocused();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(unfinished).toHaveCount(0);
  await page.goBack();
  await button(page, 'Mark as not finished').click();
  await expect(bar).toHaveAttribute('aria-valuenow', '0');
});
