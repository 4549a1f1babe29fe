import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { getCredit, listOrdersOfOrganisation } from '#contract/commerce/purchases-seats.endpoints.ts';
import { moveDomain } from '#contract/organisations/company-sign-in.endpoints.ts';
import { getOrganisation, listPeopleOfOrganisation } from '#contract/organisations/organisations-admin.endpoints.ts';
import { provenDomain } from '#tests/support/web/connection-fixtures.ts';
import { administrator } from '#tests/support/web/fixtures.ts';
import { answer, callsOf, refuse, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

const organisation = {
  ...{ id: 12, name: 'Northmere Council', owner: 'Ines Fairbourne', people: 3, seats: 0, seatsInUse: 0 },
  ...{ createdAt: '2026-11-20T09:00:00.000Z', closedAt: null, confirmedAt: null },
  ...{ owners: [], invited: 0, pools: [], lots: [] },
};

const open = (given: Partial<{ closedAt: string }> = {}) =>
  renderPortal('/admin-dashboard/organisations/12', {
    as: administrator(),
    answers: [
      answer(getOrganisation, { ...organisation, ...given }),
      answer(getCredit, { currency: 'GBP', limit: 0, outstanding: 0, overdue: 0, used: 0 }),
      answer(listOrdersOfOrganisation, []),
      answer(listPeopleOfOrganisation, []),
      refuse(moveDomain, 'organisations.domain-not-added'),
    ],
  });

test('SSO-01 an administrator moves a domain by its name; a refusal stays at the field', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Move a domain here' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move a domain here' }));
  const domain = dialog.getByRole('textbox', { name: 'Domain' });
  await user.click(dialog.getByRole('button', { name: 'Move domain' }));
  await waitFor(() => expect(domain).toHaveAccessibleDescription(/Enter a domain/));
  expect(callsOf(moveDomain)).toEqual([]);
  await user.type(domain, 'northmere.example{Enter}');
  await waitFor(() => expect(domain).toHaveAccessibleDescription(/One of its owners adds it first/));
  serve(answer(moveDomain, provenDomain()));
  await user.click(dialog.getByRole('button', { name: 'Move domain' }));
  await expectToast('northmere.example was moved here');
  expect(callsOf(moveDomain).at(-1)).toMatchObject({ params: { id: '12' }, body: { domain: 'northmere.example' } });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('SSO-01 no domain moves to a closed organisation', async () => {
  await open({ closedAt: '2026-11-21T09:00:00.000Z' });
  expect(await screen.findByText('Credit limit')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Move a domain here' })).toBeNull();
});
