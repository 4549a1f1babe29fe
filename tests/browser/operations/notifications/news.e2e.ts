import { expect } from '@playwright/test';
import { mailTo, verifyEmail } from '#tests/browser/support/mails.ts';
import { newTitle } from '#tests/browser/support/office.ts';
import { registerMember } from '#tests/browser/support/people.ts';
import { administratorTest } from '#tests/browser/support/test.ts';

administratorTest(
  'NEWS-01 NEWS-02 an administrator sees the preview, tests the news and sends it to those who agreed',
  { tag: ['@layout', '@long'] },
  async ({ page, request, administrator, check }) => {
    const { email } = await registerMember(request);
    await verifyEmail(request, email);
    await request.patch('/api/user/settings', { data: { marketingEmails: true } });

    await page.goto('/admin-dashboard/settings');
    await page.getByRole('link', { name: 'Product news' }).click();
    await page.getByRole('button', { name: 'Write news' }).click();
    const dialog = page.getByRole('dialog', { name: 'Write news' });
    await expect(dialog).toContainText(/\d+ members? with Marketing Emails on and a verified address/);
    await dialog.getByRole('button', { name: /^Send to \d+ member/ }).click();
    await expect(dialog.getByLabel('Subject')).toHaveAccessibleDescription(/Subject is required/);

    const subject = newTitle('News');
    await dialog.getByLabel('Subject').fill(subject);
    await dialog.getByLabel('Text').fill('Ten new reports.\n\nRead them at https://portal.example/browse.');
    const preview = dialog.getByRole('region', { name: 'Preview' });
    await expect(preview.getByRole('heading', { name: subject })).toBeVisible();
    await expect(preview.getByRole('link', { name: 'https://portal.example/browse' })).toBeVisible();
    await check('product news being written');
    await dialog.getByRole('button', { name: 'Send test to me' }).click();
    await mailTo(request, administrator.email, new RegExp(subject));

    await dialog.getByRole('button', { name: /^Send to \d+ member/ }).click();
    await page.getByRole('button', { name: 'Send news' }).click();
    await expect(dialog).toHaveCount(0);
    const row = page.getByRole('row', { name: new RegExp(subject) });
    await expect(row).toContainText('Sent');
    await check('product news');
    const { html } = await mailTo(request, email, new RegExp(subject));
    expect(html).toContain('Ten new reports.');
  },
);
