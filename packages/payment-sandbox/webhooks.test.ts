import Stripe from 'stripe';
import { beforeEach, describe, expect, test } from 'vitest';
import { signatureHeader } from './deliveries.ts';
import { startReceiver, useTestSandbox } from './testing/sandbox.ts';
import { stripeValidator } from './testing/validator.ts';

const sandbox = useTestSandbox();

/** Number of webhooks received before the present test. */
let already = 0;
beforeEach(async () => {
  await sandbox.control('DELETE', 'faults');
  await everythingSent();
  already = sandbox.receiver.received.length;
});

const create = (name: string) => sandbox.stripe.customers.create({ name });
const newest = async () => (await sandbox.receiver.arrived(already + 1)).slice(already);
const deliveries = async (query: string) => Object(await sandbox.control('GET', `deliveries?${query}`)).data;

/** Resolves when no webhook is due to be sent. */
const everythingSent = () => sandbox.control('POST', 'deliveries/settle');

describe('webhooks', () => {
  test('webhooks carry the event, signed so that the SDK accepts it, and count as delivered', async () => {
    const customer = await create('Ann');
    const [webhook] = await newest();
    const { webhookSecret } = sandbox.running;
    const event = sandbox.stripe.webhooks.constructEvent(webhook?.body ?? '', webhook?.signature ?? '', webhookSecret);
    expect(event).toMatchObject({ type: 'customer.created', data: { object: { id: customer.id } } });
    expect(stripeValidator().object(JSON.parse(webhook?.body ?? ''))).toEqual([]);
    await everythingSent();
    expect((await sandbox.stripe.events.retrieve(event.id)).pending_webhooks).toBe(0);
    const undelivered = await sandbox.stripe.events.list({ delivery_success: false });
    expect(undelivered.data).toEqual([]);
  });

  test('webhooks are refused by the SDK when a byte was changed, the secret is another, or they are old', async () => {
    await create('Ann');
    const [{ body, signature } = { body: '', signature: '' }] = await newest();
    const { webhookSecret } = sandbox.running;
    const check = (text: string, header: string, secret: string) => () =>
      sandbox.stripe.webhooks.constructEvent(text, header, secret);
    const isRefused = Stripe.errors.StripeSignatureVerificationError;
    expect(check(body.replace('Ann', 'Bea'), signature, webhookSecret)).toThrow(isRefused);
    expect(check(body, signature, 'whsec_other')).toThrow(isRefused);
    const longAgo = signatureHeader(body, [webhookSecret], Math.floor(Date.now() / 1000) - 301);
    expect(check(body, longAgo, webhookSecret)).toThrow('Timestamp outside the tolerance zone');
    const rolled = signatureHeader(body, ['whsec_new', webhookSecret], Math.floor(Date.now() / 1000));
    expect(check(body, rolled, webhookSecret)).not.toThrow();
  });

  test('webhooks are signed with the real time when the clock was moved', async () => {
    await sandbox.advance(400);
    await create('Ann');
    const [webhook] = await newest();
    const { webhookSecret } = sandbox.running;
    const event = sandbox.stripe.webhooks.constructEvent(webhook?.body ?? '', webhook?.signature ?? '', webhookSecret);
    expect(event.created - Date.now() / 1000).toBeGreaterThan(399 * 86_400);
  });

  test('webhooks are tried again, signed anew, until the answer is 2xx; a redirect counts as a failure', async () => {
    await sandbox.control('POST', 'webhooks', { retryDelaysMs: [0, 0, 0, 0] });
    sandbox.receiver.nextStatuses.push(500, 302, 404);
    await create('Ann');
    const tries = (await sandbox.receiver.arrived(already + 4)).slice(already);
    expect(new Set(tries.map(({ event }) => event.id)).size).toBe(1);
    const event = tries[0]?.event.id ?? '';
    await everythingSent();
    expect(await deliveries(`event=${event}`)).toMatchObject([{ state: 'delivered', attempts: 4 }]);
  });

  test('webhooks are given up after the last try, and go out when asked for', async () => {
    await sandbox.control('POST', 'webhooks', { retryDelaysMs: [] });
    sandbox.receiver.nextStatuses.push(500);
    await create('Ann');
    const [webhook] = await newest();
    const event = webhook?.event.id ?? '';
    await everythingSent();
    expect(await deliveries(`event=${event}`)).toMatchObject([{ state: 'failed', lastAnswer: '500' }]);
    const undelivered = await sandbox.stripe.events.list({ delivery_success: false });
    expect(undelivered.data).toMatchObject([{ id: event, pending_webhooks: 1 }]);
    await sandbox.control('POST', 'deliveries/retry');
    await sandbox.receiver.arrived(already + 2);
    await everythingSent();
    expect((await sandbox.stripe.events.retrieve(event)).pending_webhooks).toBe(0);
    const [{ id }] = await deliveries(`event=${event}`);
    await sandbox.control('POST', `deliveries/${id}/resend`);
    const all = await sandbox.receiver.arrived(already + 3);
    expect(all.slice(already).map((one) => one.event.id)).toEqual([event, event, event]);
    expect((await sandbox.stripe.events.retrieve(event)).pending_webhooks).toBe(0);
  });

  test('webhooks can be sent twice', async () => {
    await sandbox.control('POST', 'webhooks', { mode: 'duplicate' });
    await create('Ann');
    const both = (await sandbox.receiver.arrived(already + 2)).slice(already);
    expect(both[1]?.event.id).toBe(both[0]?.event.id);
  });

  test('webhooks can come late, after those of later events', async () => {
    await sandbox.control('POST', 'webhooks', { mode: 'late', lateByMs: 1, types: ['customer.created'] });
    const { id } = await create('Ann');
    await sandbox.stripe.customers.update(id, { name: 'Bea' });
    const both = (await sandbox.receiver.arrived(already + 2)).slice(already);
    expect(both.map(({ event }) => event.type).sort()).toEqual(['customer.created', 'customer.updated']);
    await sandbox.control('POST', 'webhooks', { mode: 'late', lateByMs: 3_600_000 });
    await sandbox.stripe.customers.update(id, { name: 'Cleo' });
    expect(await deliveries('state=pending')).toHaveLength(1);
    await sandbox.control('POST', 'deliveries/retry');
    const [last] = (await sandbox.receiver.arrived(already + 3)).slice(-1);
    await sandbox.control('POST', `events/${last?.event.id}/resend`);
    const again = (await sandbox.receiver.arrived(already + 4)).at(-1);
    expect(again?.event.id).toBe(last?.event.id);
  });

  test('webhooks can be held, dropped, and let go in the wrong order', async () => {
    await sandbox.control('POST', 'webhooks', { mode: 'hold', types: ['customer.created'] });
    const { id } = await create('Ann');
    await sandbox.stripe.customers.update(id, { name: 'Bea' });
    expect((await newest()).map(({ event }) => event.type)).toEqual(['customer.updated']);
    await sandbox.control('POST', 'webhooks', { mode: 'shuffle' });
    await sandbox.stripe.customers.update(id, { name: 'Cleo' });
    await sandbox.control('POST', 'webhooks', { mode: 'normal' });
    const rest = (await sandbox.receiver.arrived(already + 3)).slice(already + 1);
    expect(rest.map(({ event }) => event.type)).toEqual(['customer.updated', 'customer.created']);

    await sandbox.control('POST', 'webhooks', { mode: 'drop' });
    await sandbox.stripe.customers.update(id, { name: 'Dora' });
    await everythingSent();
    expect(await deliveries('state=dropped')).toHaveLength(1);
    await sandbox.control('POST', 'webhooks', { mode: 'normal' });
    await sandbox.stripe.customers.update(id, { name: 'Eve' });
    const last = (await sandbox.receiver.arrived(already + 4)).at(-1);
    expect(last?.body).toContain('"name":"Eve"');
    const undelivered = await sandbox.stripe.events.list({ delivery_success: false, types: ['customer.updated'] });
    expect(undelivered.data).toHaveLength(1);
    await sandbox.control('POST', 'deliveries/retry');
    expect((await sandbox.receiver.arrived(already + 5)).at(-1)?.body).toContain('"name":"Dora"');
  });

  test('PAY-05 a list of events takes 20 event types and refuses 21', async () => {
    const types = Array.from({ length: 21 }, (_, index) => `made.up.${index}`);
    await expect(sandbox.stripe.events.list({ types })).rejects.toMatchObject({ statusCode: 400, param: 'types' });
    expect((await sandbox.stripe.events.list({ types: types.slice(1) })).data).toEqual([]);
  });
});

