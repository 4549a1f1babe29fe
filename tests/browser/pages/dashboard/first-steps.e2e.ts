import { expect, type Page } from '@playwright/test';
import { addToPlan, makeAttempt } from '#tests/browser/support/assessment.ts';
import { verifyEmail } from '#tests/browser/support/mails.ts';
import { newTitle } from '#tests/browser/support/office.ts';
import { welcomeOf } from '#tests/browser/support/sign-in.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const inTwentyDays = () => new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
const isOpened = { startTime: '2026-01-01T00:00:00Z' };

test('DASH-11 DASH-12 DASH-14 a newcomer says role and goal by keyboard, sees what fits, and finds both in the profile', {
  tag: '@long',
}, async ({ page, member, office }) => {
  const title = newTitle('For project managers');
  await office.addResource({ title, roleAffiliations: ['project_manager'], rappPrinciples: ['responsible'] });
  await page.goto('/');
  await expect(welcomeOf(page)).toHaveText(`Welcome, ${member.firstName}`);
  await expect(button(page, 'Start the assessment')).toBeVisible();
  await expect(region(page, 'Free to start').getByRole('listitem')).toHaveCount(3);
  await expect(region(page, 'For your role')).toHaveCount(0);

  await button(page, 'Show what fits').press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Choose a role or what brings you here, or skip the question.');
  await page.getByRole('radio', { name: 'Project manager' }).press('Space');
  await page.getByRole('radio', { name: 'Set rules for AI in my organisation' }).press('Space');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await button(page, 'Show what fits').press('Enter');
  await expect(heading(page, 'For your role')).toBeFocused();
  await expect(heading(page, 'What should we show first?')).toHaveCount(0);
  await expect(region(page, 'For your role').getByRole('heading', { name: title })).toBeVisible();

  await page.reload();
  await region(page, 'For your role').getByRole('link', { name: 'Change' }).click();
  await expect(page.getByText('Set rules for AI in my organisation')).toBeVisible();
  await button(page, 'Edit Profile').click();
  await page.getByLabel('Role').selectOption('');
  await page.getByLabel('What brings you here').selectOption('');
  await button(page, 'Save').click();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(heading(page, 'What should we show first?')).toBeVisible();
  await expect(region(page, 'For your role')).toHaveCount(0);
});

