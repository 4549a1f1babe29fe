import type { Page } from '@playwright/test';
import { openOffice } from '../support/office.ts';
import { buy } from '../support/payments.ts';
import { registerMember, signInAsAdministrator } from '../support/people.ts';
import { expectToast, pick } from '../support/screen.ts';
import { bySubscription, subscribe } from '../support/subscriptions.ts';
import { test } from '../support/test.ts';
import type { Watch } from '../support/watch.ts';

const row = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email });
const action = (page: Page, email: string, name: string) =>
  row(page, email).getByRole('button', { name: new RegExp(`^${name} `) });
const dialog = (page: Page) => page.getByRole('dialog').last();
const open = (page: Page, email: string) => page.goto(`/admin-dashboard?tab=users&search=${encodeURIComponent(email)}`);

/** Calls that would change something fail with a sentence of the portal's. */
async function refuseChanges(page: Page, watch: Watch, address = /\/api\/(users|admin)\b/) {
  await page.unrouteAll();
  await page.route(address, (route) => {
    const method = route.request().method();
    if (method === 'GET') return route.continue();
    watch.expectRefusal(`500 ${method} ${new URL(route.request().url()).pathname}`);
    return route.fulfill({ status: 500, json: { message: 'It broke' } });
  });
}

test('ADM-USER-11 what fails in the access manager says what failed, and why', async ({ page, watch }) => {
  const { request } = page.context();
  const office = await openOffice(request);
  const plan = await office.addResource(bySubscription);
  const bought = await office.addResource({ accessType: 'purchase', price: '20' });
  const wanted = await office.addResource({ accessType: 'purchase', price: '30' });
  const member = await registerMember(request);
  await subscribe(request, plan.id);
  await buy(request, bought.id);
  await signInAsAdministrator(request);
  await open(page, member.email);
  await action(page, member.email, 'Manage Access').click();
  await pick(page.getByRole('combobox', { name: 'Resource' }), wanted.title);
  await refuseChanges(page, watch);

  await page.getByLabel('Reason', { exact: true }).fill('For the pilot group');
  await page.getByRole('button', { name: 'Grant Access' }).click();
  await expectToast(page, 'Failed to Grant Access', 'It broke');

  for (const [title, toast] of [
    [bought.title, 'Failed to Remove Purchase'],
    [plan.title, 'Failed to Remove Resource'],
  ] as const) {
    await page.getByRole('button', { name: `Remove ${title}` }).click();
    await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click();
    await expectToast(page, toast, 'It broke');
    await dialog(page).getByRole('button', { name: 'Cancel', exact: true }).click();
  }

  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  await dialog(page).getByRole('button', { name: 'Cancel Subscription' }).click();
  await expectToast(page, 'Failed to Cancel Subscription', 'It broke');
});
