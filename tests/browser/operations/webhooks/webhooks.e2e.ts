import { expect } from '@playwright/test';
import { newTitle } from '#tests/browser/support/office.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { administratorTest } from '#tests/browser/support/test.ts';
import { startReceiver, verified } from '#tests/support/receiver.ts';

administratorTest(
  'HOOK-05 HOOK-01 GEN-18 GEN-19 GEN-21 a webhook is added below Settings, tried, sent again, and removed',
  { tag: '@layout' },
  async ({ page, check }) => {
    const receiver = await startReceiver();
    const description = newTitle('People in HR');
    await page.goto('/admin-dashboard/settings/developers');
    await page.getByRole('button', { name: 'Add webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await expect(dialog.getByText('Choose at least one event')).toBeVisible();
    await check('the form of a new webhook with errors');
    await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
    await dialog.getByRole('textbox', { name: /^Description/ }).fill(description);
    await dialog.getByRole('checkbox', { name: /^subscription\.ended/ }).check();
    await dialog.getByRole('checkbox', { name: /^purchase\.refunded/ }).check();
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    const shown = page.getByRole('dialog', { name: 'The signing secret' });
    const secret = (await shown.getByText(/^whsec_/).textContent()) ?? '';
    await check('the secret of a new webhook, shown once');
    await shown.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(description)).toBeVisible();

    const log = page.getByRole('region', { name: /^Deliveries to 127\.0\.0\.1/ });
    await log.getByRole('button', { name: 'Send test event' }).click();
    await expectToast(page, 'The test event is on its way');
    const row = log.getByRole('button', { name: /endpoint\.test/ });
    await expect(row).toContainText('204');
    const [message] = receiver.received;
    expect(message && verified(secret, message)).toMatchObject({ type: 'endpoint.test' });
    receiver.respond = (response) => response.writeHead(500).end('The database of this program is away');
    await row.focus();
    await page.keyboard.press('Enter');
    await log.getByRole('button', { name: 'Resend now' }).click();
    await expect(row).toContainText('500, will be tried again');
    await expect(log.getByText(/^HTTP 500/)).toBeVisible();
    await check('the deliveries of a webhook that fails');
    await log.getByRole('button', { name: 'Make a new secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await expect(log.getByText(/^Messages carry two signatures/)).toBeVisible();
    await log.getByRole('button', { name: 'Resend all since…' }).click();
    await check('the question since when events are sent again');
    await page.keyboard.press('Escape');

    await log.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove webhook' }).click();
    await page
      .getByRole('dialog', { name: /^Delete/ })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expectToast(page, 'The webhook is removed.');
    await expect(page.getByText(description)).toHaveCount(0);
    await receiver.close();
  },
);
