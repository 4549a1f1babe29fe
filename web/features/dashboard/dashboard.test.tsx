import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { addSaved, listUnfinished } from '#contract/library.endpoints.ts';
import { listResources } from '#contract/search.endpoints.ts';
import { forBrowse, forDashboard } from '#tests/support/web/answers.ts';
import { libraryEntry, resource, resources } from '#tests/support/web/fixtures.ts';
import { answer, callsOf, fail, hold, refuse, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectToast, findCard } from '#tests/support/web/screen.ts';

const findWelcome = () => screen.findByRole('heading', { name: /^Welcome( back)?, Ines$/ });

test('DASH-03 the dashboard shows six placeholders while it loads', async () => {
  const held = hold(answer(listResources, resources(2)));
  await renderPortal('/', { answers: [...forDashboard(), held] });
  expect(await findWelcome()).toBeVisible();
  await waitFor(() => expect(screen.getAllByTestId('skeleton')).toHaveLength(6));
  held.release();
  expect(await screen.findAllByRole('article')).toHaveLength(2);
  expect(screen.queryByTestId('skeleton')).toBeNull();
});

test('DASH-04 the dashboard says so when there is no resource', async () => {
  await renderPortal('/', { answers: [...forDashboard(), answer(listResources, [])] });
  expect(await findWelcome()).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'No resources available' })).toBeVisible();
});

test('GEN-07 the dashboard asks once for a list that fails, and again only by Try again', async () => {
  const { user } = await renderPortal('/', { answers: [...forDashboard(), fail(listResources)] });
  expect(await findWelcome()).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Failed to fetch resources' })).toBeVisible();
  dispatchEvent(new Event('focus'));
  dispatchEvent(new Event('online'));
  expect(callsOf(listResources)).toHaveLength(1);
  serve(answer(listResources, resources(1)));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('article')).toBeVisible();
  expect(callsOf(listResources)).toHaveLength(2);
});

test('a list that failed loads again when the member returns to its page', async () => {
  const { user } = await renderPortal('/', { answers: [...forDashboard(), ...forBrowse(), fail(listResources)] });
  expect(await screen.findByRole('heading', { name: 'Failed to fetch resources' })).toBeVisible();
  serve(answer(listResources, resources(12)));
  const [browse] = screen.getAllByRole('link', { name: 'Browse Resources' });
  await user.click(browse as HTMLElement);
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(12));
  expect(screen.getByRole('heading', { level: 1, name: 'Browse Resources' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  expect(await findWelcome()).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(12));
});

test('Continue shows an error when it cannot be loaded, and the rest of the dashboard works', async () => {
  const { user } = await renderPortal('/', {
    answers: [...forDashboard(), fail(listUnfinished)],
  });
  const unfinished = await screen.findByRole('region', { name: 'Continue' });
  expect(await within(unfinished).findByRole('alert')).toHaveTextContent('Your recent resources could not be loaded.');
  expect(await findWelcome()).toBeVisible();
  serve(answer(listUnfinished, [libraryEntry({ resource: resource({ title: 'A guide' }) })]));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: /^Continue\s*A guide$/ })).toBeVisible();
});

test('a bookmark that cannot be saved goes back and says so', async () => {
  const { user } = await renderPortal('/', {
    answers: [
      ...forDashboard(),
      answer(listResources, [resource({ title: 'A guide' })]),
      refuse(addSaved, 'library.saved-full'),
    ],
  });
  const bookmark = within(await findCard('A guide')).getByRole('button', { name: 'Save for later' });
  await user.click(bookmark);
  await expectToast('Not Saved', 'You have saved 1,000 resources. Remove one to save another.');
  expect(bookmark).toHaveAttribute('aria-pressed', 'false');
});
