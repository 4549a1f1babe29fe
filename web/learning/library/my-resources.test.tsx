import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { getOnlineProduct } from '#contract/catalogue/products.endpoints.ts';
import { listResources } from '#contract/catalogue/search.endpoints.ts';
import { getResourceAccess } from '#contract/commerce/access.endpoints.ts';
import { getCheck } from '#contract/learning/checks.endpoints.ts';
import { listOwnAssignments } from '#contract/learning/learning.endpoints.ts';
import { countLibrary, listLibrary } from '#contract/learning/library.endpoints.ts';
import { forBrowse, forMyResources } from '#tests/support/web/answers.ts';
import { noteTabs } from '#tests/support/web/browser.ts';
import { libraryEntry, resource } from '#tests/support/web/fixtures.ts';
import { ownAssignment } from '#tests/support/web/learning-fixtures.ts';
import { answer, callsOf, fail, hold, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectAddress, expectToast } from '#tests/support/web/screen.ts';

test('MYRES-08 My Resources says so when nothing is free', async () => {
  const { user } = await renderPortal('/my-resources', { answers: forMyResources() });
  await user.click(await screen.findByRole('tab', { name: /^Free/ }));
  expect(await screen.findByRole('heading', { name: 'No Free Resources Available' })).toBeVisible();
  await expectAddress('/my-resources?tab=free');
});

test('MYRES-12 My Resources shows six placeholders while it loads', async () => {
  const entry = libraryEntry({ resource: resource({ title: 'A guide' }) });
  const held = hold(answer(listLibrary, [entry]));
  await renderPortal('/my-resources', { answers: [...forMyResources(), held] });
  await waitFor(() => expect(screen.getAllByTestId('skeleton')).toHaveLength(6));
  held.release();
  expect(await screen.findByRole('article')).toHaveTextContent('A guide');
  expect(screen.queryByTestId('skeleton')).toBeNull();
});

test('MYRES-02 a row says in words how much of a resource is complete', async () => {
  const entry = libraryEntry({
    resource: resource({ title: 'A guide' }),
    progress: { completionPercentage: 46, lastAccessed: '2026-01-05T09:00:00.000Z', readingPosition: null },
  });
  await renderPortal('/my-resources', { answers: [...forMyResources(), answer(listLibrary, [entry])] });
  expect(within(await screen.findByRole('article')).getByText('46% complete')).toBeVisible();
});

