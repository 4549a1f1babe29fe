import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { renderPart } from '#tests/support/web/render.tsx';
import { ComponentsPage } from './ComponentsPage.tsx';

const components = Object.keys(import.meta.glob('../ui/*.tsx')).flatMap((file) =>
  file.endsWith('.test.tsx') ? [] : [file.slice('../ui/'.length, -'.tsx'.length)],
);

/** Components without an example of their own, because the page shows them as part of its dialogs and sheets. */
const parts = ['Overlay'];

test('/dev/components has every component of web/ui with its states', () => {
  renderPart(<ComponentsPage />);
  const shown = screen.getAllByRole('article').flatMap((article) => article.getAttribute('aria-label') ?? []);
  expect(components.length).toBeGreaterThan(50);
  expect(components.filter((name) => !parts.includes(name) && !shown.includes(name))).toEqual([]);
  for (const name of ['Button', 'Banner']) {
    expect(within(screen.getByRole('article', { name })).getAllByText(/./).length).toBeGreaterThan(4);
  }
});

test('/dev/components opens the dialogs, sheets, menus and toasts', async () => {
  const { user } = renderPart(<ComponentsPage />);
  await user.click(screen.getByRole('button', { name: 'Open a small dialog' }));
  expect(await screen.findByRole('dialog', { name: 'Edit group' })).toBeVisible();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'More' }));
  expect(await screen.findByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Show: Failed to save' }));
  expect(await screen.findByText('Failed to save')).toBeVisible();
});
