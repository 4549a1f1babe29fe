import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { listLibrary } from '#contract/library.endpoints.ts';
import { forMyResources } from '#tests/support/web/answers.ts';
import { libraryEntry, resource } from '#tests/support/web/fixtures.ts';
import { answer, fail, hold, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectAddress } from '#tests/support/web/screen.ts';

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

test('MYRES-12 My Resources says that it could not be loaded, and loads again when asked', async () => {
  const { user } = await renderPortal('/my-resources?tab=free', { answers: [...forMyResources(), fail(listLibrary)] });
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch your resources');
  serve(answer(listLibrary, [libraryEntry({ resource: resource({ title: 'A guide' }) })]));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('article')).toHaveTextContent('A guide');
  expect(screen.queryByRole('alert')).toBeNull();
});
