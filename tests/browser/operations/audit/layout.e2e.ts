import { expect } from '@playwright/test';
import { administratorTest, test } from '#tests/browser/support/test.ts';

test.describe.configure({ mode: 'parallel' });

administratorTest(
  'GEN-18 GEN-19 GEN-21 the audit log fits, passes axe and has names',
  { tag: ['@layout', '@long'] },
  async ({ page, check, office }) => {
    await office.addResource();
    await page.goto('/admin-dashboard/audit?object=resource');
    await page.getByRole('button', { name: 'Details' }).first().click();
    await expect(page.getByRole('table', { name: 'Before and after' })).toBeVisible();
    await check('the audit log with an entry open');
    await page.goto('/admin-dashboard/audit?person=no-such-person');
    await expect(page.getByRole('heading', { name: 'No entries found' })).toBeVisible();
    await check('the audit log without an entry');
  },
);
