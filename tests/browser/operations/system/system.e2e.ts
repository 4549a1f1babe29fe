import { expect, type Page } from '@playwright/test';
import type { System } from '#contract/operations/system.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { administratorTest, memberTest } from '#tests/browser/support/test.ts';

const address = '/admin-dashboard/system';

/** Shows a failed job that the portal under test does not have. */
async function addFailedJob(page: Page): Promise<void> {
  await page.route('**/api/admin/system', async (route) => {
    const answer = await route.fetch();
    const system: System = await answer.json();
    const failedAt = '2026-11-20T10:00:00.000Z';
    const job = { id: 987_654_321, task: 'send-mail', lane: 'now' as const, attempts: 12, keys: ['mailId'], failedAt };
    const failedJobs = [{ ...job, reason: '550 no such mailbox' }];
    await route.fulfill({ response: answer, json: { ...system, failedJobs } });
  });
}

memberTest('PERM-02 a member has no System screen', { tag: '@long' }, async ({ page, member }) => {
  expect(member.email).not.toBe('');
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
});

administratorTest(
  'SYS-01 SYS-05 an administrator sees how the installation is doing, and runs the checks',
  { tag: ['@layout', '@long'] },
  async ({ page, check }) => {
    await page.goto('/admin-dashboard');
    await page.getByRole('link', { name: 'System', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible();
    await expect(page.getByText('PostgreSQL', { exact: false }).first()).toBeVisible();
    await expect(page.getByRole('table', { name: 'Nodes' }).getByText('Running').first()).toBeVisible();
    await expect(page.getByRole('table', { name: 'Jobs by lane' }).getByRole('row')).toHaveCount(5);
    await page.getByRole('button', { name: 'Run checks' }).click();
    const checks = page.getByRole('table', { name: 'Checks' });
    for (const what of ['Disk', 'Database', 'Mail', 'Stripe']) await expect(checks).toContainText(what);
    await check('the System screen');
  },
);

administratorTest(
  'SYS-03 a failed job shows its reason, and a retry that comes too late says so',
  { tag: ['@layout', '@long'] },
  async ({ page, check, watch }) => {
    watch.expectRefusal('409 POST /api/admin/system/jobs/987654321/retry');
    await addFailedJob(page);
    await page.goto(address);
    const jobs = page.getByRole('table', { name: 'Failed jobs' });
    await expect(jobs.getByText('550 no such mailbox')).toBeVisible();
    await check('the System screen with a failed job');
    await jobs.getByRole('button', { name: 'Retry send-mail' }).click();
    await expectToast(page, 'Retry failed', 'This job has been retried or deleted already.');
    await jobs.getByRole('button', { name: 'Delete send-mail' }).click();
    await expect(page.getByRole('dialog')).toContainText('The job does not run again.');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

administratorTest(
  'SYS-02 OPS-27 a node says which services it has no answer from',
  { tag: ['@layout', '@long'] },
  async ({ page, check }) => {
    await page.route('**/api/admin/system', async (route) => {
      const answer = await route.fetch();
      const system: System = await answer.json();
      const nodes = system.nodes.map((node) => ({ ...node, failing: ['s3', 'smtp'] }));
      await route.fulfill({ response: answer, json: { ...system, nodes } });
    });
    await page.goto(address);
    const nodes = page.getByRole('table', { name: 'Nodes' });
    await expect(nodes.getByText('No answer from bucket, mail server').first()).toBeVisible();
    await expect(nodes.getByText('Running')).toHaveCount(0);
    await check('the System screen with a node that lacks services');
  },
);
