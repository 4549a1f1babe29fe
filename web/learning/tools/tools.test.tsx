import { screen, waitFor } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { getOnlineProduct } from '#contract/catalogue/products.endpoints.ts';
import { startSession } from '#contract/learning/progress.endpoints.ts';
import { generateToolToken, validateToolToken } from '#contract/learning/tools.endpoints.ts';
import { forDashboard, forResource } from '#tests/support/web/answers.ts';
import { notePageLoads, noteTabs } from '#tests/support/web/browser.ts';
import { fullResource, progressSession, toolAccess } from '#tests/support/web/fixtures.ts';
import { answer, callsOf, fail, hold, refuse, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectAddress, expectToast } from '#tests/support/web/screen.ts';

const landing = '/tools/access?token=secret&product=1';
const tool = fullResource({ type: 'online_tool', onlineProductId: 1, title: 'A tool' });
const product = { id: 1, name: 'Canvas', description: 'Draws a canvas.', toolType: 'embedded' as const };
const accessButton = () => screen.findByRole('button', { name: 'ACCESS TOOL' });

const forTool = (shown = tool) => [
  ...forResource(shown),
  answer(getOnlineProduct, product),
  answer(generateToolToken, { token: 'secret', address: landing, toolAddress: null }),
  answer(startSession, progressSession()),
];

async function expectDenied() {
  expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible();
  expect(screen.getByText('Invalid or expired token')).toBeVisible();
  expect(
    screen.getByText('Invalid or expired access token. Please try accessing the tool again from your dashboard.'),
  ).toBeVisible();
}

test('DETAIL-19 TOOL-05 a tool is opened in a new tab, and that is recorded', async () => {
  const tabs = noteTabs();
  const { user } = await renderPortal('/resource/1', { answers: forTool() });
  await user.click(await accessButton());
  await expectToast('Tool Access', 'Opening tool in new tab...');
  await waitFor(() => expect(tabs).toEqual([landing]));
  expect(callsOf(startSession)[0]?.body).toEqual({
    resourceId: 1,
    sessionData: { startTime: expect.stringMatching(/^\d{4}-.*Z$/) },
  });
});

test('TOOL-05 a tool whose tab was closed opens again with a new token, without a reload', async () => {
  const tabs = noteTabs();
  const { user } = await renderPortal('/resource/1', { answers: forTool() });
  await user.click(await accessButton());
  await waitFor(() => expect(tabs).toEqual([landing]));
  const again = landing.replace('secret', 'other');
  serve(answer(generateToolToken, { token: 'other', address: again, toolAddress: null }));
  await user.click(await accessButton());
  await waitFor(() => expect(tabs).toEqual([landing, again]));
});

test('TOOL-03 a blocked tab leaves a link to the tool', async () => {
  noteTabs({ isBlocked: true });
  const { user } = await renderPortal('/resource/1', { answers: forTool() });
  (await accessButton()).focus();
  await user.keyboard('{Enter}');
  const link = await screen.findByRole('link', { name: 'Open the tool' });
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('href', landing);
});

test('TOOL-01 TOOL-08 a tool that does not open says why', async () => {
  const tabs = noteTabs();
  const answers = [...forTool(), refuse(generateToolToken, 'tools.inactive')];
  const { user } = await renderPortal('/resource/1', { answers });
  await user.click(await accessButton());
  await expectToast('Access Error', 'This tool is currently unavailable. Please try again later.');
  serve(fail(generateToolToken));
  await user.click(await accessButton());
  await expectToast('Access Error', 'Failed to access tool');
  expect(tabs).toEqual([]);
});

test('TOOL-06 a tool opens although that could not be recorded', async () => {
  const tabs = noteTabs();
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const { user } = await renderPortal('/resource/1', { answers: [...forTool(), refuse(startSession, 'request.busy')] });
  await user.click(await accessButton());
  await waitFor(() => expect(tabs).toEqual([landing]));
  expect(callsOf(startSession)).toHaveLength(1);
  expect(warn).toHaveBeenCalledOnce();
});

test('TOOL-08 a tool without a product says that it is not set up', async () => {
  const { user } = await renderPortal('/resource/1', { answers: forTool({ ...tool, onlineProductId: null }) });
  await user.click(await accessButton());
  await expectToast('Error', 'Tool configuration not found');
});

