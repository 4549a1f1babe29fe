import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listPortalKeys } from '#contract/identity/api-keys-admin.endpoints.ts';
import type { Delivery, Webhook } from '#contract/operations/webhooks.ts';
import {
  addPortalWebhook,
  changePortalWebhook,
  endPortalFormerSecret,
  listPortalDeliveries,
  listPortalWebhooks,
  removePortalWebhook,
  resendPortalDeliveries,
  resendPortalDelivery,
  rotatePortalWebhookSecret,
  sendPortalTestEvent,
} from '#contract/operations/webhooks-admin.endpoints.ts';
import { administrator } from '#tests/support/web/fixtures.ts';
import { type Answer, answer, callsOf, fail, hold, refuse, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

const url = 'https://hooks.example.org/portal';
const secret = `whsec_${'c2VjcmV0IG9mIGEgdGVzdCB0aGF0IGlzIHRvbGQu'}`;

const webhook = (changed: Partial<Webhook> = {}): Webhook => ({
  id: 7,
  url,
  description: 'People in HR',
  types: ['certificate.issued', 'certificate.revoked'],
  isOn: true,
  offReason: null,
  createdAt: '2026-11-01T09:00:00.000Z',
  failingSince: null,
  waiting: 0,
  lastDeliveredAt: '2026-11-14T09:00:00.000Z',
  twoSignaturesUntil: null,
  secretRotatedAt: null,
  ...changed,
});
const delivery = (changed: Partial<Delivery> = {}): Delivery => ({
  id: 31,
  eventType: 'certificate.issued',
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
  responseType: 'text/plain',
  sentPath: '/portal',
  sentTimestamp: 1794646801,
  request: '{"type":"certificate.issued","sequence":512,"data":{"certificateId":9}}',
  ...changed,
});

const open = (...answers: Answer[]) =>
  renderPortal('/admin-dashboard/settings/developers', {
    as: administrator(),
    answers: [answer(listPortalKeys, []), answer(listPortalDeliveries, []), ...answers],
  });

const findRow = () => screen.findByRole('button', { name: url });
const log = () => screen.findByRole('region', { name: 'Deliveries to hooks.example.org' });

test('HOOK-05 webhooks are loaded, listed with their state, and loaded again after an error', async () => {
  const held = hold(answer(listPortalWebhooks, []));
  const { user } = await open(held);
  expect(await screen.findByRole('heading', { name: 'Webhooks' })).toBeVisible();
  expect(screen.queryByText(/^No webhooks yet/)).toBeNull();
  held.release();
  expect(await screen.findByText(/^No webhooks yet/)).toBeVisible();
  expect(screen.queryByRole('region', { name: /^Deliveries/ })).toBeNull();
  serve(fail(listPortalWebhooks));
  await open(fail(listPortalWebhooks));
  expect(await screen.findByText(/^The webhooks could not be loaded/)).toBeVisible();
  serve(
    answer(listPortalWebhooks, [
      webhook(),
      webhook({ id: 8, url: 'https://other.example.org/', isOn: false, offReason: 'failing', description: null }),
    ]),
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await findRow()).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByText('People in HR')).toBeVisible();
  expect(screen.getByText('All delivered')).toBeVisible();
  expect(screen.getByText('Off: failed 5 days')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'https://other.example.org/' }));
  const other = await screen.findByRole('region', { name: 'Deliveries to other.example.org' });
  expect(await within(other).findByText(/^Nothing was sent yet/)).toBeVisible();
  expect(within(other).getByRole('button', { name: 'Send test event' })).toBeDisabled();
  expect(within(other).getByRole('button', { name: 'Resend all since…' })).toBeDisabled();
});

