import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { verifyEmail } from '#tests/browser/support/mails.ts';
import { openOffice } from '#tests/browser/support/office.ts';
import { buy } from '#tests/browser/support/payments.ts';
import { registerMember, signInAsAdministrator } from '#tests/browser/support/people.ts';
import { expectToast, pick } from '#tests/browser/support/screen.ts';
import { bySubscription, subscribe } from '#tests/browser/support/subscriptions.ts';
import { memberTest, test } from '#tests/browser/support/test.ts';

const row = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email });
const action = (page: Page, email: string, name: string) =>
  row(page, email).getByRole('button', { name: new RegExp(`^${name} `) });
const dialog = (page: Page) => page.getByRole('dialog');
const open = (page: Page, email: string) => page.goto(`/admin-dashboard?tab=users&search=${encodeURIComponent(email)}`);

test('ADM-USER-04 ADM-USER-05 LABEL-16 a user is added, edited, and deleted', { tag: '@long' }, async ({ page }) => {
  const email = `added-${Date.now()}@example.org`;
  await signInAsAdministrator(page.context().request);
  await open(page, email);
  await expect(page.getByRole('heading', { name: 'No users match' })).toBeVisible();
  await page.getByRole('button', { name: 'Add User' }).click();
  await page.getByRole('button', { name: 'Create User' }).click();
  await expect(page.getByText('First name is required')).toBeVisible();
  await expect(page.getByText('Please enter a valid email')).toBeVisible();
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
  await page.getByLabel('First Name').fill('Nadia');
  await page.getByLabel('Last Name').fill('Okonwell');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await dialog(page).getByLabel('Password', { exact: true }).fill('chosen-for-you');
  await page.getByRole('button', { name: 'Create User' }).dblclick();
  await expectToast(page, 'User created');
  await expect(row(page, email)).toContainText('Nadia Okonwell');

  await action(page, email, 'Edit').click();
  await page.getByLabel('Organization', { exact: true }).fill('Quay Works');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'User updated');
  await expect(row(page, email)).toContainText('Quay Works');

  await action(page, email, 'Delete').click();
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expectToast(page, 'User deleted');
  await expect(row(page, email)).toHaveCount(0);
});

memberTest(
  'ADM-USER-03 LABEL-16 a role is given to all selected users, and selecting moves no row',
  { tag: '@long' },
  async ({ page, member }) => {
    await verifyEmail(page.context().request, member.email);
    await signInAsAdministrator(page.context().request);
    await open(page, member.email);
    const before = await row(page, member.email).boundingBox();
    await row(page, member.email).getByRole('checkbox').check();
    await expect(page.getByRole('status').filter({ hasText: '1 selected' })).toBeVisible();
    expect(await row(page, member.email).boundingBox()).toEqual(before);
    await page.getByRole('button', { name: 'Make Administrator' }).click();
    await expectToast(page, 'Users updated');
    await expect(row(page, member.email)).toContainText('Administrator');
    await row(page, member.email).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Make User' }).click();
    await expect(row(page, member.email)).not.toContainText('Administrator');
  },
);

memberTest(
  'ADM-13 the counters of users filter by role, and the one without a filter is no button',
  { tag: '@long' },
  async ({ page, member }) => {
    await signInAsAdministrator(page.context().request);
    await open(page, member.email);
    const counters = page.getByRole('list', { name: 'Summary' });
    const counter = (name: string) => counters.getByRole('button', { name: new RegExp(` ${name}$`) });
    await expect(row(page, member.email)).toBeVisible();
    await expect(counter('Total users')).toHaveAttribute('aria-pressed', 'true');
    await counter('Administrators').click();
    await expect(page.getByRole('heading', { name: 'No users match' })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Filter by role' })).toHaveValue('administrator');
    await counter('Users').click();
    await expect(row(page, member.email)).toBeVisible();
    await expect(page).toHaveURL(/role=user\b/);
    await counter('Total users').click();
    await expect(page).not.toHaveURL(/role=/);
    await expect(counters.getByRole('button')).toHaveCount(3);
  },
);

memberTest(
  'ADM-14 ADM-15 the table and the file of users have the chosen columns',
  { tag: '@long' },
  async ({ page, member }) => {
    await signInAsAdministrator(page.context().request);
    await open(page, member.email);
    const headings = page.getByRole('columnheader');
    const emails = row(page, member.email).getByText(member.email, { exact: true }).filter({ visible: true });
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(emails).toHaveCount(1);
    }
    await expect(headings).toHaveText([/all/, 'User', 'Email', 'Organization', 'Role', 'Joined', 'Actions']);
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    for (const name of ['Organization', 'Role', 'Verified', 'Joined']) {
      await page.getByRole('menuitemcheckbox', { name }).click();
    }
    await page.keyboard.press('Escape');
    await expect(headings).toHaveText([/all/, 'User', 'Email', 'Verified', 'Actions']);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const lines = (await readFile(await (await saving).path(), 'utf8')).trimEnd().split('\n');
    expect(lines).toEqual([
      '\uFEFFId,First name,Last name,Email,Email verified',
      expect.stringMatching(new RegExp(`^\\d+,${member.firstName},.+,${member.email},no$`)),
    ]);
  },
);

