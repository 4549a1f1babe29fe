import { expect, type Page } from '@playwright/test';
import { newTitle } from '../support/office.ts';
import { registerMember, signInAsAdministrator } from '../support/people.ts';
import { welcomeOf } from '../support/sign-in.ts';
import { memberTest, test } from '../support/test.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const tabs = ['Resources', 'Online Products', 'Subscriptions', 'Promo Codes', 'Users', 'Analytics'];

memberTest(
  'NAV-03 a member reaches every screen by its address',
  { tag: '@long' },
  async ({ page, member, office }) => {
    const bought = await office.addResource({ accessType: 'purchase', price: '20', title: newTitle('For sale') });
    const plan = await office.addResource({
      accessType: 'subscription',
      monthlyPrice: '8.99',
      annualPrice: '89.99',
      title: newTitle('By subscription'),
    });
    await page.goto('/');
    await expect(welcomeOf(page)).toContainText(member.firstName);
    const screens: [address: string, name: string | RegExp][] = [
      ['/browse', 'Browse Resources'],
      ['/my-resources', 'My Resources'],
      ['/organisation', 'Organisation'],
      ['/organisation/my-learning', 'Organisation'],
      ['/billing', 'Billing'],
      ['/profile', 'My Profile'],
      ['/settings', 'Settings'],
      ['/admin', 'Access Denied'],
      ['/admin-dashboard', 'Access Denied'],
      [`/resource/${bought.id}`, bought.title],
      [`/resource/${bought.id}/check`, 'There is no knowledge check here'],
      [`/checkout/${bought.id}`, /./],
      [`/subscribe/${plan.id}`, /./],
      ['/tools/access', /./],
      ['/tools/responsible-ai-assessment', /./],
    ];
    for (const [address, name] of screens) {
      await page.goto(address);
      await expect(heading(page, name).first()).toBeVisible();
      await expect(page.getByText("The page you're looking for doesn't exist.")).toHaveCount(0);
    }
    // Without a payment this screen redirects.
    await page.goto('/payment-success');
    await expect(heading(page, /./).first()).toBeVisible();
    await expect(page.getByText("The page you're looking for doesn't exist.")).toHaveCount(0);
  },
);

test('ADM-03 PERM-03 administrators have the members’ screens and six tabs of their own', { tag: '@long' }, async ({
  page,
  context,
}) => {
  const { id } = await registerMember(context.request);
  await signInAsAdministrator(context.request);
  const calls = [
    'resources',
    'online-products',
    'subscriptions',
    'promo-codes',
    `users/${id}/purchases`,
    `users/${id}/grants`,
  ];
  for (const call of calls) await expect(await context.request.get(`/api/admin/${call}`)).toBeOK();
  await expect(await context.request.get('/api/users')).toBeOK();

  for (const [address, name] of [
    ['/browse', 'Browse Resources'],
    ['/my-resources', 'My Resources'],
    ['/billing', 'Billing'],
    ['/profile', 'My Profile'],
    ['/settings', 'Settings'],
  ] as const) {
    await page.goto(address);
    await expect(heading(page, name).first()).toBeVisible();
  }
  await page.getByRole('link', { name: 'Admin Dashboard' }).click();
  await expect(page.getByRole('tab')).toHaveText(tabs.map((name) => new RegExp(`^${name}`)));
  await expect(page.getByRole('tab', { name: 'Resources', exact: true })).toHaveAttribute('aria-selected', 'true');
  for (const name of tabs) {
    await page.getByRole('tab', { name }).first().click();
    await expect(page.getByRole('tab', { name }).first()).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel')).toBeVisible();
  }
});
