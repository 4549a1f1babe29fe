import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { makePdf } from '#tests/browser/support/files.ts';
import { buy } from '#tests/browser/support/payments.ts';
import { expectToast, ownWords } from '#tests/browser/support/screen.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('DETAIL-16 DETAIL-21 a subscription resource says so, with its price per month, else per year', {
  tag: '@long',
}, async ({ page, office }) => {
  const monthly = await office.addResource({ accessType: 'subscription', monthlyPrice: '8.99', annualPrice: '89.99' });
  await page.goto(`/resource/${monthly.id}`);
  await expect(ownWords(page, 'Subscription Required')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('£8.99 per month');
  await expect(button(page, 'ACCESS')).toHaveCount(0);
  await expect(button(page, 'PURCHASE NOW')).toHaveCount(0);

  const yearly = await office.addResource({ accessType: 'subscription', annualPrice: '89.99' });
  await page.goto(`/resource/${yearly.id}`);
  await expect(page.getByRole('main')).toContainText('£89.99 per year');

  const free = await office.addResource();
  await page.goto(`/resource/${free.id}`);
  await expect(ownWords(page, '£0.00')).toBeVisible();
});

test('DETAIL-14 DETAIL-18 DETAIL-24 a bought resource says "You have access", and its download is the uploaded file', async ({
  page,
  context,
  office,
}) => {
  const given = await makePdf('template.pdf', 'The template.');
  const { id, title } = await office.addResource({
    type: 'downloadable_template',
    accessType: 'purchase',
    price: '5',
    fileUrl: await office.upload(given),
  });
  await buy(context.request, id);
  await page.goto(`/resource/${id}`);
  await expect(ownWords(page, 'You have access')).toBeVisible();
  await expect(button(page, 'PURCHASE NOW')).toHaveCount(0);
  const started = page.waitForEvent('download');
  await button(page, 'DOWNLOAD').click();
  await expectToast(page, 'Download Started', `${title} is being downloaded.`);
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/\.pdf$/);
  expect(await readFile(await download.path())).toEqual(given.buffer);
});

test('GEN-20 texts of administrators are shown as text, never run', { tag: '@long' }, async ({ page, office }) => {
  const markup = '<img src=x onerror="document.title=1"><b>bold</b>';
  const { id } = await office.addResource({ title: `Title ${markup}`, description: `Words ${markup}`, tags: [markup] });
  await page.goto(`/resource/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Title ${markup}`);
  await expect(page.getByRole('tabpanel')).toContainText(`Words ${markup}`);
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
});