test('TOOL-09 TOOL-12 the landing page names the tool and opens it with the token', async () => {
  const tabs = noteTabs();
  const answers = [...forDashboard(), answer(validateToolToken, toolAccess())];
  const { user } = await renderPortal(landing, { answers });
  expect(await screen.findByText('Access Granted')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'A tool' })).toBeVisible();
  expect(screen.getByText(/opens in a new window/)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'About this tool' })).toBeVisible();
  await expectAddress('/tools/access?product=1');
  expect(screen.getByRole('button', { name: 'Launch Tool' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(tabs).toEqual(['https://tools.example.org/canvas?token=secret']);
  await user.click(screen.getByRole('button', { name: 'Return to Dashboard' }));
  await expectAddress('/');
});

test('TOOL-12 TOOL-13 the landing page says when the subscription ends the access, and that a tool is being set up', async () => {
  const { resource, onlineProduct } = toolAccess();
  const access = toolAccess({
    resource: { ...resource, accessType: 'subscription' },
    onlineProduct: { ...onlineProduct, toolUrl: null, launchUrl: null },
  });
  await renderPortal(landing, { answers: [answer(validateToolToken, access)] });
  expect(await screen.findByText(/ends when your subscription expires/)).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('the external tool is being set up');
  expect(screen.queryByRole('button', { name: 'Launch Tool' })).toBeNull();
});

test('TOOL-14 a tool that opens automatically does so once after the landing page', async () => {
  const tabs = noteTabs();
  const { onlineProduct } = toolAccess();
  const access = toolAccess({ onlineProduct: { ...onlineProduct, opening: 'automatic' } });
  await renderPortal(landing, { answers: [answer(validateToolToken, access)] });
  expect(await screen.findByText('Access Granted')).toBeVisible();
  await waitFor(() => expect(tabs).toEqual(['https://tools.example.org/canvas?token=secret']));
});

const ownPage = '/tools/responsible-ai-assessment';
const ownTool = (opening: 'landing' | 'automatic') => {
  const { onlineProduct } = toolAccess();
  return toolAccess({ onlineProduct: { ...onlineProduct, opening, toolUrl: ownPage, launchUrl: ownPage } });
};

test('TOOL-12 TOOL-20 a tool that is part of the portal replaces the landing page instead of opening a third tab', async () => {
  const tabs = noteTabs();
  const loads = notePageLoads();
  const { user } = await renderPortal(landing, { answers: [answer(validateToolToken, ownTool('landing'))] });
  expect(await screen.findByText(/^The tool opens in this new window\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Launch Tool' }));
  expect(loads).toEqual([`${ownPage}?token=secret`]);
  expect(tabs).toEqual([]);
});

test('TOOL-14 TOOL-20 a tool of the portal that opens automatically replaces the landing page, so that Back does not open it again', async () => {
  const tabs = noteTabs();
  const replace = vi.spyOn(location, 'replace').mockReturnValue();
  await renderPortal(landing, { answers: [answer(validateToolToken, ownTool('automatic'))] });
  await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith(`${ownPage}?token=secret`));
  expect(tabs).toEqual([]);
});

test('TOOL-20 a tool at the host of another site opens in a new tab although its address begins with a slash', async () => {
  const tabs = noteTabs();
  const { onlineProduct } = toolAccess();
  const away = '//tools.example.org/canvas';
  const access = toolAccess({ onlineProduct: { ...onlineProduct, toolUrl: away, launchUrl: away } });
  const { user } = await renderPortal(landing, { answers: [answer(validateToolToken, access)] });
  expect(await screen.findByText(/^The tool opens in a new window\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Launch Tool' }));
  expect(tabs).toEqual([`${away}?token=secret`]);
});

test('TOOL-11 the landing page without a token says so', async () => {
  await renderPortal('/tools/access');
  expect(await screen.findByRole('heading', { name: 'Access Error' })).toBeVisible();
  expect(screen.getByText('No access token provided. Please use a valid access link.')).toBeVisible();
  expect(callsOf(validateToolToken)).toEqual([]);
});

test('TOOL-10 TOOL-15 the landing page says that it checks the token, and refuses a wrong one', async () => {
  const held = hold(refuse(validateToolToken, 'tools.token-invalid'));
  const { user } = await renderPortal('/tools/access?token=altered&product=1', { answers: [...forDashboard(), held] });
  expect(await screen.findByText('Validating access token...')).toBeVisible();
  held.release();
  await expectDenied();
  expect(callsOf(validateToolToken)[0]?.body).toEqual({ token: 'altered' });
  await user.click(screen.getByRole('link', { name: 'Return to Dashboard' }));
  await expectAddress('/');
});

test.for(['/tools/access?token=secret&product=3', '/tools/incident-rehearsal-room?token=secret'])(
  'TOOL-15 the token of another tool is refused at %s',
  async (address) => {
    await renderPortal(address, { answers: [answer(validateToolToken, toolAccess())] });
    await expectDenied();
  },
);

test('TOOL-10 a token that could not be checked can be checked again', async () => {
  const { user } = await renderPortal(landing, { answers: [fail(validateToolToken)] });
  expect(await screen.findByRole('heading', { name: 'Your access could not be checked' })).toBeVisible();
  serve(answer(validateToolToken, toolAccess()));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'A tool' })).toBeVisible();
});
