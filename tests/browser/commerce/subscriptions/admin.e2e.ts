import { expect, type Page } from '@playwright/test';
import { openOffice } from '#tests/browser/support/office.ts';
import { type Member, registerMember, signInAsAdministrator } from '#tests/browser/support/people.ts';
import { bySubscription, subscribe } from '#tests/browser/support/subscriptions.ts';
import { test } from '#tests/browser/support/test.ts';

const tab = '/admin-dashboard?tab=subscriptions';
const row = (page: Page, { email }: Pick<Member, 'email'>) => page.getByRole('row').filter({ hasText: email });
const _action = (page: Page, member: Member, name: string) =>
  row(page, member).getByRole('button', { name: new RegExp(`^${name} `) });
const counters = (page: Page) => page.getByRole('list', { name: 'Summary' }).getByRole('listitem');
const _button = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });

/** Adds a member with a subscription, and then signs in as the administrator. */
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