test('DASH-15 the first steps say what is done, are hidden with a way back, and stay hidden', { tag: '@long' }, async ({
  page,
  office,
}) => {
  const { id } = await office.addResource();
  await page.goto('/');
  const steps = region(page, 'First steps');
  await expect(steps).toContainText('1 of 5 done');
  await expect(
    await page.request.post('/api/user/sessions', { data: { resourceId: id, sessionData: isOpened } }),
  ).toBeOK();
  await page.reload();
  await expect(steps).toContainText('2 of 5 done');
  await expect(steps.getByRole('listitem').last()).toContainText('Done: Open your first resource');
  await button(page, 'Hide first steps').click();
  await expect(steps).toHaveCount(0);
  await button(page, 'Undo').click();
  await expect(steps).toBeVisible();
  await button(page, 'Hide first steps').click();
  await expect(steps).toHaveCount(0);
  await page.reload();
  await expect(welcomeOf(page)).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test('DASH-12 DASH-13 a first visit with something begun goes on, sees the plan and ticks an action off', {
  tag: '@long',
}, async ({ page, member, office }) => {
  const { id, title } = await office.addResource();
  await expect(
    await page.request.post('/api/user/sessions', { data: { resourceId: id, sessionData: isOpened } }),
  ).toBeOK();
  const attempt = await makeAttempt(page.request, 'initial', {
    startedAt: '2026-10-01T09:00:00Z',
    assessedOn: '2026-10-01',
  });
  const [first = ''] = await addToPlan(page.request, attempt);
  await page.goto('/');
  await expect(welcomeOf(page)).toHaveText(`Welcome, ${member.firstName}`);
  await expect(region(page, 'Continue')).toContainText(title);
  const plan = region(page, 'My plan');
  await expect(plan).toContainText('Initial');
  await plan.getByRole('checkbox', { name: `Done: ${first}` }).press('Space');
  await expect(plan.getByRole('checkbox', { name: `Done: ${first}` })).toHaveCount(0);
  await expect(plan.getByRole('heading', { name: 'My plan' })).toBeFocused();
  await plan.getByRole('link', { name: 'Open my plan' }).click();
  await expect(page.getByText(/^1 of \d+ done$/)).toBeVisible();
});

test('GEN-18 GEN-19 GEN-21 the dashboard of a newcomer and of a member who comes back fits, passes axe and has names', {
  tag: ['@layout', '@long'],
}, async ({ page, check, office }) => {
  await page.goto('/');
  await expect(region(page, 'First steps')).toBeVisible();
  await expect(heading(page, 'What should we show first?')).toBeVisible();
  await check('dashboard of a newcomer');
  const { id } = await office.addResource();
  await expect(
    await page.request.post('/api/user/sessions', { data: { resourceId: id, sessionData: isOpened } }),
  ).toBeOK();
  const attempt = await makeAttempt(page.request, 'initial', {
    startedAt: '2026-10-01T09:00:00Z',
    assessedOn: '2026-10-01',
  });
  await addToPlan(page.request, attempt);
  await page.goto('/');
  await expect(region(page, 'My plan').getByRole('checkbox').first()).toBeVisible();
  await check('dashboard of a member who comes back');
});

test('DASH-02 DASH-12 DASH-13 the greeting is one line, and on phones the dashboard is five screens at most', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/');
  const greeting = page.locator('section').filter({ has: welcomeOf(page) });
  await expect(region(page, 'First steps')).toBeVisible();
  expect((await greeting.boundingBox())?.height).toBeLessThan(100);
  await page.setViewportSize({ width: 390, height: 844 });
  const cards = region(page, 'All resources').getByRole('article');
  await expect(cards).toHaveCount(12);
  const [first, last] = [await cards.first().boundingBox(), await cards.last().boundingBox()];
  expect(last?.y).toBe(first?.y);
  const heightOf = () => page.evaluate<number>('document.documentElement.scrollHeight');
  await expect.poll(heightOf).toBeLessThanOrEqual(5 * 844);
});

test.describe('a phone with a touch screen', () => {
  // Touch makes buttons and choices taller.
  test.use({ hasTouch: true });

  test('DASH-13 DASH-16 on phones the dashboard with everything that it can show is five screens at most', {
    tag: '@long',
  }, async ({ page, member, office }) => {
    const { request } = page;
    const learning = [];
    for (const words of ['Learning', 'Learning', 'Learning', 'Begun', 'Begun', 'Begun']) {
      // A title of two lines at 390 px.
      learning.push(
        await office.addResource({ title: newTitle(`${words} about decisions that people will ask you about`) }),
      );
    }
    const begun = learning.slice(3);
    for (const { id } of begun) {
      const data = { resourceId: id, sessionData: isOpened };
      await expect(await request.post('/api/user/sessions', { data })).toBeOK();
    }
    await verifyEmail(request, member.email);
    const made = await request.post('/api/organisations', { data: { name: newTitle('Northmere Council') } });
    const { id: organisation } = await made.json();
    const assigned = await request.post(`/api/organisations/${organisation}/assignments`, {
      data: { resourceIds: learning.slice(0, 3).map(({ id }) => id), all: true, dueOn: inTwentyDays() },
    });
    await expect(assigned).toBeOK();
    const attempt = await makeAttempt(request, 'initial', {
      startedAt: '2026-10-01T09:00:00Z',
      assessedOn: '2026-10-01',
    });
    await addToPlan(request, attempt);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    await expect(region(page, 'Assigned to you').getByRole('listitem')).toHaveCount(3);
    await expect(region(page, 'Continue').getByRole('listitem')).toHaveCount(3);
    await expect(region(page, 'My plan').getByRole('checkbox').first()).toBeVisible();
    await expect(region(page, 'First steps')).toBeVisible();
    await expect(heading(page, 'What should we show first?')).toBeVisible();
    await expect(region(page, 'All resources').getByRole('article')).toHaveCount(12);
    const heightOf = () => page.evaluate<number>('document.documentElement.scrollHeight');
    await expect.poll(heightOf).toBeLessThanOrEqual(5 * 844);
  });
});
