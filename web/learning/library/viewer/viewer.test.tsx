import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { getResource } from '#contract/catalogue/catalogue.endpoints.ts';
import { readPages } from '#contract/learning/library.endpoints.ts';
import { forResource } from '#tests/support/web/answers.ts';
import { fullResource } from '#tests/support/web/fixtures.ts';
import { answer, fail, hold, refuse, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';

const book = fullResource({ type: 'book', title: 'A book', fileUrl: '/api/resources/1/download', hasPages: true });

test('the viewer shows a placeholder while the resource is on its way', async () => {
  const held = hold(answer(getResource, { ...book, hasPages: false }));
  await renderPortal('/resource/1/read', { answers: [...forResource(book), held] });
  expect(await screen.findByTestId('skeleton')).toBeVisible();
  held.release();
  expect(await screen.findByRole('heading', { name: 'A book' })).toBeVisible();
});

test('the viewer says that a resource does not exist', async () => {
  await renderPortal('/resource/1/read', {
    answers: [...forResource(book), refuse(getResource, 'catalogue.not-found')],
  });
  expect(await screen.findByRole('heading', { name: 'Resource Not Found' })).toBeVisible();
});

test('the viewer says that a resource could not be fetched, and fetches it again when asked', async () => {
  const { user } = await renderPortal('/resource/1/read', { answers: [...forResource(book), fail(getResource)] });
  expect(await screen.findByRole('heading', { name: 'Failed to fetch the resource' })).toBeVisible();
  serve(answer(getResource, { ...book, hasPages: false }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'A book' })).toBeVisible();
});

test('ACCESS-15 a member without access sees a notice instead of the pages', async () => {
  const noAccess = { hasAccess: false, code: 'access.purchase-required', reason: 'Purchase required' } as const;
  await renderPortal('/resource/1/read', { answers: forResource(book, noAccess) });
  expect(await screen.findByRole('heading', { name: 'You do not have access' })).toBeVisible();
});

test('the viewer says that the pages of a file could not be opened', async () => {
  await renderPortal('/resource/1/read', { answers: [...forResource(book), fail(readPages)] });
  expect(await screen.findByRole('heading', { name: 'Failed to open the file' })).toBeVisible();
});
