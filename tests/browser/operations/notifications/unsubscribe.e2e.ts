import { expect } from '@playwright/test';
import { test } from '#tests/browser/support/test.ts';

test('the link of a regular mail asks first, without a sign-in, and says when it is not valid', {
  tag: '@long',
}, async ({ page, watch }) => {
  watch.expectRefusal('400 POST /api/unsubscribe');
  await page.goto('/api/unsubscribe?token=changed');
  await expect(page.getByRole('heading', { name: 'Unsubscribe' })).toBeVisible();
  await expect(page).toHaveURL(/\/unsubscribe$/);
  await page.getByRole('button', { name: 'Stop these emails' }).click();
  await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Settings' })).toBeVisible();
});
