import { expect, type Page } from '@playwright/test';
import { newTitle } from '../support/office.ts';
import { demoAdministrator, newPerson } from '../support/people.ts';
import { expectToast, passwordField } from '../support/screen.ts';
import { codeOf, fillRegistration, logOut, signInScreen, turnOnSecondFactor } from '../support/sign-in.ts';
import { administratorTest, memberTest, test } from '../support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const again = (page: Page) => page.getByRole('dialog', { name: 'Please sign in again' });
const leaving = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const organization = (page: Page) => page.getByRole('textbox', { name: 'Organization' });

async function editProfile(page: Page, text: string) {
  await page.goto('/');
  await page.getByRole('link', { name: 'My Profile', exact: true }).click();
  await button(page, 'Edit Profile').click();
  await organization(page).fill(text);
}

memberTest(
  'AUTH-26 after the end of the session a form asks to sign in again over the page, and saves what was typed once',
  async ({ page, context, member, watch }) => {
    await editProfile(page, 'Harbour Council');
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()));
    await context.request.post('/api/logout');
    watch.expectRefusal('401 PATCH /api/user/profile');
    await button(page, 'Save').click();
    await expect(again(page)).toContainText(member.email);
    await expect(passwordField(page)).toBeFocused();
    watch.expectRefusal('401 POST /api/login');
    await passwordField(page).fill('not the password');
    await page.keyboard.press('Enter');
    await expect(passwordField(page)).toHaveAccessibleDescription('The current password is wrong.');
    expect(sent).toHaveLength(1);
    await passwordField(page).fill(member.password);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Profile updated');
    await expect(again(page)).toHaveCount(0);
    expect(sent).toHaveLength(2);
    const saved = await (await context.request.get('/api/user')).json();
    expect(saved).toMatchObject({ id: member.id, organization: 'Harbour Council' });
  },
);

memberTest(
  'AUTH-26 with the second factor on, signing in again asks for the code as well',
  { tag: '@long' },
  async ({ page, context, member, watch }) => {
    const { secret } = await turnOnSecondFactor(context.request);
    await editProfile(page, 'Harbour Council');
    await context.request.post('/api/logout');
    watch.expectRefusal('401 PATCH /api/user/profile');
    watch.expectRefusal('401 POST /api/login');
    await button(page, 'Save').click();
    await passwordField(page).fill(member.password);
    await page.keyboard.press('Enter');
    const code = again(page).getByRole('textbox', { name: 'Code' });
    await expect(code).toBeFocused();
    await code.fill('000000');
    await page.keyboard.press('Enter');
    await expect(code).toHaveAccessibleDescription(/This code is wrong\./);
    await code.fill(codeOf(secret));
    await page.keyboard.press('Enter');
    await expectToast(page, 'Profile updated');
    const saved = await (await context.request.get('/api/user')).json();
    expect(saved).toMatchObject({ id: member.id, organization: 'Harbour Council', twoFactorEnabled: true });
  },
);

administratorTest(
  'AUTH-26 a cancelled sign-in changes nothing and keeps the form, which can be saved later',
  { tag: '@long' },
  async ({ page, context, watch }) => {
    await page.goto('/admin-dashboard?tab=promo-codes');
    await button(page, 'Create Promo Code').click();
    const code = newTitle('CODE').replace(' ', '-').toUpperCase();
    const field = page.getByRole('textbox', { name: 'Code', exact: true });
    await field.fill(code);
    await page.getByRole('checkbox', { name: 'AI Use Case Canvas', exact: true }).check();
    await page.getByRole('dialog').getByLabel('Stripe Plan ID').fill('price_monthly');
    await context.request.post('/api/logout');
    watch.expectRefusal('401 POST /api/admin/promo-codes');
    await button(page, 'Create').click();
    await expect(again(page)).toBeVisible();
    await again(page).getByRole('button', { name: 'Cancel' }).click();
    await expectToast(page, 'Creation Failed', 'Please sign in.');
    await expect(field).toHaveValue(code);
    await button(page, 'Create').click();
    await passwordField(page).fill(demoAdministrator.password);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Promo code created', code);
  },
);

memberTest(
  'GEN-23 Back and links ask before they lose what was typed, and lose it when that is wanted; logging out does not ask',
  { tag: '@long' },
  async ({ page }) => {
    await editProfile(page, 'Harbour Council');
    await page.goBack();
    await expect(leaving(page)).toBeVisible();
    await button(page, 'Keep Editing').click();
    await expect(organization(page)).toHaveValue('Harbour Council');
    await expect(page).toHaveURL('/profile');
    await page.getByRole('link', { name: 'Browse Resources' }).click();
    await button(page, 'Discard Changes').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Browse Resources' })).toBeFocused();
    await page.goBack();
    await button(page, 'Edit Profile').click();
    await expect(organization(page)).toHaveValue('');
    await organization(page).fill('Harbour Council');
    await logOut(page);
    await expect(signInScreen.signInButton(page)).toBeVisible();
    await expect(page).toHaveURL('/');
    await expect(leaving(page)).toHaveCount(0);
  },
);

administratorTest(
  'GEN-24 GEN-23 a name that is taken is refused at its field, and the form stays',
  { tag: '@long' },
  async ({ page, watch }) => {
    await page.goto('/admin-dashboard');
    await page.getByRole('tab', { name: 'Promo Codes' }).click();
    await button(page, 'Create Promo Code').click();
    const field = page.getByRole('textbox', { name: 'Code', exact: true });
    await field.fill('welcome90');
    await page.getByRole('checkbox', { name: 'AI Use Case Canvas', exact: true }).check();
    await page.getByRole('dialog').getByLabel('Stripe Plan ID').fill('price_monthly');
    watch.expectRefusal('409 POST /api/admin/promo-codes');
    await button(page, 'Create').click();
    await expectToast(page, 'Creation Failed', 'A promo code with this name already exists.');
    await expect(field).toHaveAccessibleDescription(/A promo code with this name already exists\./);
    await expect(field).toBeFocused();
    await page.goBack();
    await expect(leaving(page)).toBeVisible();
    await button(page, 'Keep Editing').click();
    await expect(field).toHaveValue('welcome90');
  },
);

test('AUTH-11 keeps the registration form except the password when the tab changes and after another page', {
  tag: '@long',
}, async ({ page }) => {
  const person = newPerson();
  await page.goto('/');
  await fillRegistration(page, person);
  await signInScreen.signInTab(page).click();
  await expect(signInScreen.field(page, 'Email')).toHaveValue(person.email);
  await signInScreen.registerTab(page).click();
  await expect(signInScreen.field(page, 'First Name')).toHaveValue(person.firstName);
  await page.getByRole('link', { name: 'Look around first' }).click();
  await expect(page).toHaveURL('/catalogue');
  await page.goBack();
  await expect(signInScreen.field(page, 'Last Name')).toHaveValue(person.lastName);
  await expect(signInScreen.field(page, 'Email')).toHaveValue(person.email);
  await expect(passwordField(page)).toHaveValue('');
});