test('HOOK-01 HOOK-05 a webhook is added once, with errors beside the fields and its secret shown this once', async () => {
  let webhooks: Webhook[] = [];
  const { user } = await open(
    answer(listPortalWebhooks, () => webhooks),
    refuse(addPortalWebhook, 'webhooks.address-refused'),
  );
  await user.click(await screen.findByRole('button', { name: 'Add webhook' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add a webhook' });
  const add = within(dialog).getByRole('button', { name: 'Add webhook' });
  await user.click(add);
  expect(await within(dialog).findByText('Enter the address of your program')).toBeVisible();
  expect(within(dialog).getByText('Choose at least one event')).toBeVisible();
  const address = within(dialog).getByRole('textbox', { name: 'Address' });
  await user.type(address, 'http://hooks.example.org/portal');
  await user.click(within(dialog).getByRole('checkbox', { name: /^certificate\.issued/ }));
  await user.click(add);
  expect(await within(dialog).findByText(/^Enter an address that begins with https/)).toBeVisible();
  expect(callsOf(addPortalWebhook)).toEqual([]);
  await user.clear(address);
  await user.type(address, url);
  await user.click(add);
  expect(await within(dialog).findByText(/^The portal cannot call this address/)).toBeVisible();
  serve(
    answer(addPortalWebhook, () => {
      webhooks = [webhook({ types: ['certificate.issued'], description: null, lastDeliveredAt: null })];
      return { webhook: webhooks[0] ?? webhook(), secret };
    }),
  );
  await user.dblClick(add);
  const shown = await screen.findByRole('dialog', { name: 'The signing secret' });
  expect(shown).toHaveTextContent(secret);
  await user.click(within(shown).getByRole('button', { name: 'Copy' }));
  await expectToast('The secret was copied');
  expect(await navigator.clipboard.readText()).toBe(secret);
  await user.click(within(shown).getByRole('button', { name: 'Done' }));
  expect(await findRow()).toBeVisible();
  expect(document.body).not.toHaveTextContent(secret);
  expect(callsOf(addPortalWebhook).map(({ body }) => body)).toEqual([
    { url, description: null, types: ['certificate.issued'] },
    { url, description: null, types: ['certificate.issued'] },
  ]);
});

test('HOOK-01 HOOK-05 a webhook is changed, switched off and on, and removed', async () => {
  let webhooks = [webhook()];
  const { user } = await open(
    answer(listPortalWebhooks, () => webhooks),
    answer(changePortalWebhook, ({ body: { isOn, ...change } }) => {
      const state = isOn === false ? { isOn, offReason: 'switched-off' as const } : { isOn: true, offReason: null };
      webhooks = webhooks.map((one) => ({ ...one, ...change, ...state }) as Webhook);
      return webhooks[0] ?? webhook();
    }),
    answer(removePortalWebhook, () => {
      webhooks = [];
      return { message: 'The webhook is removed.' };
    }),
  );
  const sender = await screen.findByRole('switch', { name: `Send events to ${url}` });
  await user.click(sender);
  await waitFor(() => expect(sender).not.toBeChecked());
  expect(screen.getByText('Off')).toBeVisible();
  await user.click(sender);
  await waitFor(() => expect(sender).toBeChecked());
  await user.click(within(await log()).getByRole('button', { name: 'Change' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change the webhook' });
  expect(within(dialog).getByRole('textbox', { name: 'Address' })).toHaveValue(url);
  await user.click(within(dialog).getByRole('checkbox', { name: /^certificate\.revoked/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(callsOf(changePortalWebhook).map(({ body }) => body)).toEqual([
    { isOn: false },
    { isOn: true },
    { url, description: 'People in HR', types: ['certificate.issued'] },
  ]);
  await user.click(within(await log()).getByRole('button', { name: 'Change' }));
  const again = await screen.findByRole('dialog', { name: 'Change the webhook' });
  await user.click(within(again).getByRole('button', { name: 'Remove webhook' }));
  const question = await screen.findByRole('dialog', { name: `Delete ${url}?` });
  const asked = callsOf(listPortalDeliveries).length;
  await user.dblClick(within(question).getByRole('button', { name: 'Delete' }));
  await expectToast('The webhook is removed.');
  expect(await screen.findByText(/^No webhooks yet/)).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(callsOf(removePortalWebhook)).toHaveLength(1);
  expect(callsOf(listPortalDeliveries)).toHaveLength(asked);
});

test('HOOK-01 HOOK-05 a new secret is shown once, and the former one ended', async () => {
  let webhooks = [webhook()];
  const { user } = await open(
    answer(listPortalWebhooks, () => webhooks),
    answer(rotatePortalWebhookSecret, () => {
      webhooks = [
        webhook({ twoSignaturesUntil: '2126-11-15T09:00:00.000Z', secretRotatedAt: '2126-11-14T09:00:00.000Z' }),
      ];
      return { webhook: webhooks[0] ?? webhook(), secret };
    }),
    answer(endPortalFormerSecret, () => {
      webhooks = [webhook()];
      return webhook();
    }),
  );
  await user.dblClick(await screen.findByRole('button', { name: 'Make a new secret' }));
  const shown = await screen.findByRole('dialog', { name: 'The signing secret' });
  expect(shown).toHaveTextContent(secret);
  await user.click(within(shown).getByRole('button', { name: 'Done' }));
  expect(await screen.findByText(/^Messages carry two signatures until 15 Nov 2126/)).toBeVisible();
  expect(screen.getByText('People in HR · secret replaced 14 Nov 2126')).toBeVisible();
  expect(callsOf(rotatePortalWebhookSecret)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'End the former secret now' }));
  await expectToast('The former secret signs no more');
  expect(await screen.findByRole('button', { name: 'Make a new secret' })).toBeVisible();
});

test('HOOK-05 deliveries show their request and answer, and are sent again', async () => {
  const failed = delivery({
    id: 32,
    status: 'failed',
    attempts: 8,
    responseStatus: 500,
    response: 'Our database is away',
    durationMs: 1530,
  });
  let deliveries = [failed, delivery()];
  const resent = hold(
    answer(resendPortalDelivery, () => {
      deliveries = [delivery({ id: 32 }), delivery()];
      return delivery({ id: 32, status: 'waiting', attempts: 0, responseStatus: null, durationMs: null });
    }),
  );
  const { user } = await open(
    answer(listPortalWebhooks, [webhook()]),
    answer(listPortalDeliveries, () => deliveries, { totalCount: 2 }),
    resent,
    refuse(sendPortalTestEvent, 'request.too-many'),
    answer(resendPortalDeliveries, { deliveries: 12 }),
  );
  const region = await log();
  const row = await within(region).findByRole('button', { name: /500, given up/ });
  expect(row).toHaveTextContent(/certificate\.issued.*500, given up.*2 s.*8 attempts/);
  await user.click(row);
  expect(row).toHaveAttribute('aria-expanded', 'true');
  expect(
    within(region).getByText(/^POST \/portal webhook-id: evt_512 webhook-timestamp: 1794646801/),
  ).toHaveTextContent(/"certificateId": 9/);
  expect(within(region).getByText(/^HTTP 500 content-type: text\/plain/)).toHaveTextContent('Our database is away');
  expect(within(region).getByText('Attempt 8 of 8.')).toBeVisible();
  await user.dblClick(within(region).getByRole('button', { name: 'Resend now' }));
  resent.release();
  await expectToast('The event is on its way again');
  expect(callsOf(resendPortalDelivery).map(({ params }) => params)).toEqual([{ webhookId: '7', deliveryId: '32' }]);
  await user.click(within(region).getByRole('button', { name: 'Send test event' }));
  await expectToast('No test event was sent');
  const sent = delivery({ id: 40, eventType: 'endpoint.test', status: 'waiting', attempts: 0 });
  const tested = hold(answer(sendPortalTestEvent, sent));
  serve(tested);
  await user.dblClick(within(region).getByRole('button', { name: 'Send test event' }));
  tested.release();
  await expectToast('The test event is on its way');
  expect(callsOf(sendPortalTestEvent)).toHaveLength(2);

  await user.click(within(region).getByRole('button', { name: 'Resend all since…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Resend all since…' });
  await user.click(within(dialog).getByRole('button', { name: 'Resend' }));
  expect(await within(dialog).findByText('Choose a day and a time')).toBeVisible();
  expect(callsOf(resendPortalDeliveries)).toEqual([]);
  fireEvent.change(within(dialog).getByLabelText(/^Since/), { target: { value: '2026-11-14T08:00' } });
  await user.dblClick(within(dialog).getByRole('button', { name: 'Resend' }));
  await expectToast('12 events are on their way again');
  expect(callsOf(resendPortalDeliveries)).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('HOOK-05 a webhook that is off sends nothing, again or as a test', async () => {
  const { user } = await open(
    answer(listPortalWebhooks, [webhook({ isOn: false, offReason: 'switched-off' })]),
    answer(listPortalDeliveries, [delivery()]),
  );
  const region = within(await log());
  await user.click(await region.findByRole('button', { name: /204/ }));
  for (const name of ['Send test event', 'Resend all since…', 'Resend now'])
    expect(region.getByRole('button', { name })).toBeDisabled();
});

test('HOOK-04 HOOK-05 a webhook that a restore switched off says what to check before it is switched on', async () => {
  await open(answer(listPortalWebhooks, [webhook({ isOn: false, offReason: 'restored' })]));
  expect(await screen.findByText('Off: portal restored')).toBeVisible();
  const log = await screen.findByRole('region', { name: 'Deliveries to hooks.example.org' });
  expect(log).toHaveTextContent(
    'Check the address, and make a new secret if you have not since, before you switch the webhook on.',
  );
  expect(within(log).getByRole('button', { name: 'Make a new secret' })).toBeVisible();
});

test('HOOK-05 the log says when it is empty, could not be loaded, and what is on its way', async () => {
  const { user } = await open(answer(listPortalWebhooks, [webhook({ waiting: 1 })]), fail(listPortalDeliveries));
  expect(await screen.findByText(/^The deliveries could not be loaded/)).toBeVisible();
  let deliveries = [delivery({ status: 'waiting', attempts: 0, responseStatus: null, durationMs: null })];
  serve(answer(listPortalDeliveries, () => deliveries));
  await user.click(within(await log()).getByRole('button', { name: 'Try again' }));
  expect(await within(await log()).findByText('On its way')).toBeVisible();
  expect(screen.getByText('1 on their way')).toBeVisible();
  deliveries = [delivery()];
  serve(answer(listPortalWebhooks, [webhook()]));
  expect(await within(await log()).findByText('204', {}, { timeout: 5000 })).toBeVisible();
});

test('HOOK-05 a webhook that failed shows a later success without a reload, and then asks no more', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const failed = delivery({ status: 'waiting', attempts: 2, responseStatus: 500 });
  await open(
    answer(listPortalWebhooks, [webhook({ waiting: 1, failingSince: '2026-11-30T09:00:00.000Z' })]),
    answer(listPortalDeliveries, [failed]),
  );
  expect(await screen.findByText('1 failing')).toBeVisible();
  expect(await within(await log()).findByText('500, will be tried again')).toBeVisible();
  serve(answer(listPortalWebhooks, [webhook()]), answer(listPortalDeliveries, [delivery()]));
  vi.advanceTimersByTime(10_100);
  expect(await screen.findByText('All delivered')).toBeVisible();
  expect(await within(await log()).findByText('204')).toBeVisible();
  const asked = [callsOf(listPortalWebhooks).length, callsOf(listPortalDeliveries).length];
  vi.advanceTimersByTime(60_000);
  expect([callsOf(listPortalWebhooks).length, callsOf(listPortalDeliveries).length]).toEqual(asked);
});

test('HOOK-05 the log lists the deliveries of one state, from its first page on', async () => {
  const { user } = await open(
    answer(listPortalWebhooks, [webhook()]),
    answer(listPortalDeliveries, [delivery()], { totalCount: 45 }),
  );
  const queries = () => callsOf(listPortalDeliveries).map(({ query }) => Object.fromEntries(query));
  const region = await log();
  await user.click(await within(region).findByRole('button', { name: /^Page 2/ }));
  await waitFor(() => expect(queries().at(-1)).toEqual({ page: '2', pageSize: '20' }));
  serve(answer(listPortalDeliveries, []));
  await user.selectOptions(within(region).getByRole('combobox', { name: 'State of the deliveries' }), 'Given up');
  expect(await within(region).findByText('No delivery has this state.')).toBeVisible();
  expect(queries().filter((query) => 'status' in query)).toEqual([{ page: '1', pageSize: '20', status: 'failed' }]);
  serve(answer(listPortalDeliveries, [delivery()]));
  await user.selectOptions(within(region).getByRole('combobox', { name: 'State of the deliveries' }), 'All states');
  expect(await within(region).findByRole('button', { name: /certificate\.issued/ })).toBeVisible();
  expect(queries().at(-1)).toEqual({ page: '1', pageSize: '20' });
});
