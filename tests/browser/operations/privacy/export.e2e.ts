import { expect } from '@playwright/test';
import { mailTo } from '#tests/browser/support/mails.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

test('SET-13 LABEL-08 a member asks for the data and fetches it by the link of the mail', async ({
  page,
  member,
  watch,
}) => {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Request Data Export' }).click();
  await expectToast(page, 'Data export requested', 'A copy of your data will be emailed to you within 24 hours.');

  const mail = await mailTo(page.request, member.email, /^Your data export/);
  const [link = ''] = /http\S+\/settings\?token=\S+/.exec(mail.text) ?? [];
  await page.goto(link);
  await expect(page).toHaveURL(/\/settings$/);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download data export' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^data-export-\d{4}-\d\d-\d\d\.zip$/);

  watch.expectRefusal('404 HEAD /api/user/data-export');
  await page.goto('/settings?token=unknown');
  await page.getByRole('button', { name: 'Download data export' }).click();
  await expectToast(page, 'Download Failed');
});
