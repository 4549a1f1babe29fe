import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openGift } from '#contract/commerce/purchases.endpoints.ts';
import { openInvitation } from '#contract/organisations/organisations.endpoints.ts';
import { member, openGiftOf, openInvitationOf } from '#tests/support/web/fixtures.ts';
import { answer, callsOf } from '#tests/support/web/network.ts';
import { openAnew, renderPortal } from '#tests/support/web/render.tsx';
import { expectAddress } from '#tests/support/web/screen.ts';

const secret = 'a'.repeat(43);

test('ORG-03 V14.2.1 the secret of an invitation leaves the address at once, and a reload finds it again', async () => {
  const invitation = openInvitationOf({ email: member().email });
  const answers = [answer(openInvitation, invitation)];
  await renderPortal(`/invitation?token=${secret}`, { answers });
  expect(await screen.findByRole('heading', { name: 'Northmere Council invites you' })).toBeVisible();
  await expectAddress('/invitation');
  await openAnew('/invitation');
  expect(await screen.findByRole('heading', { name: 'Northmere Council invites you' })).toBeVisible();
  expect(callsOf(openInvitation).map(({ body }) => body)).toEqual([{ token: secret }, { token: secret }]);
});

test('GIFT-03 V14.2.1 the secret of a gift leaves the address at once, and a reload finds it again', async () => {
  const gift = openGiftOf({ from: 'Mira' });
  await renderPortal(`/gift?secret=${secret}`, { answers: [answer(openGift, gift)] });
  expect(await screen.findByRole('heading', { name: 'Mira has a gift for you' })).toBeVisible();
  await expectAddress('/gift');
  await openAnew('/gift');
  expect(await screen.findByRole('heading', { name: 'Mira has a gift for you' })).toBeVisible();
  expect(callsOf(openGift).map(({ body }) => body)).toEqual([{ secret }, { secret }]);
});
