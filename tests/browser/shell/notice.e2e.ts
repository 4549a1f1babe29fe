import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { freePort } from '#tests/support/process.ts';
import { newPerson, registerMember } from '../support/people.ts';
import { runProgram, startPortalProcess } from '../support/portal-process.ts';
import { test as base } from '../support/test.ts';

type OwnPortal = { url: string; variables: Record<string, string> };

/** Test with a portal of its own, because banners depend on the settings at its start. */
const testOn = (settings: Record<string, string>) =>
  base.extend<object, { ownPortal: OwnPortal }>({
    ownPortal: [
      async ({ browserName: _ }, use) => {
        const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-notice-'));
        const portal = await startPortalProcess({
          dataDir,
          port: await freePort(),
          logName: `notice-${settings.DEMO}.log`,
          variables: settings,
        });
        await use({ url: portal.url, variables: { ...settings, DATA_DIR: dataDir } });
        await portal.stop();
        await rm(dataDir, { recursive: true, force: true });
      },
      { scope: 'worker', timeout: 300_000 },
    ],
    baseURL: async ({ ownPortal }, use) => use(ownPortal.url),
  });

const noticeOn = (page: Page) => page.getByRole('complementary', { name: 'About this portal' });

const onPublicDemo = testOn({ DEMO: '1', PUBLIC_URL: 'http://demo.example.org' });

onPublicDemo(
  'LIVE-01 a public demo says on every screen that its data and mail are not safe',
  { tag: ['@layout', '@long'] },
  async ({ page, check }) => {
    const sentence =
      'This is a public demo: its data may be deleted at any time, and everyone can read the emails that it sends.';
    await page.goto('/auth');
    await expect(noticeOn(page)).toHaveText(sentence);
    await check('sign-in of a public demo');
    await registerMember(page.context().request);
    await page.goto('/browse');
    await expect(noticeOn(page)).toHaveText(sentence);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await check('browse of a public demo');
  },
);

const onProduction = testOn({
  DEMO: '0',
  PUBLIC_URL: 'http://localhost',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'portal@example.org',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_API_BASE: 'http://127.0.0.1:9',
});

onProduction(
  'LIVE-04 LIVE-06 administrators read that payments are tests, and which version runs',
  { tag: ['@layout', '@long'] },
  async ({ page, newPage, ownPortal, check }) => {
    const printed = await runProgram('server/commands/administrator.ts', ['chief@example.org'], ownPortal.variables);
    const link = new URL(/http:\S+/.exec(printed)?.[0] ?? '');
    const { password } = newPerson();
    await page.goto(link.pathname + link.search + link.hash);
    await page.getByLabel('New Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await page.getByLabel('Email').fill('chief@example.org');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(noticeOn(page)).toHaveText(
      'Payments are in test mode: the portal has test keys of Stripe, and members are not charged.',
    );
    await page.goto('/admin-dashboard');
    await expect(page.getByText(/^Version \d+\.\d+\.\d+/)).toBeVisible();
    await check('admin dashboard with test payments');

    const memberPage = await newPage();
    await registerMember(memberPage.context().request);
    await memberPage.goto('/browse');
    await expect(memberPage.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(noticeOn(memberPage)).toHaveCount(0);
  },
);
