import { expect } from '@playwright/test';
import { inspect } from './support/inspection.ts';
import { signInAsAdministrator } from './support/people.ts';
import { test } from './support/test.ts';

for (const theme of ['light', 'dark'] as const) {
  test.describe(`in ${theme} colours`, () => {
    // Nothing is looked at in the middle of a movement.
    test.use({ colorScheme: theme, contextOptions: { reducedMotion: 'reduce' } });
    test.describe.configure({ timeout: 120_000 });

    test('GEN-18 GEN-19 GEN-21 the analytics fit, pass axe and have names', async ({ page, context }) => {
      const { look, findings } = inspect(page);
      await signInAsAdministrator(context.request);
      await page.goto('/admin-dashboard?tab=analytics');
      await expect(page.getByRole('heading', { name: 'RAPP coverage' })).toBeVisible();
      await look('analytics');
      await page.getByRole('button', { name: 'View Access mix as table' }).click();
      await page.getByRole('button', { name: 'View Resources by type as table' }).click();
      await look('analytics as tables');
      expect(findings).toEqual([]);
    });
  });
}