test('a save after another administrator’s save shows both versions before it overwrites anything', {
  tag: '@long',
}, async ({ page, watch }) => {
  const { request } = page.context();
  const member = await registerMember(request);
  await signInAsAdministrator(request);
  await open(page, member.email);
  await action(page, member.email, 'Edit').click();
  const [user] = await (await request.get(`/api/users?search=${encodeURIComponent(member.email)}`)).json();
  watch.expectRefusal(`409 PUT /api/users/${user.id}`);
  await request.put(`/api/users/${user.id}`, { data: { ...user, firstName: 'Theirs', organization: 'Their Works' } });
  await page.getByLabel('First Name').fill('Mine');
  await page.getByRole('button', { name: 'Save' }).click();
  const compared = page.getByRole('dialog', { name: 'Another administrator changed this user after you opened it' });
  const name = compared.getByRole('group', { name: 'First Name' });
  await expect(name).toContainText('You both changed this.');
  await expect(name.getByRole('radio', { name: 'Mine' })).toBeChecked();
  const organization = compared.getByRole('group', { name: 'Organization' });
  await expect(organization).toContainText('Only the other administrator changed this.');
  await expect(organization.getByRole('radio', { name: 'Theirs' })).toBeChecked();
  await compared.getByRole('button', { name: 'Use this choice' }).click();
  await expect(page.getByLabel('Organization', { exact: true })).toHaveValue('Their Works');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, member.email)).toContainText('Mine');
  await expect(row(page, member.email)).toContainText('Their Works');
});

