import { expect, type Page } from '@playwright/test';
import { openOffice } from '../support/office.ts';
import { type Member, registerMember, signInAsAdministrator } from '../support/people.ts';
import { failAnswers } from '../support/routes.ts';
import { expectToast } from '../support/screen.ts';
import { bySubscription, subscribe } from '../support/subscriptions.ts';
import { administratorTest, test } from '../support/test.ts';

const tab = '/admin-dashboard?tab=subscriptions';
const row = (page: Page, { email }: Pick<Member, 'email'>) => page.getByRole('row').filter({ hasText: email });
const action = (page: Page, member: Member, name: string) =>
  row(page, member).getByRole('button', { name: new RegExp(`^${name} `) });
const counters = (page: Page) => page.getByRole('list', { name: 'Summary' }).getByRole('listitem');
const button = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });

/** A new member with a subscription; afterwards the administrator is signed in. */
async function subscribedMember(page: Page): Promise<Member & { resourceId: number }> {
  const { request } = page.context();
  const { id } = await (await openOffice(request)).addResource(bySubscription);
  const member = await registerMember(request);
  await subscribe(request, id);
  await signInAsAdministrator(request);
  return { ...member, resourceId: id };
}

test('ADM-SUB-01 ADM-SUB-02 finds a subscription by its member and by its status', { tag: '@long' }, async ({
  page,
}) => {
  const member = await subscribedMember(page);
  await page.goto(tab);
  await expect(counters(page)).toHaveText([/^\d+ Active$/, /^\d+ Trial$/, /^\d+ Suspended$/, /^\d+ Cancelling$/]);
  await page.getByRole('searchbox', { name: 'Search subscriptions' }).fill(member.email);
  await expect(row(page, member)).toContainText('Ines Kaldor');
  await expect(row(page, member)).toContainText(/\d\d \w{3} \d{4} to \d\d \w{3} \d{4}/);
  await expect(page.getByText('1 of 1 subscription', { exact: true })).toBeVisible();
  await page.getByLabel('Filter by status').selectOption('Suspended');
  await expect(page.getByRole('heading', { name: 'No subscriptions match' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Clear search and status' }).click();
  await expect(row(page, member)).toContainText('Active');
});

administratorTest(
  'ADM-13 a counter narrows the list to what it counts, and shows all when pressed again',
  async ({ page }) => {
    const counter = (name: string) => counters(page).getByRole('button', { name: new RegExp(` ${name}$`) });
    await page.goto(tab);
    await counter('Suspended').click();
    await expect(counter('Suspended')).toHaveAttribute('aria-pressed', 'true');
    await expect(counter('Active')).toHaveAttribute('aria-pressed', 'false');
    await expect(page.getByLabel('Filter by status')).toHaveValue('suspended');
    await expect(page).toHaveURL(/status=suspended/);
    await counter('Trial').press('Enter');
    await expect(page).toHaveURL(/status=trialing/);
    await page.goBack();
    await expect(counter('Suspended')).toHaveAttribute('aria-pressed', 'true');
    await counter('Suspended').click();
    await expect(counter('Suspended')).toHaveAttribute('aria-pressed', 'false');
    await expect(page.getByLabel('Filter by status')).toHaveValue('');
    await expect(page).not.toHaveURL(/status=/);
  },
);

test('ADM-SUB-04 ADM-SUB-05 LABEL-18 suspends with a reason, and reactivates', { tag: '@long' }, async ({ page }) => {
  const member = await subscribedMember(page);
  await page.goto(`${tab}&search=${encodeURIComponent(member.email)}`);
  await action(page, member, 'Suspend').click();
  await button(page, 'Suspend').click();
  await expect(page.getByText('Reason is required')).toBeVisible();
  await page.getByLabel('Reason').fill('A chargeback is open');
  await button(page, 'Suspend').dblclick();
  await expectToast(page, 'Subscription Suspended');
  await expect(row(page, member)).toContainText('Suspended');
  await expect(row(page, member).getByRole('button')).toHaveCount(1);
  await action(page, member, 'Reactivate').click();
  await expectToast(page, 'Subscription Reactivated');
  await expect(row(page, member)).toContainText('Active');
});

test('ADM-SUB-05 ADM-SUB-07 LABEL-18 ends a subscription with its period, and says when that fails', async ({
  page,
  watch,
}) => {
  const member = await subscribedMember(page);
  await page.goto(`${tab}&search=${encodeURIComponent(member.email)}`);
  const stopFailing = await failAnswers(page, watch, /\/api\/admin\/subscriptions\/\d+\/cancel/);
  await action(page, member, 'Cancel').click();
  await button(page, 'Cancel Subscription').click();
  await expectToast(page, 'Cancellation Failed');
  await stopFailing();
  await button(page, 'Cancel Subscription').click();
  await expectToast(page, 'Subscription Cancelled');
  await expect(row(page, member)).toContainText('Cancelling');
  await expect(action(page, member, 'Cancel')).toHaveCount(0);
  await expect(action(page, member, 'Suspend')).toBeVisible();
});
