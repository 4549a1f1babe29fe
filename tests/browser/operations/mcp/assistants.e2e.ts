import { expect } from '@playwright/test';
import { newTitle } from '#tests/browser/support/office.ts';
import { administratorTest } from '#tests/browser/support/test.ts';

administratorTest(
  'MCP-01 MCP-05 GEN-18 GEN-19 GEN-21 an administrator switches assistants on, and members see what theirs asked',
  { tag: ['@layout', '@long'] },
  async ({ page, check, office }) => {
    await page.goto('/admin-dashboard/settings');
    const choice = page.getByRole('switch', { name: 'Members may connect AI assistants' });
    await expect(choice).toBeVisible();
    // Another test may have switched it on.
    if (!(await choice.isChecked())) {
      await choice.check();
      await check('the portal settings with assistants');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expect(page.getByText('Portal settings saved').first()).toBeVisible();
    }
    const { id } = await office.addResource({ title: newTitle('Read by an assistant') });
    const { request } = page.context();
    const key = { name: 'An assistant whose name is long enough for two lines', scopes: ['catalogue:read'] };
    const made = await request.post('/api/user/keys', { data: { ...key, expiresInDays: 30 } });
    const { token } = await made.json();
    const call = { name: 'get_resource', arguments: { resourceId: id } };
    const answer = await request.post('/mcp', {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
      data: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
    });
    expect(await answer.text()).toContain('Read by an assistant');
    await page.goto('/settings');
    const calls = page.getByRole('listitem').filter({ hasText: 'Get a resource' });
    await expect(calls.first()).toContainText(key.name);
    await check('the settings with calls of assistants');
  },
);
