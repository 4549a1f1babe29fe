import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { getBilling } from '#contract/billing.endpoints.ts';
import { forBilling } from '#tests/support/web/answers.ts';
import { billing } from '#tests/support/web/fixtures.ts';
import { answer, fail, hold, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';

test('the billing screen says that it loads, and then shows the history', async () => {
  const held = hold(answer(getBilling, billing()));
  await renderPortal('/billing', { answers: [...forBilling(), held] });
  expect(await screen.findByText('Loading your billing information')).toBeInTheDocument();
  held.release();
  expect(await screen.findByText(/^No transactions yet\./)).toBeVisible();
  expect(screen.queryByText('Loading your billing information')).toBeNull();
});

test('the billing screen says that it could not be loaded, and loads again when asked', async () => {
  const { user } = await renderPortal('/billing', { answers: [...forBilling(), fail(getBilling)] });
  expect(await screen.findByRole('heading', { name: 'Failed to fetch billing information' })).toBeVisible();
  serve(answer(getBilling, billing({ totalSpent: 19.5 })));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  const label = await screen.findByText('Total spent');
  await waitFor(() => expect(label.parentElement).toHaveTextContent('£19.50'));
});
