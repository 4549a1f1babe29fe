import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { errors } from '#contract/errors.ts';
import { changeOwnKey, createOwnKey, listOwnKeys, revokeOwnKey } from '#contract/identity/api-keys.endpoints.ts';
import type { ApiKey } from '#contract/identity/api-keys.ts';
import { createPortalKey, listPortalKeys } from '#contract/identity/api-keys-admin.endpoints.ts';
import { getLearningSummary, getWithoutSeat, listPersonLearning } from '#contract/learning/learning.endpoints.ts';
import { listWebhooks } from '#contract/operations/webhooks.endpoints.ts';
import { listPortalWebhooks } from '#contract/operations/webhooks-admin.endpoints.ts';
import {
  getOwnOrganisation,
  listInvitations,
  listOrganisationPeople,
} from '#contract/organisations/organisations.endpoints.ts';
import { listDomains, listJoinRequests } from '#contract/organisations/organisations-domains.endpoints.ts';
import { listOrganisationKeys, takeKeyOver } from '#contract/organisations/organisations-keys.endpoints.ts';
import { forSettings } from '#tests/support/web/answers.ts';
import { notePageLoads } from '#tests/support/web/browser.ts';
import { administrator } from '#tests/support/web/fixtures.ts';
import { answer, callsOf, fail, refuse, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';
import { endOf, firstCall, lastUseText } from './display.ts';

const apiKey = (changed: Partial<ApiKey> = {}): ApiKey => ({
  id: 3,
  name: 'Nightly copy',
  start: 'rapp_m_7hK2mQ9x',
  scopes: ['catalogue:read'],
  expiresAt: '2126-02-12T09:00:00.000Z',
  lastUse: { on: '2026-11-14', network: '203.0.113.0/24' },
  madeBy: 'Ines Kaldor',
  createdAt: '2026-01-05T09:00:00.000Z',
  takenOverBy: null,
  endsUnlessTakenOverAt: null,
  ...changed,
});
const token = `rapp_m_${'T9xW4bLq7Zc2Nf8Hs5Vd1Kj6Rm3Gy0PaEuXi4Mv2'}`;

test('HOOK-05 APIKEY-01 Settings list the keys, make one and show it once', async () => {
  let keys = [apiKey()];
  const made = apiKey({ id: 4, name: 'My script', scopes: ['library:read'] });
  const { user } = await renderPortal('/settings', {
    answers: [
      ...forSettings(),
      answer(listOwnKeys, () => keys),
      answer(createOwnKey, () => {
        keys = [made, ...keys];
        return { key: made, token };
      }),
    ],
  });
  const region = await screen.findByRole('region', { name: 'Keys and assistants' });
  const row = await within(region).findByRole('row', { name: /Nightly copy/ });
  expect(row).toHaveTextContent(/rapp_m_7hK2mQ9x….*catalogue:read.*12 Feb 2126.*14 Nov 2026, from 203\.0\.113\.0\/24/);
  expect(region).toHaveTextContent('1 of 20 is in use.');
  await user.click(within(region).getByRole('button', { name: 'Create key' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create API key' });
  await user.click(within(dialog).getByRole('button', { name: 'Create key' }));
  expect(await within(dialog).findByText('Name the key')).toBeVisible();
  expect(within(dialog).getByText('Choose at least one scope')).toBeVisible();
  expect(callsOf(createOwnKey)).toEqual([]);
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'My script');
  await user.click(within(dialog).getByRole('checkbox', { name: 'Read your library, progress, plan and assignments' }));
  expect(within(dialog).queryByRole('checkbox', { name: /Read members/ })).toBeNull();
  expect(within(dialog).queryByRole('radio', { name: 'Never' })).toBeNull();
  await user.click(within(dialog).getByRole('radio', { name: '30 days' }));
  await user.dblClick(within(dialog).getByRole('button', { name: 'Create key' }));
  const shown = await screen.findByRole('dialog', { name: 'Copy your key now' });
  expect(shown).toHaveTextContent(token);
  expect(shown).toHaveTextContent('You get an email about the new key.');
  expect(shown).toHaveTextContent(/Authorization: Bearer \$RAPP_KEY.*\/api\/user/);
  expect(callsOf(createOwnKey).map(({ body }) => body)).toEqual([
    { name: 'My script', scopes: ['library:read'], expiresInDays: 30 },
  ]);
  // A slow second click on the button of the previous dialog lands outside this one.
  await user.click(shown.parentElement ?? document.body);
  expect(shown).toBeVisible();
  await user.click(within(shown).getByRole('button', { name: 'I have copied it' }));
  expect(await within(region).findByRole('row', { name: /My script/ })).toBeVisible();
  expect(document.body).not.toHaveTextContent(token);
});

test('SSO-10 a key that the required company sign-in refuses leaves the form with the button that leads on', async () => {
  const loads = notePageLoads();
  const connection = { connectionId: '0192f6a4-1b2c-4d3e-8f50-0123456789ab', name: 'Northmere account' };
  const given = { values: { name: connection.name }, fields: { connection } };
  const { user } = await renderPortal('/settings', {
    answers: [...forSettings(), answer(listOwnKeys, []), refuse(createOwnKey, 'connections.company-required', given)],
  });
  await user.click(await screen.findByRole('button', { name: 'Create key' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create API key' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'My script');
  await user.click(within(dialog).getByRole('checkbox', { name: 'Read the catalogue' }));
  await user.click(within(dialog).getByRole('button', { name: 'Create key' }));
  const notice = await within(dialog).findByRole('alert');
  expect(notice).toHaveTextContent(/^Your company requires its own sign-in/);
  expect(screen.getAllByText(/^Your company requires its own sign-in/)).toHaveLength(1);
  await user.click(within(notice).getByRole('button', { name: 'Continue with Northmere account' }));
  expect(loads).toEqual([`/api/sso/${connection.connectionId}/start?returnTo=%2Fsettings`]);
});

test('APIKEY-02 a key is changed and revoked from its menu, and a refusal keeps it', async () => {
  let keys = [apiKey()];
  const { user } = await renderPortal('/settings', {
    answers: [
      ...forSettings(),
      answer(listOwnKeys, () => keys),
      answer(changeOwnKey, ({ body }) => {
        keys = [apiKey(body)];
        return apiKey(body);
      }),
      refuse(revokeOwnKey, 'keys.not-found'),
    ],
  });
  const openMenu = async (entry: string) => {
    await user.click(await screen.findByRole('button', { name: /^Actions of/ }));
    await user.click(await screen.findByRole('menuitem', { name: entry }));
  };
  await openMenu('Change');
  const dialog = await screen.findByRole('dialog', { name: 'Change Nightly copy' });
  expect(within(dialog).getByRole('checkbox', { name: 'Read the catalogue' })).toBeChecked();
  await user.click(within(dialog).getByRole('checkbox', { name: 'Read completions and certificates' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
  await expectToast('The key was changed');
  expect(callsOf(changeOwnKey).map(({ body }) => body)).toEqual([
    { name: 'Nightly copy', scopes: ['catalogue:read', 'completions:read'] },
  ]);
  await openMenu('Revoke');
  const question = await screen.findByRole('dialog', { name: 'Revoke Nightly copy?' });
  await user.click(within(question).getByRole('button', { name: 'Revoke key' }));
  expect(await within(question).findByRole('alert')).toHaveTextContent(errors['keys.not-found'].message);
  serve(
    answer(revokeOwnKey, () => {
      keys = [];
      return { message: 'The key is revoked.' };
    }),
  );
  await user.click(within(question).getByRole('button', { name: 'Revoke key' }));
  await expectToast('The key is revoked');
  expect(await screen.findByText(/^You have no key/)).toBeVisible();
});

test('HOOK-05 administrators have Developers below Settings, with keys that may have no end', async () => {
  const made = apiKey({ expiresAt: null, scopes: ['completions:read'] });
  const { user } = await renderPortal('/admin-dashboard/settings/developers', {
    as: administrator(),
    answers: [
      answer(listPortalKeys, []),
      answer(listPortalWebhooks, []),
      answer(createPortalKey, { key: made, token }),
    ],
  });
  expect(await screen.findByRole('heading', { name: 'Developers', level: 1 })).toBeVisible();
  const sections = screen.getByRole('navigation', { name: 'Settings views' });
  expect(within(sections).getByRole('link', { name: 'Developers' })).toHaveAttribute('aria-current', 'page');
  expect(within(sections).getByRole('link', { name: 'Portal settings' })).not.toHaveAttribute('aria-current');
  expect(screen.getByRole('link', { name: 'API description' })).toHaveAttribute('href', '/api/docs');
  expect(await screen.findByText(/^The portal has no key/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Create key' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create API key' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'HR system');
  await user.click(within(dialog).getByRole('checkbox', { name: 'Read completions and certificates' }));
  await user.click(within(dialog).getByRole('radio', { name: 'Never' }));
  await user.click(within(dialog).getByRole('button', { name: 'Create key' }));
  const shown = await screen.findByRole('dialog', { name: 'Copy your key now' });
  expect(shown).toHaveTextContent(/Never.*\/api\/completions.*All administrators get an email about the new key\./);
  expect(callsOf(createPortalKey)[0]?.body).toMatchObject({ expiresInDays: null });
});

test('HOOK-05 members are refused Developers, and keys that do not load can be loaded again', async () => {
  await renderPortal('/admin-dashboard/settings/developers');
  expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible();
});

test('HOOK-05 keys that could not be loaded are loaded when asked', async () => {
  const { user } = await renderPortal('/admin-dashboard/settings/developers', {
    as: administrator(),
    answers: [fail(listPortalKeys), answer(listPortalWebhooks, [])],
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('The keys could not be loaded');
  serve(answer(listPortalKeys, [apiKey()]));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('row', { name: /Nightly copy/ })).toHaveTextContent('Ines Kaldor');
});

test('HOOK-05 APIKEY-05 owners have a tab Developers and take a key over there; managers have none', async () => {
  const organisation = {
    id: 4,
    name: 'Northmere',
    role: 'owner' as const,
    isKnown: true,
    people: 2,
    seats: { total: 12, inUse: 5 },
    ownSeats: [],
  };
  const counts = { assigned: 0, completed: 0, inProgress: 0, notStarted: 0, overdue: 0 };
  let keys = [apiKey({ endsUnlessTakenOverAt: new Date(Date.now() + 3 * 86_400_000 - 60_000).toISOString() })];
  const answers = [
    answer(getOwnOrganisation, organisation),
    answer(listOrganisationPeople, []),
    answer(listPersonLearning, []),
    answer(listInvitations, []),
    answer(listJoinRequests, []),
    answer(listDomains, []),
    answer(getWithoutSeat, { people: 0, resources: [] }),
    answer(getLearningSummary, { total: { ...counts, overduePeople: 0 }, roles: [], resources: [], resourceCount: 0 }),
    answer(listOrganisationKeys, () => keys),
    answer(listWebhooks, []),
    answer(takeKeyOver, () => {
      keys = [apiKey()];
      return apiKey();
    }),
  ];
  const { user } = await renderPortal('/organisation?tab=developers', { answers });
  const row = await screen.findByRole('row', { name: /Nightly copy/ });
  expect(row).toHaveTextContent(/in 3 days.*unless an owner takes it over/);
  await user.click(screen.getByRole('button', { name: 'Actions of Nightly copy' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Take over' }));
  const question = await screen.findByRole('dialog', { name: 'Take over Nightly copy?' });
  await user.click(within(question).getByRole('button', { name: 'Take over' }));
  await expectToast('The key is yours now');
  await waitFor(() => expect(screen.getByRole('row', { name: /Nightly copy/ })).not.toHaveTextContent('in 3 days'));
  await user.click(screen.getByRole('button', { name: 'Actions of Nightly copy' }));
  expect(await screen.findByRole('menuitem', { name: 'Revoke' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Take over' })).toBeNull();
});

test('APIKEY-02 a key says when it ends, when it was used last, and which call tries it', () => {
  const now = new Date('2026-11-28T09:00:00Z');
  expect(endOf(apiKey({ expiresAt: null }), now)).toEqual({ text: 'Never', isSoon: false });
  expect(endOf(apiKey({ expiresAt: '2026-12-05T09:00:00Z' }), now)).toEqual({
    text: '05 Dec 2026, in 7 days',
    isSoon: true,
  });
  expect(endOf(apiKey({ expiresAt: '2026-11-27T09:00:00Z' }), now).text).toBe('Expired 27 Nov 2026');
  expect(lastUseText(apiKey({ lastUse: null }))).toBe('Never');
  expect(firstCall('portal', ['admin:members:read'], null)).toBe('/api/members');
  expect(firstCall('organisation', ['completions:read'], '/api/organisations/4')).toBe(
    '/api/organisations/4/completions',
  );
  expect(firstCall('organisation', ['organisation:write'], '/api/organisations/4')).toBeNull();
  expect(firstCall('member', ['progress:write'], null)).toBeNull();
});
