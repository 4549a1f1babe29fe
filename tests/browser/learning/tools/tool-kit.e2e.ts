import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type FrameLocator, type Page } from '@playwright/test';
import type { ProgressSession } from '#contract/learning/progress.ts';
import { createToolSite } from '#stand-ins/tool-site/server.ts';
import { newTitle, type Office } from '#tests/browser/support/office.ts';
import { type Member, registerMember, signInAsAdministrator } from '#tests/browser/support/people.ts';
import { test } from '#tests/browser/support/test.ts';

type Tool = { id: number; title: string };

const box = (page: Page | FrameLocator, name: string) => page.getByRole('checkbox', { name });

const addTool = (office: Office, onlineProductId: number): Promise<Tool> =>
  office.addResource({ type: 'online_tool', title: newTitle('A tool'), onlineProductId });

/** Opens a tool as members do, from its resource's page. Returns the tab that it opened. */
async function open(page: Page, { id }: Tool): Promise<Page> {
  await page.goto(`/resource/${id}`);
  const button = page.getByRole('button', { name: 'ACCESS TOOL' });
  const [tab] = await Promise.all([page.waitForEvent('popup'), button.click()]);
  return tab;
}

/** Launches the tool of the landing page. Returns its tab: a new one, or this one for a tool framed by the portal. */
async function launch(page: Page, isFramed: boolean): Promise<Page> {
  const button = page.getByRole('button', { name: 'Launch Tool' });
  if (isFramed) {
    await button.click();
    return page;
  }
  const [tab] = await Promise.all([page.waitForEvent('popup'), button.click()]);
  return tab;
}

async function progressOf(page: Page): Promise<number[]> {
  const sessions: ProgressSession[] = await (await page.request.get('/api/user/sessions')).json();
  return sessions.map(({ completionPercentage }) => completionPercentage);
}

let member: Member;
test.beforeEach(async ({ context }) => {
  member = await registerMember(context.request);
});

test('BOOT-10 TOOL-17 a tool greets the member, saves, and continues where the member left it', {
  tag: '@long',
}, async ({ page, office }) => {
  const resource = await addTool(office, 3);
  const tool = await open(page, resource);
  await expect(tool.getByText(`Welcome, ${member.firstName}. You are here for “${resource.title}”.`)).toBeVisible();
  expect(tool.url()).not.toContain('token');
  await box(tool, 'The problem').check();
  await tool.getByRole('textbox', { name: 'Notes' }).fill('Too many forms');
  await expect(tool.getByText('Saved', { exact: true })).toBeVisible();
  await tool.reload();
  await expect(box(tool, 'The problem')).toBeChecked();
  await tool.close();
  expect(await progressOf(page)).toEqual([20]);

  const again = await open(page, resource);
  await expect(box(again, 'The problem')).toBeChecked();
  await expect(box(again, 'The people affected')).not.toBeChecked();
  await expect(again.getByRole('textbox', { name: 'Notes' })).toHaveValue('Too many forms');
  await again.keyboard.press('Tab');
  await again.keyboard.press('Tab');
  await again.keyboard.press('Space');
  await expect(again.getByText('40 %')).toBeVisible();
  await expect.poll(() => progressOf(page)).toEqual([40]);
});

test('TOOL-17 a tool says that its access has ended when the member has signed out', { tag: '@long' }, async ({
  page,
  office,
  watch,
}) => {
  const tool = await open(page, await addTool(office, 2));
  await expect(tool.getByText(/^Welcome/)).toBeVisible();
  await page.request.post('/api/logout');
  watch.expectRefusal('401 PUT /api/tool-session');
  await tool.getByRole('checkbox').first().check();
  await expect(tool.getByText('Your access has ended. Please open this tool from the portal.')).toBeVisible();
});

test('two members of one tool see their own work only', { tag: '@long' }, async ({ page, office, newPage }) => {
  const resource = await addTool(office, 3);
  const mine = await open(page, resource);
  await box(mine, 'The problem').check();
  await expect(mine.getByText('Saved', { exact: true })).toBeVisible();
  const other = await newPage();
  await registerMember(other.context().request);
  const theirs = await open(other, resource);
  await expect(theirs.getByText(/^Welcome/)).toBeVisible();
  await expect(box(theirs, 'The problem')).not.toBeChecked();
});

test('a framed tool of the portal runs without the portal’s origin and saves all the same', { tag: '@long' }, async ({
  page,
  office,
}) => {
  const landing = await open(page, await addTool(office, 5));
  const tab = await launch(landing, true);
  const frame = tab.frameLocator('iframe');
  await expect(frame.getByText(`Welcome, ${member.firstName}.`, { exact: false })).toBeVisible();
  expect(await frame.locator('body').evaluate('self.origin')).toBe('null');
  await box(frame, 'Pause').check();
  await expect(frame.getByText('Saved', { exact: true })).toBeVisible();
  await tab.reload();
  await expect(box(frame, 'Pause')).toBeChecked();
  expect(await progressOf(page)).toEqual([20]);
});

test.describe('a tool on a site of its own', () => {
  let site: Server;
  let origin: string;
  test.beforeEach(async ({ baseURL }) => {
    const { handle } = createToolSite({ portalUrl: baseURL });
    site = createServer(handle).listen(0, '127.0.0.1');
    await new Promise((resolve) => site.once('listening', resolve));
    // Safe because a server that listens on a port has an address of this kind.
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  });
  test.afterEach(() => void site.close());

  for (const toolType of ['embedded', 'iframe'] as const) {
    test(`reads and saves from there, ${toolType}`, { tag: '@long' }, async ({ page, office, newPage, watch }) => {
      watch.expectForeign(origin);
      const manager = await newPage();
      await signInAsAdministrator(manager.context().request);
      const slug = newTitle('away').replace(' ', '-');
      const configuration = { [toolType === 'iframe' ? 'url' : 'toolUrl']: `${origin}/away` };
      const data = { name: 'Away', slug, toolType, configuration };
      const product = await manager.request.post('/api/admin/online-products', { data });
      const { id } = await product.json();
      const tab = await launch(await open(page, await addTool(office, id)), toolType === 'iframe');
      const tool = toolType === 'iframe' ? tab.frameLocator('iframe') : tab;
      await expect(tool.getByText(/^Welcome/)).toBeVisible();
      await box(tool, 'Begin').check();
      await expect(tool.getByText('Saved', { exact: true })).toBeVisible();
      expect(await progressOf(page)).toEqual([33]);
      expect(await tool.locator('body').evaluate('self.origin')).toBe(origin);
    });
  }
});