test('ADM-USER-08 ADM-USER-12 ADM-USER-18 ADM-USER-20 LABEL-17 access is explained, granted and revoked, and a note written', async ({
  page,
}) => {
  const { request } = page.context();
  const office = await openOffice(request);
  const { title } = await office.addResource({ accessType: 'purchase', price: '20', isPublished: true });
  const member = await registerMember(request);
  await signInAsAdministrator(request);
  await open(page, member.email);
  await row(page, member.email).getByRole('link').click();
  const box = page.getByRole('combobox', { name: 'Resource' });
  const why = (title: string) => page.getByRole('row').filter({ hasText: title });
  await expect(page.getByRole('button', { name: 'Grant Access' })).toBeDisabled();
  await expect(page.getByText('This member has no subscription.')).toBeVisible();
  await box.fill(title.slice(0, -1));
  await expect(page.getByRole('option', { name: title, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue(title);
  await expect(page.getByText('This member cannot open it: Purchase required.')).toBeVisible();
  await page.getByLabel('Reason', { exact: true }).fill('For the pilot group');
  await page.getByRole('button', { name: 'Grant Access' }).dblclick();
  await expectToast(page, 'Access Granted');
  await expect(why(title)).toContainText('Grant');
  await expect(why(title)).toContainText('For the pilot group');
  await pick(box, title);
  const banner = page.getByRole('status').filter({ hasText: 'This member can open it.' });
  await expect(banner).toContainText('For the pilot group');
  await why(title)
    .getByRole('button', { name: `Revoke ${title}` })
    .click();
  await page
    .getByRole('dialog', { name: `Revoke the access to ${title}?` })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await expectToast(page, 'Access Revoked');
  await expect(page.getByText('This member cannot open it: Purchase required.')).toBeVisible();
  await expect(why(title)).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Note' }).fill('Asked for an invoice');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expectToast(page, 'Note added');
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Asked for an invoice');
  await page.getByRole('tab', { name: 'Subscription' }).click();
  await expect(page.getByText('Without a subscription, the member cannot open these resources.')).toBeVisible();
  await expect(page.getByText('Opens with a running subscription').first()).toBeVisible();
  await expect(page.getByText('Opened by the subscription')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Audit' }).click();
  await expect(page.getByText('wrote a note about')).toBeVisible();
});

test('ADM-USER-10 LABEL-17 a resource leaves a subscription and returns, and the subscription ends', {
  tag: '@long',
}, async ({ page }) => {
  const { request } = page.context();
  const { id, title } = await (await openOffice(request)).addResource(bySubscription);
  const member = await registerMember(request);
  await subscribe(request, id);
  await signInAsAdministrator(request);
  await open(page, member.email);
  await action(page, member.email, 'Manage Access').click();
  await page.getByRole('button', { name: `Remove ${title}` }).click();
  await dialog(page).last().getByRole('button', { name: 'Remove', exact: true }).click();
  await expectToast(page, 'Resource removed');
  await page.getByRole('button', { name: `Unblock ${title}` }).click();
  await expectToast(page, 'Resource Unblocked');
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  await dialog(page).last().getByRole('button', { name: 'Cancel Subscription' }).click();
  await expectToast(page, 'Subscription Cancelled');
  await expect(page.getByRole('region', { name: 'Subscription', exact: true })).toContainText('Cancelled');
});

test('SET-15 SET-16 LABEL-08 an account is deleted by its owner, with the right password only', {
  tag: '@long',
}, async ({ page, watch }) => {
  const { request } = page.context();
  const member = await registerMember(request);
  watch.expectRefusal('403 DELETE /api/user');
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await dialog(page).getByLabel('Password', { exact: true }).fill('not-my-password');
  await dialog(page).getByRole('button', { name: 'Delete Account' }).click();
  await expect(dialog(page).getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/password is wrong/);
  await dialog(page).getByLabel('Password', { exact: true }).fill(member.password);
  await dialog(page).getByRole('button', { name: 'Delete Account' }).click();
  await expectToast(page, 'Account deleted');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  const { email, password } = member;
  expect((await request.post('/api/login', { data: { email, password } })).status()).toBe(401);
});

test('ADM-USER-16 a member whose password an administrator chose is advised to change it until it is changed', {
  tag: '@long',
}, async ({ page, context }) => {
  const email = `typed-${Date.now()}@example.org`;
  await signInAsAdministrator(context.request);
  const typed = { firstName: 'Ines', lastName: 'Kaldor', email, password: 'typed-for-you' };
  await expect(await context.request.post('/api/users', { data: typed })).toBeOK();
  await expect(await context.request.post('/api/login', { data: { email, password: typed.password } })).toBeOK();
  const notice = page.getByText('An administrator chose your password');
  for (const path of ['/', '/browse', '/billing']) {
    await page.goto(path);
    await expect(notice).toBeVisible();
  }
  await page.getByRole('link', { name: 'change your password' }).click();
  await page.getByRole('button', { name: 'Change Password', exact: true }).click();
  await page.getByLabel('Current Password', { exact: true }).fill(typed.password);
  await page.getByLabel('New Password', { exact: true }).fill('a pass phrase of my own');
  await page.getByLabel('Confirm New Password', { exact: true }).fill('a pass phrase of my own');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expectToast(page, 'Password updated');
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('ADM-USER-17 ADM-USER-19 a purchase is refunded in part and then whole, which ends it', { tag: '@long' }, async ({
  page,
  context,
  office,
  newPage,
}) => {
  const { id, title } = await office.addResource({ accessType: 'purchase', price: '20', isPublished: true });
  const theirs = (await newPage()).context().request;
  const member = await registerMember(theirs);
  await buy(theirs, id);
  await signInAsAdministrator(context.request);
  await open(page, member.email);
  await action(page, member.email, 'Manage Access').click();
  await page.getByRole('tab', { name: /^Purchases/ }).click();
  const ask = () => page.getByRole('button', { name: `Refund ${title}` }).click();
  const outcome = page.getByRole('region', { name: 'What happens' });
  const refund = page.getByRole('dialog', { name: `Refund the purchase of ${title}?` });
  await ask();
  await expect(refund.getByRole('button', { name: 'Refund £20.00' })).toBeVisible();
  await expect(outcome).toContainText(`Closes at once: ${title}`);
  await refund.getByRole('textbox', { name: 'Amount' }).fill('5');
  await expect(outcome).toContainText('a partial refund closes nothing');
  await refund.getByRole('textbox', { name: 'Reason' }).fill('A goodwill gesture');
  await refund.getByRole('button', { name: 'Refund £5.00' }).dblclick();
  await expectToast(page, 'Refund processed', '£5.00 has been refunded.');
  await expect(page.getByText('£20.00, £5.00 of it refunded')).toBeVisible();
  await ask();
  await refund.getByRole('button', { name: 'Refund £15.00' }).click();
  await expectToast(page, 'Refund processed', '£15.00 has been refunded.');
  await expect(page.getByText('This member has bought nothing.')).toBeVisible();
});
