import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { verifyEmail } from '#tests/browser/support/mails.ts';
import { newPerson } from '#tests/browser/support/people.ts';
import { type PortalProcess, startPortalProcess } from '#tests/browser/support/portal-process.ts';
import { expectToast, passwordField } from '#tests/browser/support/screen.ts';
import { logOut, turnOnSecondFactor } from '#tests/browser/support/sign-in.ts';
import { test as base } from '#tests/browser/support/test.ts';
import { startNameServer } from '#tests/support/name-server.ts';
import { type Counterpart, startCounterpart } from '#tests/support/openid.ts';
import { freePort } from '#tests/support/process.ts';

/** Asks the test's name server for TXT records in place of the system's. */
const askTestServer = `import { Resolver } from 'node:dns/promises';
const asked = Resolver.prototype.resolveTxt;
Resolver.prototype.resolveTxt = function (name) {
  this.setServers([process.env.TEST_NAME_SERVER]);
  return asked.call(this, name);
};`;

type World = {
  portal: PortalProcess;
  provider: Counterpart;
  /** The name server knows this record from now on. */
  publish: (name: string, value: string) => void;
};

/** A portal of its own, whose name server and identity provider belong to the test. */
const test = base.extend<{ watchedProvider: undefined }, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the destructured fixtures
    async ({}, use) => {
      const [provider, names] = await Promise.all([startCounterpart(), startNameServer()]);
      const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-company-'));
      const variables = {
        TEST_NAME_SERVER: names.address,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(askTestServer)}`,
      };
      const portal = await startPortalProcess({
        dataDir,
        port: await freePort(),
        logName: 'portal-company.log',
        variables,
      });
      await use({ portal, provider, publish: (name, value) => names.set(name, [value]) });
      await portal.stop();
      await Promise.all([provider.close(), names.close(), rm(dataDir, { recursive: true, force: true })]);
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ world }, use) => use(world.portal.url),
  watchedProvider: [
    async ({ watch, world }, use) => {
      watch.expectForeign(world.provider.issuer);
      await use(undefined);
    },
    { auto: true },
  ],
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

test('SSO-01 SSO-03 SSO-07 SSO-09 SSO-10 an owner proves a domain, connects, tests, offers and requires; a newcomer arrives by the launcher, and leaves', {
  tag: ['@layout', '@long'],
}, async ({ page, newPage, world, watch, check }) => {
  const { provider } = world;
  const { request } = page.context();
  const domain = 'northmere.example';
  const owner = { ...newPerson(), email: `ines@${domain}` };
  await expect(await request.post('/api/register', { data: owner })).toBeOK();
  await verifyEmail(request, owner.email);
  const { id } = await (await request.post('/api/organisations', { data: { name: 'Northmere Council' } })).json();
  const { recoveryCodes } = await turnOnSecondFactor(request);

  // The owner proves the domain.
  await page.goto('/organisation?tab=sign-in');
  await expect(button(page, 'Connect identity provider')).toHaveAttribute('aria-disabled', 'true');
  await check('company sign-in without a domain');
  await button(page, 'Add domain').click();
  await page.getByRole('textbox', { name: 'Domain', exact: true }).fill(domain);
  await page.getByRole('dialog').getByRole('button', { name: 'Add Domain' }).click();
  const proof = page.getByRole('dialog', { name: `Verify ${domain}` });
  const value = await proof.getByRole('textbox', { name: 'Record value' }).inputValue();
  world.publish(`_portal-verification.${domain}`, value);
  await proof.getByRole('button', { name: 'Check record' }).click();
  await expectToast(page, `${domain} is verified`);
  await button(page, 'Close dialog').click();

  // The owner connects the provider.
  await button(page, 'Guide for your IT department').click();
  await page.getByRole('dialog').getByText('Microsoft Entra ID', { exact: true }).click();
  await check('guide for IT departments');
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  await button(page, 'Connect identity provider').click();
  await button(page, 'Save connection').click();
  await expect(page.getByLabel('Client ID')).toHaveAccessibleDescription(/Enter the client ID/);
  await page.getByLabel('Name on the button').fill('Northmere account');
  await page.getByLabel('Client ID').fill(provider.clientId);
  await page.getByLabel('Issuer').fill(`${provider.issuer}/`);
  await button(page, 'Use this issuer').click();
  await expect(page.getByLabel('Issuer')).toHaveValue(provider.issuer);
  await expect(page.getByText(/^Reached\./)).toBeVisible();
  await page.getByText('Claims, sessions and bookmarks').click();
  await check('company sign-in: a new connection');
  await page.locator('input[name="clientSecret"]').fill(provider.clientSecret);
  await page.getByRole('tab', { name: 'People' }).click();
  await button(page, 'Keep Editing').click();
  await page.goBack();
  await button(page, 'Keep Editing').click();
  await expect(page.getByLabel('Name on the button')).toHaveValue('Northmere account');
  await button(page, 'Save connection').click();
  await expectToast(page, 'Northmere account was saved');
  provider.allow(await page.getByLabel('Redirect URL').inputValue());
  const launcher = await page.getByLabel('Start URL for launchers').inputValue();
  await page.getByLabel('Name on the button').fill('Something else');
  await button(page, 'Discard').click();
  await expect(page.getByLabel('Name on the button')).toHaveValue('Northmere account');
  await check('company sign-in: connected');

  // The owner tests it in a separate window.
  const ines = { sub: 'ines', claims: { email: owner.email, given_name: 'Ines', family_name: 'Kaldor' } };
  provider.expect(ines);
  const opened = page.waitForEvent('popup');
  await button(page, 'Test sign-in').click();
  const small = await opened;
  await expect(small.getByRole('heading', { name: 'The sign-in works' })).toBeVisible();
  await expect(small.getByText(owner.email)).toBeVisible();
  await small.close();
  await expect(button(page, 'Test again')).toBeVisible();
  await check('company sign-in: tested');

  // The owner offers it.
  await button(page, 'Offer it to 1 person').dblclick();
  await expectToast(page, 'Northmere account is offered');
  await check('company sign-in: offered');

  // The owner signs in through the connection, and then requires it.
  await page.getByRole('link', { name: 'Sign in with Northmere account now' }).click();
  await expect(page.getByRole('heading', { name: 'Is this your account?' })).toBeVisible();
  await check('an account is linked to a company');
  await passwordField(page).fill(owner.password);
  await page.getByLabel('Code').fill(recoveryCodes[0] as string);
  await page.keyboard.press('Enter');
  await button(page, 'Require it of 1 person').click();
  const requiring = page.getByRole('dialog', { name: 'Require Northmere account?' });
  await requiring.getByRole('button', { name: 'Require it of 1 person' }).click();
  await expect(requiring.getByText('Choose at least one owner with a second factor or a passkey.')).toBeVisible();
  await check('company sign-in: requiring it', { isDialog: true });
  await requiring.getByRole('checkbox', { name: /^Ines/ }).check();
  await requiring.getByRole('button', { name: 'Require it of 1 person' }).click();
  await expect(page.getByRole('heading', { name: 'Northmere account is required' })).toBeVisible();
  await check('company sign-in: required');

  // A new person comes through the launcher.
  const newcomer = await newPage();
  const iona = { sub: 'iona', claims: { email: `iona@${domain}`, given_name: 'Iona', family_name: 'Castellane' } };
  provider.expect(iona);
  const target = encodeURIComponent(new URL('/organisation', world.portal.url).href);
  await newcomer.goto(`${launcher}?iss=${encodeURIComponent(provider.issuer)}&target_link_uri=${target}`);
  await expect(newcomer.getByRole('heading', { name: 'What your organisation can see' })).toBeVisible();
  await newcomer.goto('/settings');
  await expect(newcomer.getByRole('heading', { name: 'What stays private' })).toBeVisible();

  // A password is refused with the button that leads on.
  const other = await newPage();
  watch.expectRefusal('403 POST /api/login');
  await other.goto('/auth');
  await other.getByRole('textbox', { name: 'Email' }).fill(`IONA@${domain}`);
  await passwordField(other).fill('any password at all');
  await other.getByRole('button', { name: 'Sign In', exact: true }).click();
  await button(other, 'Continue with Northmere account').click();
  await expect(other.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  // Back leads neither to the form nor to the provider's answer again.
  await other.goBack();
  await expect(other.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  await expect(other).toHaveURL(`${world.portal.url}/`);
  await logOut(other);
  // Until the session has ended, the next page would still show its dashboard.
  await expect(button(other, 'Sign In')).toBeVisible();
  await other.goto(`/auth?email=${encodeURIComponent(`iona@${domain}`)}`);
  await expect(other.getByRole('heading', { name: /^Welcome/ })).toBeVisible();

  // The new person is removed, which ends every session through the company. Leaves the page first, so that none of its
  // calls is rejected.
  await other.goto('about:blank');
  const people = await (await request.get(`/api/organisations/${id}/people`)).json();
  const { userId } = people.find(({ email }: { email: string }) => email === `iona@${domain}`);
  await expect(await request.delete(`/api/organisations/${id}/people/${userId}`)).toBeOK();
  await other.goto('/browse');
  await expect(other.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();

  // The provider breaks on the way back: the sign-in page says so, and the emergency way works.
  provider.faults.answer = (request, response) => {
    if (!request.url?.startsWith('/token')) return false;
    response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>broken</h1>');
    return true;
  };
  await logOut(page);
  await expect(button(page, 'Sign In')).toBeVisible();
  await page.goto('/auth?view=company');
  await page.getByRole('textbox', { name: 'Work email' }).fill(owner.email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Your provider is not responding at the moment/)).toBeVisible();
  await check('sign-in: the provider is down');
  await page.goto('/auth?view=emergency');
  await expect(page.getByRole('heading', { name: 'Emergency sign-in' })).toBeVisible();
  await check('emergency sign-in');
  await page.getByRole('textbox', { name: 'Email' }).fill(owner.email);
  await passwordField(page).fill(owner.password);
  await page.getByLabel('Code').fill(recoveryCodes[1] as string);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Add private address' }).click();
  await check('settings of a person of a company');
});
