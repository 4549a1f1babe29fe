import { expect, type Request } from '@playwright/test';
import { newPerson } from '#tests/browser/support/people.ts';
import { holdCode } from '#tests/browser/support/routes.ts';
import { expectToast, passwordField } from '#tests/browser/support/screen.ts';
import { fillRegistration, fillSignIn, signInScreen, welcomeOf } from '#tests/browser/support/sign-in.ts';
import { memberTest, test } from '#tests/browser/support/test.ts';

const { signInTab, registerTab, field, signInButton, createButton } = signInScreen;

test('AUTH-06 AUTH-07 mistakes in a sign-in are reported beside their fields, and nothing is sent', {
  tag: '@long',
}, async ({ page }) => {
  // The page requests the options for passkeys by itself.
  const isForm = (request: Request) => request.method() === 'POST' && !request.url().endsWith('/passkey/options');
  const sent: string[] = [];
  page.on('request', (request) => isForm(request) && sent.push(request.url()));
  await page.goto('/auth');
  await fillSignIn(page, { email: 'no-address', password: '12345' });
  await signInButton(page).click();
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Invalid email address');
  await expect(passwordField(page)).toHaveAccessibleDescription('Password must be at least 6 characters');
  await expect(field(page, 'Email')).toBeFocused();
  expect(sent).toEqual([]);
});

test('AUTH-08 AUTH-09 a registration without names says so beside them', { tag: '@long' }, async ({ page }) => {
  await page.goto('/auth');
  await registerTab(page).click();
  await createButton(page).click();
  await expect(field(page, 'First Name')).toHaveAccessibleDescription('First name is required');
  await expect(field(page, 'Last Name')).toHaveAccessibleDescription('Last name is required');
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Invalid email address');
  await expect(passwordField(page)).toHaveAccessibleDescription(/Password must be at least 6 characters/);
});

test('AUTH-04 AUTH-05 AUTH-10 a person registers without an organization and sees the dashboard', async ({
  page,
  context,
}) => {
  const person = newPerson();
  await page.goto('/auth');
  await fillRegistration(page, person);
  await expect(field(page, 'Organization')).toHaveValue('');
  await createButton(page).click();
  await expect(welcomeOf(page)).toHaveText(`Welcome, ${person.firstName}`);
  await expect(page).toHaveURL('/');
  expect(await (await context.request.get('/api/user')).json()).toMatchObject({
    email: person.email,
    organization: null,
    role: 'user',
  });
});

memberTest(
  'AUTH-05 a member signs in by keyboard alone and sees the dashboard',
  { tag: '@long' },
  async ({ page, context, member }) => {
    await context.clearCookies();
    await page.goto('/auth');
    await expect(signInButton(page)).toBeVisible();
    // The product's name, the tabs, and the panel of the selected one come before its first field.
    for (const stop of ['link', 'tab', 'tabpanel'] as const) {
      await page.keyboard.press('Tab');
      await expect(page.getByRole(stop).and(page.locator(':focus'))).toBeVisible();
    }
    await page.keyboard.press('Tab');
    await page.keyboard.type(member.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(member.password);
    await expect(field(page, 'Email')).toHaveValue(member.email);
    await expect(passwordField(page)).toHaveValue(member.password);
    await page.keyboard.press('Enter');
    await expect(welcomeOf(page)).toBeFocused();
    await expect(page).toHaveURL('/');
  },
);

memberTest(
  'AUTH-25 what is typed and pressed on the drawn sign-in screen before the app takes it over is not lost',
  async ({ page, context, member }) => {
    await context.clearCookies();
    const release = await holdCode(page);
    await page.goto('/auth', { waitUntil: 'commit' });
    await registerTab(page).click();
    await signInTab(page).click();
    await page.keyboard.press('Tab');
    await field(page, 'Email').fill(member.email);
    await passwordField(page).fill(member.password);
    await passwordField(page).press('Enter');
    await expect(field(page, 'Email')).toHaveValue(member.email);
    expect(new URL(page.url()).search).toBe('');
    release();
    await expect(welcomeOf(page)).toContainText(member.firstName);
  },
);

memberTest(
  'AUTH-11 a wrong password and an unknown address fail alike, and what was typed stays',
  { tag: '@long' },
  async ({ page, context, member, watch }) => {
    watch.expectRefusal('401 POST /api/login');
    await context.clearCookies();
    await page.goto('/auth');
    for (const email of [member.email, newPerson().email]) {
      await fillSignIn(page, { email, password: 'not the password' });
      await signInButton(page).click();
      await expectToast(page, 'Login failed', 'Wrong email or password.');
      await expect(field(page, 'Email')).toHaveValue(email);
      await expect(passwordField(page)).toHaveValue('not the password');
      await expect(passwordField(page)).toHaveAccessibleDescription('Wrong email or password.');
      await page.getByRole('button', { name: 'Dismiss' }).click();
    }
  },
);

memberTest(
  'AUTH-12 a taken address in other letters is refused, and what was typed stays',
  { tag: '@long' },
  async ({ page, context, member, watch }) => {
    watch.expectRefusal('409 POST /api/register');
    await context.clearCookies();
    const taken = { ...newPerson(), email: member.email.toUpperCase() };
    await page.goto('/auth');
    await fillRegistration(page, taken);
    await createButton(page).click();
    await expectToast(page, 'Registration failed', 'An account with this email already exists.');
    await expect(field(page, 'First Name')).toHaveValue(taken.firstName);
    await expect(field(page, 'Email')).toHaveValue(taken.email);
    await expect(passwordField(page)).toHaveValue(taken.password);
    await expect(field(page, 'Email')).toHaveAccessibleDescription('An account with this email already exists.');
    await page.getByRole('button', { name: 'Sign in instead' }).click();
    await expect(field(page, 'Email')).toHaveValue(taken.email);
    await passwordField(page).fill(member.password);
    await signInButton(page).click();
    await expect(welcomeOf(page)).toContainText(member.firstName);
  },
);

test('AUTH-03 AUTH-11 the register tab has the button of the provider, and the address stays from tab to tab', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/auth');
  await field(page, 'Email').fill('typed.once@example.org');
  await registerTab(page).click();
  await expect(field(page, 'Email')).toHaveValue('typed.once@example.org');
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
});

test('AUTH-23 the sign-in screen says what is inside, on phones below the form, and where signing in returns', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/browse');
  await expect(page.getByText('Then you return to the page you opened.')).toBeVisible();
  const about = page.getByRole('region', { name: /^About / });
  await expect(about.getByRole('list', { name: 'Resources by type' }).getByRole('listitem')).toHaveText([
    /^\d+Online tools$/,
    /^\d+Templates$/,
    /^\d+Reports$/,
    /^\d+Insights$/,
    /^\d+Newsletters$/,
    /^\d+Books$/,
    /^\d+Articles$/,
  ]);
  await expect(about.getByText(/\d+ resources of \d+ are free\./)).toBeVisible();
  await expect(about.getByRole('list', { name: 'Newest resources' }).getByRole('listitem')).toHaveCount(3);
  await page.setViewportSize({ width: 390, height: 844 });
  const form = await signInScreen.createButton(page).boundingBox();
  expect((await about.boundingBox())?.y).toBeGreaterThan(form?.y ?? Number.POSITIVE_INFINITY);
  await page.goto('/auth');
  await expect(signInScreen.signInButton(page)).toBeVisible();
  await expect(page.getByText('Then you return to the page you opened.')).toHaveCount(0);
});
