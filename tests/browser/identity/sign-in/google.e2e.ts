import { expect, type Page } from '@playwright/test';
import { mailTo } from '#tests/browser/support/mails.ts';
import { newPerson } from '#tests/browser/support/people.ts';
import { expectToast, passwordField } from '#tests/browser/support/screen.ts';
import {
  codeOf,
  fillSignIn,
  forgetSession,
  logOut,
  signInScreen,
  turnOnSecondFactor,
  welcomeOf,
} from '#tests/browser/support/sign-in.ts';
import { memberTest, test } from '#tests/browser/support/test.ts';

const googleButton = (page: Page) => page.getByRole('button', { name: 'Continue with Google' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('AUTH-03 AUTH-17 BOOT-07 a new person signs in with Google and sees the dashboard, with a verified address', async ({
  page,
}) => {
  const { email } = newPerson();
  await page.goto('/auth');
  await googleButton(page).click();
  await expect(page).toHaveURL(/\/sandbox\/identity\/authorize\?/);
  await expect(page.getByRole('button', { name: /member@example\.org/ })).toBeVisible();
  await choose(page, email);
  await expect(welcomeOf(page)).toContainText('Iona');
  await expect(page).toHaveURL('/');
  expect(await (await page.request.get('/api/user')).json()).toMatchObject({ email, emailVerified: true });
  await logOut(page);
  await googleButton(page).click();
  await choose(page, email);
  await expect(welcomeOf(page)).toContainText('Iona');
});

test('NAV-07 a visitor at a page of members signs in with Google and then sees it', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/browse?type=book');
  await googleButton(page).click();
  await choose(page, newPerson().email);
  await expect(page.getByRole('heading', { name: 'Browse Resources' })).toBeVisible();
  await expect(page).toHaveURL('/browse?type=book');
});

test('AUTH-18 an address that Google has not verified is refused, and says so', { tag: '@long' }, async ({ page }) => {
  await page.goto('/auth');
  await googleButton(page).click();
  await page.getByRole('button', { name: /unproved@example\.org/ }).click();
  await expectToast(
    page,
    'Login failed',
    'Google has not verified the email address of this account, so you cannot sign in with it.',
  );
  await expect(page).toHaveURL('/auth');
  await expect(signInScreen.signInButton(page)).toBeVisible();
});

memberTest(
  'AUTH-18 the sessions of an account with an unverified address end when its owner signs in with Google',
  { tag: '@long' },
  async ({ page, member, newPage, watch }) => {
    watch.expectRefusal('401 POST /api/login');
    const owner = await newPage();
    await owner.goto('/auth');
    await googleButton(owner).click();
    await choose(owner, member.email);
    await expect(welcomeOf(owner)).toContainText(member.firstName);
    await mailTo(page.request, member.email, /now linked to Google/);

    await page.goto('/');
    await fillSignIn(page, member);
    await signInScreen.signInButton(page).click();
    await expectToast(page, 'Login failed', 'Wrong email or password.');

    await owner.goto('/settings');
    await button(owner, 'Set Password').click();
    await expect(passwordField(owner, 'Current Password')).toHaveCount(0);
    await passwordField(owner, 'New Password').fill('the password of its owner');
    await passwordField(owner, 'Confirm New Password').fill('the password of its owner');
    await button(owner, 'Update Password').click();
    await expectToast(owner, 'Password updated');
    await expect(button(owner, 'Change Password')).toBeVisible();
  },
);

test('SET-18 the code is asked for after Google as well', { tag: '@long' }, async ({ page, watch }) => {
  watch.expectRefusal('401 POST /api/auth/google/code');
  const { email } = newPerson();
  await page.goto('/auth');
  await googleButton(page).click();
  await choose(page, email);
  await expect(welcomeOf(page)).toBeVisible();
  // The page is left first, because its calls would still ask with the session that is replaced.
  await page.goto('about:blank');
  const { secret } = await turnOnSecondFactor(page.request);
  await forgetSession(page);
  await page.goto('/auth');
  await googleButton(page).click();
  await choose(page, email);
  const code = page.getByRole('textbox', { name: 'Code', exact: true });
  await code.fill('000000');
  await button(page, 'Sign In').click();
  await expectToast(page, 'Login failed', 'This code is wrong.');
  await code.fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(welcomeOf(page)).toContainText('Iona');
  await expect(page).toHaveURL('/');
});

test('PERM-05 SET-19 a member without a password confirms by Google in a small window, and the page continues', {
  tag: '@long',
}, async ({ page, watch }) => {
  watch.expectRefusal('403 POST /api/user/two-factor/setup');
  const { email } = newPerson();
  await page.goto('/settings');
  await googleButton(page).click();
  await choose(page, email);
  await expect(page).toHaveURL('/settings');
  let isFirst = true;
  await page.route('/api/user/two-factor/setup', (route) => {
    const json = { code: 'accounts.confirm-sign-in', message: 'Please confirm that it is you.' };
    const answer = isFirst ? route.fulfill({ status: 403, json }) : route.continue();
    isFirst = false;
    return answer;
  });
  await button(page, 'Enable Two-Factor').click();
  for (const person of [newPerson().email, email]) {
    const opened = page.waitForEvent('popup');
    await button(page, 'Confirm with Google').click();
    await choose(await opened, person);
    if (person !== email)
      await expectToast(page, 'Not confirmed', 'That was not a new sign-in with your Google account.');
  }
  await expect(page.getByRole('textbox', { name: 'Verification Code' })).toBeVisible();
});

test('AUTH-26 after the end of the session a member of Google signs in again in a small window; another account takes nothing over', {
  tag: '@long',
}, async ({ page, watch }) => {
  const [own, other] = [newPerson().email, newPerson().email];
  await page.goto('/auth');
  await googleButton(page).click();
  await choose(page, own);
  await expect(welcomeOf(page)).toBeVisible();
  for (const [email, organization] of [
    [own, 'Harbour Council'],
    [other, 'Not for others'],
  ] as const) {
    await page.goto('/profile');
    await button(page, 'Edit Profile').click();
    await page.getByRole('textbox', { name: 'Organization' }).fill(organization);
    await page.request.post('/api/logout');
    watch.expectRefusal('401 PATCH /api/user/profile');
    // The first account's page may still ask for its user before the small window reports the other account (AUTH-27).
    if (email === other) watch.allowRefusal('409 GET /api/user');
    await button(page, 'Save').click();
    const opened = page.waitForEvent('popup');
    await page.getByRole('dialog').getByRole('button', { name: 'Continue with Google' }).click();
    await choose(await opened, email);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button(page, 'Edit Profile')).toBeVisible();
    await expect(page.getByRole('main')).toContainText(email);
  }
  expect(await (await page.request.get('/api/user')).json()).toMatchObject({ email: other, organization: null });
});

/** Signs in as this person at the stand-in of the sign-in provider. */
async function choose(page: Page, email: string) {
  // The form before has a field of this name, too.
  await expect(page).toHaveURL(/\/sandbox\/identity\/authorize\?/);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'First name' }).fill('Iona');
  await page.getByRole('textbox', { name: 'Last name' }).fill('Castellane');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}
