import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { listClosestResources, listResources } from '#contract/catalogue/search.endpoints.ts';
import { forBilling, forResource, forSearch } from '#tests/support/web/answers.ts';
import { noteTabs } from '#tests/support/web/browser.ts';
import { resource, resources, wholeResource } from '#tests/support/web/fixtures.ts';
import { answer, callsOf, hold } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectAddress } from '#tests/support/web/screen.ts';

const findBox = () => screen.findByRole('combobox', { name: 'Search everything' });

test('NAV-17 Enter opens what was typed last, and not what was found for less of it', async () => {
  const held = hold(answer(listResources, [resource({ id: 2, title: 'Harbour' })], { query: { search: 'Harbour' } }));
  const { user } = await renderPortal('/billing', {
    answers: [
      ...forBilling(),
      ...forSearch(),
      ...forResource(wholeResource({ id: 2, title: 'Harbour' })),
      answer(listResources, [resource({ id: 1, title: 'Lantern' })], { query: { search: 'Lantern' } }),
      held,
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Search everything' }));
  const box = await findBox();
  await user.type(box, 'Lantern');
  expect(await screen.findByRole('option', { name: /Lantern/ })).toBeVisible();
  await user.clear(box);
  await user.click(box);
  await user.paste('Harbour');
  await waitFor(() => expect(callsOf(listResources).at(-1)?.query.get('search')).toBe('Harbour'));
  await user.keyboard('{Enter}');
  await expectAddress('/billing');
  held.release();
  await expectAddress('/resource/2');
});

test.each(['Control', 'Meta'])(
  'NAV-17 %s and Enter open the chosen result in a new tab, and the search stays',
  async (key) => {
    const tabs = noteTabs();
    const found = [resource({ id: 1, title: 'Lantern' }), resource({ id: 2, title: 'Lantern oil' })];
    const { user } = await renderPortal('/billing', {
      answers: [...forBilling(), ...forSearch(), answer(listResources, found)],
    });
    await user.click(await screen.findByRole('button', { name: 'Search everything' }));
    const box = await findBox();
    await user.type(box, 'Lantern');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
    await user.keyboard('{ArrowDown}');
    await user.keyboard(`{${key}>}{Enter}{/${key}}`);
    await waitFor(() => expect(tabs.map((address) => new URL(address).pathname)).toEqual(['/resource/2']));
    await expectAddress('/billing');
    expect(box).toHaveValue('Lantern');
  },
);

test('NAV-17 the results are narrowed to one kind and back', async () => {
  const { user } = await renderPortal('/billing', {
    answers: [...forBilling(), ...forSearch(), answer(listResources, resources(6, { title: 'A billing handbook' }))],
  });
  await user.click(await screen.findByRole('button', { name: 'Search everything' }));
  const box = await findBox();
  await user.type(box, 'billing');
  const optionsOf = (name: string) => within(screen.getByRole('group', { name })).getAllByRole('option');
  await waitFor(() => expect(optionsOf('Resources')).toHaveLength(5));
  expect(optionsOf('Screens')).toHaveLength(1);
  const kinds = within(screen.getByRole('group', { name: 'Kinds of results' }));
  const all = kinds.getByRole('button', { name: /^All/ });
  expect(all).toHaveAttribute('aria-pressed', 'true');
  await user.click(kinds.getByRole('button', { name: 'Resources 6' }));
  await waitFor(() => expect(optionsOf('Resources')).toHaveLength(6));
  expect(screen.queryByRole('group', { name: 'Screens' })).toBeNull();
  expect(box).toHaveFocus();
  await waitFor(() => expect(optionsOf('Resources')[0]?.querySelector('mark')).toHaveTextContent('billing'));
  await user.click(all);
  await waitFor(() => expect(optionsOf('Screens')).toHaveLength(1));
});

test('NAV-17 the closest matches stand last when few resources are found', async () => {
  const { user } = await renderPortal('/billing', {
    answers: [
      ...forBilling(),
      ...forSearch(),
      answer(listResources, [resource({ id: 1, title: 'Lantern' })]),
      answer(listClosestResources, [resource({ id: 2, title: 'Harbour' })]),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Search everything' }));
  await user.type(await findBox(), 'billing lantern');
  const closest = within(await screen.findByRole('group', { name: 'Closest matches' }));
  expect(closest.getAllByRole('option')).toHaveLength(1);
  // The results of the first word disappear a moment later.
  await waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Lantern'),
      expect.stringContaining('Harbour'),
    ]),
  );
});

test('NAV-17 Escape closes the search without results and gives the keyboard back', async () => {
  const { user } = await renderPortal('/billing', { answers: [...forBilling(), ...forSearch()] });
  const button = await screen.findByRole('button', { name: 'Search everything' });
  button.focus();
  await user.keyboard('{Enter}');
  const box = await findBox();
  await waitFor(() => expect(box).toHaveFocus());
  await user.keyboard('zzzqqqxxx');
  expect(await screen.findByText(/^Nothing matches “zzzqqqxxx”\./)).toBeVisible();
  expect(screen.queryByRole('group', { name: 'Users' })).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(box).not.toBeInTheDocument());
  await waitFor(() => expect(button).toHaveFocus());
});
