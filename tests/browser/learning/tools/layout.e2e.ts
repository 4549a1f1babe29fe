import { expect, type Page } from '@playwright/test';
import { newTitle } from '#tests/browser/support/office.ts';
import { administratorTest } from '#tests/browser/support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

administratorTest(
  'GEN-18 GEN-19 GEN-21 the pages of tools fit, pass axe and have names',
  { tag: ['@layout', '@long'] },
  async ({ page, check, office, watch }) => {
    const title = newTitle('A quite long title with Verantwortungsübernahmebereitschaft');
    const { id } = await office.addResource({
      type: 'online_tool',
      title,
      accessType: 'subscription',
      monthlyPrice: '8.99',
      onlineProductId: 1,
    });
    await page.addInitScript('window.open = () => null');
    await page.goto(`/resource/${id}`);
    await button(page, 'ACCESS TOOL').click();
    const link = page.getByRole('link', { name: 'Open the tool' });
    await expect(link).toBeVisible();
    await check('a tool whose tab was blocked');
    await page.goto((await link.getAttribute('href')) ?? '');
    await expect(button(page, 'Launch Tool')).toBeVisible();
    await check('the landing page of a tool');
    await page.goto('/tools/access');
    await expect(page.getByRole('heading', { name: 'Access Error' })).toBeVisible();
    await check('the landing page without a token');
    watch.expectRefusal('403 POST /api/tools/validate-token');
    await page.goto('/tools/incident-rehearsal-room?token=altered');
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await check('a framed tool that is refused');
  },
);

administratorTest(
  'GEN-18 GEN-19 GEN-21 the online products of administrators fit, pass axe and have names',
  { tag: ['@layout', '@long'] },
  async ({ page, check }) => {
    await page.goto('/admin-dashboard?tab=online-products');
    await expect(page.getByRole('article').first()).toBeVisible();
    await check('online products');
    await button(page, 'Add Product').click();
    await button(page, 'Create Product').click();
    await expect(page.getByText('Slug is required')).toBeVisible();
    await check('the form of a product with errors', { isDialog: true });
    await page.keyboard.press('Escape');
    await button(page, 'Test launch AI Use Case Canvas').click();
    await expect(page.getByText('resourceTitle')).toBeVisible();
    await check('a test launch', { isDialog: true });
    await button(page, 'Close').click();
    await button(page, 'Delete AI Use Case Canvas').click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true })).toBeVisible();
    await check('the question before a deletion', { isDialog: true });
  },
);
