import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { countAdminSubscriptions, listAdminSubscriptions } from '#contract/commerce/subscriptions.endpoints.ts';
import { getSetPlanSeatPrices, setPlanSeatPrices } from '#contract/commerce/subscriptions-seats.endpoints.ts';
import { administrator } from '#tests/support/web/fixtures.ts';
import { answer, callsOf } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

test('SEAT-01 an administrator sets the volume prices of a plan, and the other plan keeps its own', async () => {
  const prices = {
    currency: 'GBP',
    resources: 1,
    monthly: { price: 8.99, steps: [{ fromSeats: 10, price: 8 }] },
    annual: { price: 89.99, steps: [] as { fromSeats: number; price: number }[] },
  };
  const { user } = await renderPortal('/admin-dashboard?tab=subscriptions', {
    as: administrator(),
    answers: [
      answer(listAdminSubscriptions, []),
      answer(countAdminSubscriptions, { active: 0, trial: 0, suspended: 0, cancelling: 0 }),
      answer(getSetPlanSeatPrices, () => prices),
      answer(setPlanSeatPrices, ({ body: { annual } }) => {
        prices.annual.steps = annual;
        return prices;
      }),
    ],
  });
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Annual Seat Prices' }));
    await screen.findByText(/the lowest price of the subscription/);
    return within(screen.getByRole('dialog', { name: 'Seat prices' }));
  };
  const dialog = await open();
  await user.click(dialog.getByRole('button', { name: 'Add step' }));
  await user.click(dialog.getByRole('button', { name: 'Save prices' }));
  const from = dialog.getByLabelText('Step 1: from seats');
  await waitFor(() => expect(from).toHaveAccessibleDescription(/3 to 500 seats/));
  await user.type(from, '500');
  await user.type(dialog.getByLabelText('Step 1: price (GBP)'), '1');
  await user.click(dialog.getByRole('button', { name: 'Save prices' }));
  await expectToast('The seat prices of the annual plan are set');
  expect(callsOf(setPlanSeatPrices).at(-1)?.body).toEqual({
    monthly: [{ fromSeats: 10, price: 8 }],
    annual: [{ fromSeats: 500, price: 1 }],
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const again = await open();
  await user.click(again.getByRole('button', { name: 'Remove step 1' }));
  await user.click(again.getByRole('button', { name: 'Save prices' }));
  await waitFor(() => expect(callsOf(setPlanSeatPrices).at(-1)?.body).toMatchObject({ annual: [] }));
});
