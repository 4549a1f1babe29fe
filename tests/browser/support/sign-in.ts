import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import type { Register } from '#contract/identity/sign-in.ts';
import { passwordField } from './screen.ts';

export const signInScreen = {
  signInTab: (page: Page) => page.getByRole('tab', { name: 'Sign In' }),
  registerTab: (page: Page) => page.getByRole('tab', { name: 'Register' }),
  field: (page: Page, name: string) => page.getByRole('textbox', { name }),
  signInButton: (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true }),
  createButton: (page: Page) => page.getByRole('button', { name: 'Create Account' }),
};

/** Finds the first heading that members see. */
export function welcomeOf(page: Page): Locator {
  return page.getByRole('heading', { name: /^Welcome( back)?, / });
}

export async function fillSignIn(page: Page, { email, password }: Pick<Register, 'email' | 'password'>): Promise<void> {
  await signInScreen.field(page, 'Email').fill(email);
  await passwordField(page).fill(password);
}

/** Fills in the register tab; the organization stays empty. */
export async function fillRegistration(page: Page, person: Register): Promise<void> {
  await signInScreen.registerTab(page).click();
  await signInScreen.field(page, 'First Name').fill(person.firstName);
  await signInScreen.field(page, 'Last Name').fill(person.lastName);
  await fillSignIn(page, person);
}

/** Returns an authenticator's code for this secret, now or some steps of 30 seconds later. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
}

/** Turns on the second factor of the caller. Returns the secret of the authenticator, and the recovery codes. */
export async function turnOnSecondFactor(
  request: APIRequestContext,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await (await request.post('/api/user/two-factor/setup')).json();
  const reply = await request.post('/api/user/two-factor/enable', { data: { code: codeOf(secret) } });
  await expect(reply).toBeOK();
  return { secret, recoveryCodes: (await reply.json()).recoveryCodes };
}

/**
 * Ends the session for this browser only, which stays known. Leaves the page first, so that none of its calls is
 * rejected.
 */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies({ name: 'session' });
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
}
