import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import type { ApiKey } from '#contract/identity/api-keys.ts';
import { getLearningSummary, getWithoutSeat, listPersonLearning } from '#contract/learning/learning.endpoints.ts';
import {
  addWebhook,
  changeWebhook,
  listDeliveries,
  listWebhooks,
  resendDeliveries,
  resendDelivery,
  rotateWebhookSecret,
  sendTestEvent,
} from '#contract/operations/webhooks.endpoints.ts';
import { type Delivery, organisationEventTypes, type Webhook } from '#contract/operations/webhooks.ts';
import {
  getOwnOrganisation,
  listInvitations,
  listOrganisationPeople,
} from '#contract/organisations/organisations.endpoints.ts';
import type { OrganisationRole } from '#contract/organisations/organisations.ts';
import { listDomains, listJoinRequests } from '#contract/organisations/organisations-domains.endpoints.ts';
import {
  createOrganisationKey,
  listOrganisationKeys,
  revokeOrganisationKey,
} from '#contract/organisations/organisations-keys.endpoints.ts';
import { type Answer, answer, callsOf, refuse, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

const url = 'https://hr.northmere.example/learning';
const secret = `whsec_${'c2VjcmV0IG9mIGEgdGVzdCB0aGF0IGlzIHRvbGQu'}`;
const counts = { assigned: 0, completed: 0, inProgress: 0, notStarted: 0, overdue: 0 };

const webhook = (changed: Partial<Webhook> = {}): Webhook => ({
  id: 7,
  url,
  description: null,
  types: ['seat.assigned'],
  isOn: true,
  offReason: null,
  createdAt: '2026-11-01T09:00:00.000Z',
  failingSince: null,
  waiting: 0,
  lastDeliveredAt: null,
  twoSignaturesUntil: null,
  secretRotatedAt: null,
  ...changed,
});
const delivery: Delivery = {
  id: 31,
  eventType: 'endpoint.test',
  messageId: 'evt_512',
  status: 'delivered',
  attempts: 1,
  createdAt: '2026-11-14T09:00:00.000Z',
  lastAttemptAt: '2026-11-14T09:00:01.000Z',
  nextAttemptAt: null,
  responseStatus: 204,
  durationMs: 48,
  error: null,
  response: '',
  responseType: null,
  sentPath: '/learning',
  sentTimestamp: 1794646801,
  request: '{"type":"endpoint.test","sequence":512}',
};

/** Opens the tab; a call of the portal's own webhooks or keys has no answer, and fails the test. */
const open = (role: OrganisationRole, ...answers: Answer[]) =>
  renderPortal('/organisation?tab=developers', {
    answers: [
      answer(getOwnOrganisation, {
        id: 4,
        name: 'Northmere',
        role,
        isKnown: true,
        people: 2,
        seats: { total: 12, inUse: 5 },
        ownSeats: [],
      }),
      answer(listOrganisationPeople, []),
      answer(listPersonLearning, []),
      answer(listInvitations, []),
      answer(listJoinRequests, []),
      answer(listDomains, []),
      answer(getWithoutSeat, { people: 0, resources: [] }),
      answer(getLearningSummary, {
        total: { ...counts, overduePeople: 0 },
        roles: [],
        resources: [],
        resourceCount: 0,
      }),
      ...answers,
    ],
  });

test('HOOK-05 HOOK-01 an owner adds a webhook of the organisation, tries it, sends again, replaces its secret and switches it off', async () => {
  let webhooks: Webhook[] = [];
  let deliveries: Delivery[] = [];
  const { user } = await open(
    'owner',
    answer(listOrganisationKeys, []),
    answer(listWebhooks, () => webhooks, { params: { id: 4 } }),
    answer(listDeliveries, () => deliveries, { params: { id: 4, webhookId: 7 } }),
    refuse(addWebhook, 'webhooks.address-refused'),
    answer(sendTestEvent, () => {
      deliveries = [delivery];
      return delivery;
    }),
    answer(resendDelivery, delivery),
    answer(resendDeliveries, { deliveries: 3 }),
    answer(rotateWebhookSecret, () => {
      webhooks = [
        webhook({ twoSignaturesUntil: '2126-11-15T09:00:00.000Z', secretRotatedAt: '2126-11-14T09:00:00.000Z' }),
      ];
      return { webhook: webhooks[0] ?? webhook(), secret: `${secret}2` };
    }),
    answer(changeWebhook, () => {
      webhooks = [webhook({ isOn: false, offReason: 'switched-off' })];
      return webhooks[0] ?? webhook();
    }),
  );
  expect(await screen.findByText(/^No webhooks yet/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add webhook' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add a webhook' });
  const offered = within(dialog)
    .getAllByRole('checkbox')
    .map((box) => (box as HTMLInputElement).labels?.[0]?.textContent ?? '');
  expect(offered).toHaveLength(organisationEventTypes.length);
  expect(offered.filter((text) => /purchase|subscription|member\./.test(text))).toEqual([]);
  await user.type(within(dialog).getByRole('textbox', { name: 'Address' }), url);
  await user.click(within(dialog).getByRole('checkbox', { name: /^seat\.assigned/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Add webhook' }));
  expect(await within(dialog).findByText(/^The portal cannot call this address/)).toBeVisible();
  serve(
    answer(addWebhook, () => {
      webhooks = [webhook()];
      return { webhook: webhook(), secret };
    }),
  );
  await user.click(within(dialog).getByRole('button', { name: 'Add webhook' }));
  const shown = await screen.findByRole('dialog', { name: 'The signing secret' });
  expect(shown).toHaveTextContent(secret);
  await user.click(within(shown).getByRole('button', { name: 'Done' }));
  expect(callsOf(addWebhook).at(-1)).toMatchObject({
    params: { id: '4' },
    body: { url, description: null, types: ['seat.assigned'] },
  });

  const log = within(await screen.findByRole('region', { name: 'Deliveries to hr.northmere.example' }));
  expect(await log.findByText(/^Nothing was sent yet/)).toBeVisible();
  await user.click(log.getByRole('button', { name: 'Send test event' }));
  await expectToast('The test event is on its way');
  await user.click(await log.findByRole('button', { name: /endpoint\.test.*204/ }));
  await user.click(log.getByRole('button', { name: 'Resend now' }));
  await expectToast('The event is on its way again');
  await user.click(log.getByRole('button', { name: 'Resend all since…' }));
  const since = await screen.findByRole('dialog', { name: 'Resend all since…' });
  fireEvent.change(within(since).getByLabelText(/^Since/), { target: { value: '2026-11-14T08:00' } });
  await user.click(within(since).getByRole('button', { name: 'Resend' }));
  await expectToast('3 events are on their way again');
  await user.click(log.getByRole('button', { name: 'Make a new secret' }));
  const again = await screen.findByRole('dialog', { name: 'The signing secret' });
  expect(again).toHaveTextContent(`${secret}2`);
  await user.click(within(again).getByRole('button', { name: 'Done' }));
  expect(await screen.findByText('Secret replaced 14 Nov 2126')).toBeVisible();
  const sender = screen.getByRole('switch', { name: `Send events to ${url}` });
  await user.click(sender);
  await waitFor(() => expect(sender).not.toBeChecked());
  expect(log.getByRole('button', { name: 'Send test event' })).toBeDisabled();
  const own = { id: '4', webhookId: '7' };
  for (const calls of [
    callsOf(sendTestEvent),
    callsOf(resendDeliveries),
    callsOf(rotateWebhookSecret),
    callsOf(changeWebhook),
  ]) {
    expect(calls.map(({ params }) => params)).toEqual([own]);
  }
  expect(callsOf(resendDelivery).map(({ params }) => params)).toEqual([{ ...own, deliveryId: '31' }]);
  expect(callsOf(changeWebhook)[0]?.body).toEqual({ isOn: false });
});

test('HOOK-05 APIKEY-01 APIKEY-02 an owner makes a key of the organisation, which is shown once, and revokes it', async () => {
  const token = `rapp_o_${'T9xW4bLq7Zc2Nf8Hs5Vd1Kj6Rm3Gy0PaEuXi4Mv2'}`;
  const made: ApiKey = {
    id: 3,
    name: 'HR system',
    start: 'rapp_o_T9xW4bLq',
    scopes: ['completions:read'],
    expiresAt: '2126-02-12T09:00:00.000Z',
    lastUse: null,
    madeBy: 'Ines Kaldor',
    createdAt: '2026-11-14T09:00:00.000Z',
    takenOverBy: null,
    endsUnlessTakenOverAt: null,
  };
  let keys: ApiKey[] = [];
  const { user } = await open(
    'owner',
    answer(listWebhooks, []),
    answer(listOrganisationKeys, () => keys, { params: { id: 4 } }),
    answer(createOrganisationKey, () => {
      keys = [made];
      return { key: made, token };
    }),
    answer(revokeOrganisationKey, () => {
      keys = [];
      return { message: 'The key is revoked.' };
    }),
  );
  expect(await screen.findByText(/^Your organisation has no key/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Create key' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create API key' });
  expect(within(dialog).queryByRole('radio', { name: 'Never' })).toBeNull();
  expect(within(dialog).getAllByRole('checkbox')).toHaveLength(3);
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'HR system');
  await user.click(within(dialog).getByRole('checkbox', { name: 'Read completions and certificates' }));
  await user.dblClick(within(dialog).getByRole('button', { name: 'Create key' }));
  const shown = await screen.findByRole('dialog', { name: 'Copy your key now' });
  expect(shown).toHaveTextContent(token);
  expect(shown).toHaveTextContent(/\/api\/organisations\/4\/completions.*All owners get an email about the new key\./);
  await user.click(within(shown).getByRole('button', { name: 'I have copied it' }));
  expect(await screen.findByRole('row', { name: /HR system/ })).toHaveTextContent(/12 Feb 2126.*Never.*Ines Kaldor/);
  expect(document.body).not.toHaveTextContent(token);
  await user.click(screen.getByRole('button', { name: 'Actions of HR system' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Revoke' }));
  const question = await screen.findByRole('dialog', { name: 'Revoke HR system?' });
  await user.click(within(question).getByRole('button', { name: 'Revoke key' }));
  await expectToast('The key is revoked');
  expect(await screen.findByText(/^Your organisation has no key/)).toBeVisible();
  expect(callsOf(createOrganisationKey).map(({ params, body }) => [params, body])).toEqual([
    [{ id: '4' }, { name: 'HR system', scopes: ['completions:read'], expiresInDays: 90 }],
  ]);
  expect(callsOf(revokeOrganisationKey).map(({ params }) => params)).toEqual([{ id: '4', keyId: '3' }]);
});

test('HOOK-05 a manager has no tab Developers, and its address asks for no keys or webhooks', async () => {
  await open('manager');
  expect(await screen.findByRole('tab', { name: /^People/ })).toBeVisible();
  expect(screen.queryByRole('tab', { name: 'Developers' })).toBeNull();
  expect([...callsOf(listOrganisationKeys), ...callsOf(listWebhooks)]).toEqual([]);
});
