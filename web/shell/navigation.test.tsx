import { screen, waitFor, within } from '@testing-library/dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { getImport, listImports } from '#contract/catalogue/imports.endpoints.ts';
import { login } from '#contract/identity/sign-in.endpoints.ts';
import { getAssessmentNeeds } from '#contract/learning/assessment.endpoints.ts';
import { forBrowse, forDashboard, forSettings, forSignIn } from '#tests/support/web/answers.ts';
import { administrator, member } from '#tests/support/web/fixtures.ts';
import { fail, refuse, serve } from '#tests/support/web/network.ts';
import { closeAll, renderPortal, visitor } from '#tests/support/web/render.tsx';
import { expectAddress, expectToast } from '#tests/support/web/screen.ts';

const missing = "The page you're looking for doesn't exist.";
const findEntries = async () =>
  within(await screen.findByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test('NAV-04 NAV-05 an unknown address shows visitors the 404 page, and Login leads to the sign-in', async () => {
  const { user } = await renderPortal('/no/such/page', { as: visitor, answers: forSignIn() });
  expect(await screen.findByText(missing)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Login' }));
  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
});

for (const name of ['Go to Dashboard', 'Login']) {
  test(`NAV-04 NAV-05 an unknown address shows members the 404 page, and ${name} leads to the dashboard`, async () => {
    const { user } = await renderPortal('/Browse', { answers: forDashboard() });
    expect(await screen.findByText(missing)).toBeVisible();
    await user.click(screen.getByRole('button', { name }));
    expect(await screen.findByRole('heading', { name: /^Welcome back, Ines$/ })).toBeVisible();
    await expectAddress('/');
  });
}

test('NAV-10 the sidebar of a member shows nothing of the administration', async () => {
  await renderPortal('/browse', { answers: forBrowse() });
  expect((await findEntries()).filter((name) => name?.includes('Dashboard'))).toEqual(['Dashboard']);
  expect(screen.queryByRole('link', { name: 'Users' })).toBeNull();
});

test('NAV-10 PERM-03 the sidebar of an administrator shows the members’ screens and those of the administration', async () => {
  await renderPortal('/browse', { as: administrator(), answers: forBrowse() });
  expect(await findEntries()).toEqual(
    expect.arrayContaining([
      ...['Dashboard', 'Browse Resources', 'My Resources', 'Billing', 'My Profile'],
      ...['Admin Dashboard', 'Online Products', 'Subscriptions', 'Promo Codes', 'Users', 'Analytics'],
    ]),
  );
  expect(screen.getByRole('link', { name: 'Admin Dashboard' })).toHaveAttribute('href', '/admin-dashboard');
});

for (const [former, address, title, endpoint] of [
  ['/admin-dashboard/import?import=7', '/admin-dashboard?import=7&view=import', 'Import and export', listImports],
  ['/admin-dashboard/needs', '/admin-dashboard?tab=analytics&view=needs', 'What members need', getAssessmentNeeds],
] as const) {
  test(`NAV-15 ADM-02 ${former} is refused to members, and leads administrators to the view of its tab`, async () => {
    await renderPortal(former);
    expect(await screen.findByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible();
    closeAll();
    await renderPortal(former, { as: administrator(), answers: [fail(endpoint), fail(getImport)] });
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    await expectAddress(address);
    const views = within(screen.getByRole('navigation', { name: /views$/ }));
    expect(views.getByRole('link', { current: 'page' })).toHaveTextContent(title);
  });
}

test('NAV-13 NAV-15 on a phone the menu of the administration changes places with the member’s', async () => {
  const { user } = await renderPortal('/browse', { as: administrator(), answers: forBrowse() });
  await screen.findByRole('heading', { level: 1 });
  await user.click(screen.getByRole('button', { name: 'Open navigation menu' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Navigation' }));
  expect(sheet.getByRole('link', { current: 'page' })).toHaveTextContent('Browse Resources');
  expect(sheet.queryByRole('link', { name: 'Users' })).toBeNull();
  await user.click(sheet.getByRole('button', { name: 'Administration menu' }));
  const sales = within(sheet.getByRole('list', { name: 'Sales' })).getAllByRole('link');
  expect(sales.map(({ textContent }) => textContent)).toEqual(['Subscriptions', 'Promo Codes', 'Reconciliation']);
  expect(sheet.queryByRole('link', { name: 'Billing' })).toBeNull();
  await user.click(sheet.getByRole('button', { name: 'Member menu' }));
  expect(sheet.getByRole('link', { name: 'Billing' })).toBeVisible();
});

test('GEN-09 a toast that was closed by hand does not keep the next one on screen', async () => {
  const { user } = await renderPortal('/auth', {
    as: visitor,
    answers: [...forSignIn(), refuse(login, 'accounts.wrong-credentials')],
  });
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ines.kaldor@example.org');
  await user.type(screen.getByLabelText('Password'), 'a long password{Enter}');
  await expectToast('Login failed', 'Wrong email or password.');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull());
  serve(refuse(login, 'accounts.sign-in-locked'));
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(await screen.findByRole('button', { name: 'Dismiss' })).toBeVisible();
  vi.advanceTimersByTime(5_100);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull());
});

const publicDemo =
  'This is a public demo: its data may be deleted at any time, and everyone can read the emails that it sends.';
const testPayments = 'Payments are in test mode: the portal has test keys of Stripe, and members are not charged.';
const findNotice = () => screen.findByRole('complementary', { name: 'About this portal' });

test('LIVE-01 a public demo says to visitors that its data and mail are not safe', async () => {
  await renderPortal('/auth', { as: visitor, config: { notice: 'public-demo' }, answers: forSignIn() });
  expect(await findNotice()).toHaveTextContent(publicDemo);
});

test('LIVE-01 a public demo says to members that its data and mail are not safe', async () => {
  await renderPortal('/browse', { config: { notice: 'public-demo' }, answers: forBrowse() });
  expect(await findNotice()).toHaveTextContent(publicDemo);
});

test('LIVE-04 administrators read that payments are tests', async () => {
  await renderPortal('/settings', { as: administrator(), config: { notice: 'test-payments' }, answers: forSettings() });
  expect(await findNotice()).toHaveTextContent(testPayments);
});

test('LIVE-04 members do not read that payments are tests', async () => {
  await renderPortal('/settings', { as: member(), config: { notice: 'test-payments' }, answers: forSettings() });
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  expect(screen.queryByRole('complementary', { name: 'About this portal' })).toBeNull();
});