describe('webhook endpoints', () => {
  test('get what they asked for, signed with a secret shown once', async () => {
    const { webhookEndpoints } = sandbox.stripe;
    const receiver = await startReceiver();
    const endpoint = await webhookEndpoints.create({ url: receiver.url, enabled_events: ['customer.updated'] });
    expect(endpoint.secret).toMatch(/^whsec_/);
    expect(await webhookEndpoints.retrieve(endpoint.id)).not.toHaveProperty('secret');
    const { id } = await create('Ann');
    await sandbox.stripe.customers.update(id, { name: 'Bea' });
    const [webhook] = await receiver.arrived(1);
    expect(webhook?.event.type).toBe('customer.updated');
    const { body = '', signature = '' } = webhook ?? {};
    expect(sandbox.stripe.webhooks.constructEvent(body, signature, endpoint.secret ?? '')).toMatchObject({
      pending_webhooks: expect.any(Number),
    });
    const disabled = await webhookEndpoints.update(endpoint.id, { disabled: true, description: 'off' });
    expect(disabled).toMatchObject({ status: 'disabled', description: 'off' });
    expect((await webhookEndpoints.list()).data.map((one) => one.id)).toContain(endpoint.id);
    expect(await webhookEndpoints.del(endpoint.id)).toMatchObject({ deleted: true });
    await expect(webhookEndpoints.retrieve(endpoint.id)).rejects.toMatchObject({ statusCode: 404 });
    await sandbox.stripe.customers.update(id, { name: 'Cleo' });
    await everythingSent();
    expect(receiver.received).toHaveLength(1);
    await receiver.close();
  });

  test('need an address of the web', async () => {
    const endpoint = { url: 'somewhere', enabled_events: ['*' as const] };
    await expect(sandbox.stripe.webhookEndpoints.create(endpoint)).rejects.toMatchObject({ code: 'url_invalid' });
  });
});
