import { expect } from '@playwright/test';
import { administratorTest } from '#tests/browser/support/test.ts';

administratorTest(
  'GEN-18 GEN-19 GEN-21 the analytics fit, pass axe and have names',
  { tag: ['@layout', '@long'] },
  async ({ page, check }) => {
    await page.goto('/admin-dashboard?tab=analytics');
    await expect(page.getByRole('heading', { name: 'RAPP coverage' })).toBeVisible();
    await check('analytics');
    await page.getByRole('button', { name: 'View Access mix as table' }).click();
    await page.getByRole('button', { name: 'View Revenue by month as table' }).click();
    await page.getByRole('button', { name: 'View Resources by type as table' }).click();
    await check('analytics as tables');
    await page.getByLabel('From', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Show days' }).click();
    await expect(page.getByRole('alert')).toHaveText('Choose both days.');
    await check('analytics with a wrong day');
    await page.goto('/admin-dashboard?tab=analytics&from=2020-01-01&to=2020-02-01');
    await expect(page.getByText('Nothing was paid in these days.')).toBeVisible();
    await check('analytics of days without anything');
  },
);
