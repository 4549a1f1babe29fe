import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { addSaved, listSaved, listSavedIds, removeSaved } from '#contract/learning/library.endpoints.ts';
import { forBrowse, forDashboard, forMyResources, forResource } from '#tests/support/web/answers.ts';
import { fullResource, resource } from '#tests/support/web/fixtures.ts';
import { answer, callsOf, fail, hold, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectAddress, findCard } from '#tests/support/web/screen.ts';

const shown = resource({ title: 'A guide' });
const bookmarkOf = (card: HTMLElement) => within(card).getByRole('button', { name: 'Save for later' });

test('a resource is saved from its card, and found among the saved ones', async () => {
  const answers = [
    ...forDashboard(),
    ...forMyResources(),
    answer(addSaved, { isSaved: true }),
    answer(listSaved, [shown]),
  ];
  const { user } = await renderPortal('/', { answers });
  const bookmark = bookmarkOf(await findCard('Resource 1'));
  await user.click(bookmark);
  await waitFor(() => expect(bookmark).toHaveAttribute('aria-pressed', 'true'));
  expect(bookmark).toHaveAccessibleDescription('Resource 1');
  expect(callsOf(addSaved).map(({ params }) => params.id)).toEqual(['1']);
  await user.click(screen.getByRole('link', { name: 'My Resources' }));
  expect(await screen.findAllByRole('tab')).toHaveLength(3);
  await user.click(screen.getByRole('link', { name: 'Saved Resources' }));
  expect(await findCard('A guide')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Saved Resources' })).toHaveFocus();
  expect(screen.getAllByRole('link', { name: 'My Resources' })[0]).toHaveAttribute('aria-current', 'page');
  expect(bookmarkOf(await findCard('A guide'))).toHaveAttribute('aria-pressed', 'true');
});

test('a resource is taken away from the saved ones on its own page', async () => {
  const answers = [
    ...forResource(fullResource({ title: 'A guide' })),
    answer(listSavedIds, { resourceIds: [1], begun: [] }),
    answer(removeSaved, { isSaved: false }),
  ];
  const { user } = await renderPortal('/resource/1', { answers });
  const bookmark = await screen.findByRole('button', { name: 'Save for later' });
  await waitFor(() => expect(bookmark).toHaveAttribute('aria-pressed', 'true'));
  await user.click(bookmark);
  await waitFor(() => expect(bookmark).toHaveAttribute('aria-pressed', 'false'));
  expect(callsOf(removeSaved).map(({ params }) => params.id)).toEqual(['1']);
});

test('a second press while the first is being sent is sent after it', async () => {
  const held = hold(answer(addSaved, { isSaved: true }));
  const answers = [...forResource(fullResource({ title: 'A guide' })), held, answer(removeSaved, { isSaved: false })];
  const { user } = await renderPortal('/resource/1', { answers });
  const bookmark = await screen.findByRole('button', { name: 'Save for later' });
  await user.click(bookmark);
  await waitFor(() => expect(bookmark).toHaveAttribute('aria-pressed', 'true'));
  await user.click(bookmark);
  await waitFor(() => expect(bookmark).toHaveAttribute('aria-pressed', 'false'));
  expect([callsOf(addSaved).length, callsOf(removeSaved).length]).toEqual([1, 0]);
  held.release();
  await waitFor(() => expect(callsOf(removeSaved)).toHaveLength(1));
  expect(await screen.findByText('No longer saved')).toBeVisible();
  expect(bookmark).toHaveAttribute('aria-pressed', 'false');
});

test('Saved Resources says when nothing is saved, and leads to Browse Resources', async () => {
  const { user } = await renderPortal('/my-resources/saved', { answers: [...forBrowse(), answer(listSaved, [])] });
  expect(await screen.findByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Browse Resources' }));
  await expectAddress('/browse');
});

test('keeps a removed card on Saved Resources, with Undo', async () => {
  const answers = [
    ...forDashboard(),
    answer(listSaved, [shown]),
    answer(listSavedIds, { resourceIds: [1], begun: [] }),
    answer(removeSaved, { isSaved: false }),
    answer(addSaved, { isSaved: true }),
  ];
  const { user } = await renderPortal('/my-resources/saved', { answers });
  const card = await findCard('A guide');
  await user.click(bookmarkOf(card));
  await waitFor(() => expect(bookmarkOf(card)).toHaveAttribute('aria-pressed', 'false'));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(bookmarkOf(card)).toHaveAttribute('aria-pressed', 'true'));
  expect(callsOf(addSaved)).toHaveLength(1);
});

test('Saved Resources says that they could not be loaded, and loads again when asked', async () => {
  const { user } = await renderPortal('/my-resources/saved', { answers: [...forDashboard(), fail(listSaved)] });
  expect(await screen.findByRole('heading', { name: 'Failed to fetch your saved resources' })).toBeVisible();
  serve(answer(listSaved, [shown]));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await findCard('A guide')).toBeVisible();
});
