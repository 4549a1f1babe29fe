import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { countAdminSubscriptions, listAdminSubscriptions } from '#contract/subscriptions.endpoints.ts';
import { administrator } from '#tests/support/web/fixtures.ts';
import { answer, fail, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';

const counters = () =>
  within(screen.getByRole('list', { name: 'Summary' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('ADM-SUB-02 a list of subscriptions that cannot be loaded says so and can be asked for again', async () => {
  const { user } = await renderPortal('/admin-dashboard?tab=subscriptions', {
    as: administrator(),
    answers: [fail(listAdminSubscriptions), fail(countAdminSubscriptions)],
  });
  expect(await screen.findByRole('heading', { name: 'Subscriptions did not load' })).toBeVisible();
  expect(counters()).toEqual(['– Active', '– Trial', '– Suspended', '– Cancelling']);
  serve(
    answer(listAdminSubscriptions, []),
    answer(countAdminSubscriptions, { active: 0, trial: 0, suspended: 0, cancelling: 0 }),
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Subscriptions did not load' })).toBeNull());
});
