import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { listPurchases, openGift, redeemGift } from '#contract/commerce/purchases.endpoints.ts';
import { forResource } from '#tests/support/web/answers.ts';
import { fullResource, openGiftOf } from '#tests/support/web/fixtures.ts';
import { answer, callsOf, fail, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';

test('GIFT-03 a gift that could not be redeemed for a moment can be redeemed after "Try again"', async () => {
  const gift = openGiftOf();
  const { user } = await renderPortal(`/gift?secret=${'s'.repeat(43)}`, {
    answers: [
      ...forResource(fullResource({ id: gift.resourceId })),
      answer(listPurchases, []),
      answer(openGift, gift),
      fail(redeemGift),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Redeem gift' }));
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  const { resourceId, title, from, message } = gift;
  serve(answer(redeemGift, { resourceId, title, from, message, state: 'redeemed' }));
  await user.click(await screen.findByRole('button', { name: 'Redeem gift' }));
  expect(await screen.findByRole('heading', { name: 'Gift redeemed' })).toBeVisible();
  expect(callsOf(redeemGift)).toHaveLength(2);
});