test('CHECK-05 a tool that is done leads to its check', async () => {
  const entry = libraryEntry({
    resource: resource({ id: 4, title: 'A tool', type: 'online_tool', onlineProductId: 5 }),
    progress: { completionPercentage: 100, lastAccessed: '2026-01-05T09:00:00.000Z', readingPosition: null },
    check: 'left',
    checkLeft: { attempts: 1, bestPercent: 50 },
  });
  const { user } = await renderPortal('/my-resources', {
    answers: [...forMyResources(), answer(listLibrary, [entry]), answer(getCheck, null)],
  });
  expect(await screen.findByText('Check not passed yet, best score 50%')).toBeVisible();
  expect(screen.getByText('100% used')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Take the check A tool' }));
  await expectAddress('/resource/4/check');
});

test('MYRES-12 My Resources says that it could not be loaded, and loads again when asked', async () => {
  const { user } = await renderPortal('/my-resources?tab=free', { answers: [...forMyResources(), fail(listLibrary)] });
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch your resources');
  serve(answer(listLibrary, [libraryEntry({ resource: resource({ title: 'A guide' }) })]));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('article')).toHaveTextContent('A guide');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('NAV-08 MYRES-01 MYRES-06 three tabs are moved by arrows, each with its empty state', async () => {
  const { user } = await renderPortal('/my-resources', { answers: forMyResources() });
  expect(await screen.findByRole('heading', { name: 'No purchased resources' })).toBeVisible();
  expect(screen.getAllByRole('tab')).toHaveLength(3);
  const purchased = screen.getByRole('tab', { name: /^Purchased/ });
  expect(purchased).toHaveAttribute('aria-selected', 'true');
  purchased.focus();
  await user.keyboard('{ArrowRight}');
  await expectAddress('/my-resources?tab=subscribed');
  expect(await screen.findByRole('heading', { name: 'No subscription resources' })).toBeVisible();
  expect(screen.getByRole('tab', { name: /^Subscribed/ })).toHaveAttribute('aria-selected', 'true');
});

test('MYRES-01 the tab of the address is open', async () => {
  await renderPortal('/my-resources?tab=subscribed', { answers: forMyResources() });
  expect(await screen.findByRole('tab', { name: /^Subscribed/ })).toHaveAttribute('aria-selected', 'true');
});

test('MYRES-07 View Subscription Plans leads to what a subscription opens', async () => {
  const answers = [...forMyResources(), ...forBrowse()];
  const { user } = await renderPortal('/my-resources?tab=subscribed', { answers });
  await user.click(await screen.findByRole('button', { name: 'View Subscription Plans' }));
  await expectAddress('/browse?filter=subscription');
  await waitFor(() => expect(callsOf(listResources).at(-1)?.query.getAll('accessType')).toEqual(['subscription']));
});

const tool = resource({ title: 'A tool', type: 'online_tool', onlineProductId: 5, estimatedDuration: 90 });

test('MYRES-04 MYRES-11 TOOL-07 a tool opens in one new tab by its direct-access link', async () => {
  const tabs = noteTabs();
  const product = { id: 5, name: 'Canvas', description: '', toolType: 'embedded' as const };
  const answers = [
    ...forMyResources(),
    answer(listLibrary, [libraryEntry({ resource: tool })]),
    answer(getResourceAccess, { hasAccess: true, code: null, reason: '' }),
    answer(getOnlineProduct, product),
  ];
  const { user } = await renderPortal('/my-resources?tab=subscribed', { answers });
  expect(await screen.findByText('90 min')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Access A tool' }));
  await waitFor(() => expect(tabs).toEqual(['/api/tools/direct-access/1/5']));
});

test('MYRES-05 TOOL-08 a tool that cannot be opened shows a toast, and no tab opens', async () => {
  const tabs = noteTabs();
  const answers = [
    ...forMyResources(),
    answer(listLibrary, [libraryEntry({ resource: tool })]),
    answer(getResourceAccess, { hasAccess: true, code: null, reason: '' }),
    fail(getOnlineProduct),
  ];
  const { user } = await renderPortal('/my-resources?tab=free', { answers });
  await user.click(await screen.findByRole('button', { name: 'Start A tool' }));
  await expectToast('Access Error');
  expect(tabs).toEqual([]);
});

test('MYRES-13 an empty tab says what the others have, and a link opens the tab with its focus', async () => {
  const counts = { purchased: 0, subscribed: 1, free: 30, begun: { subscribed: 0, free: 3 } };
  const answers = [...forMyResources(), answer(countLibrary, counts)];
  const { user } = await renderPortal('/my-resources', { answers });
  const empty = await screen.findByRole('heading', { name: 'No purchased resources' });
  const panel = within(empty.parentElement as HTMLElement);
  expect(await panel.findByText(/^1 resource that your subscription opens is under/)).toBeVisible();
  expect(panel.getByText(/^3 free resources that you began are under/)).toBeVisible();
  await user.click(panel.getByRole('link', { name: 'Free Resources' }));
  await expectAddress('/my-resources?tab=free');
  const tab = screen.getByRole('tab', { name: 'Free Resources 30' });
  expect(tab).toHaveAttribute('aria-selected', 'true');
  expect(tab).toHaveFocus();
});

test('DASH-16 MYRES-13 My Resources begins with the assigned resources that are to do', async () => {
  const assignments = [
    ownAssignment({ id: 1, title: 'A first one' }),
    ownAssignment({ id: 2, title: 'A done one', status: 'completed', completedAt: '2026-11-01T12:00:00.000Z' }),
  ];
  await renderPortal('/my-resources', { answers: [...forMyResources(), answer(listOwnAssignments, assignments)] });
  const region = within(await screen.findByRole('region', { name: 'Assigned to you' }));
  expect(region.getAllByRole('listitem')).toHaveLength(1);
  expect(region.getByRole('link', { name: 'Start A first one' })).toBeVisible();
  expect(region.getByRole('link', { name: 'All 2, 1 completed' })).toBeVisible();
});
