import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Stripe from 'stripe';
import { afterEach, describe, expect, test } from 'vitest';
import { readJournal } from './store.ts';
import { TestSandbox } from './testing/sandbox.ts';

const journalOf = (folder: string) => join(folder, 'sandbox', 'payments', 'journal.jsonl');
const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo();
});

async function started(): Promise<TestSandbox> {
  const sandbox = new TestSandbox();
  await sandbox.start();
  cleanUp.push(() => sandbox.dispose());
  return sandbox;
}

async function startedInChild(folder: string): Promise<{ child: ChildProcess; stripe: Stripe }> {
  const program = fileURLToPath(new URL('./testing/child.ts', import.meta.url));
  const child = spawn(process.execPath, [program, folder, 'http://127.0.0.1:9/no-receiver'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanUp.push(() => child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  const { port, secretKey } = JSON.parse(String(line));
  const stripe = new Stripe(secretKey, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
  return { child, stripe };
}

describe('after a restart', () => {
  test('keys, objects, clock, idempotency keys and open bank questions are as before', async () => {
    const sandbox = await started();
    const { secretKey, publishableKey, webhookSecret } = sandbox.running;
    const customer = await sandbox.stripe.customers.create({ name: 'Ann' }, { idempotencyKey: 'kept' });
    await sandbox.advance(3);
    const payment = { amount: 500, currency: 'gbp', confirm: true, payment_method: 'pm_card_threeDSecure2Required' };
    const asking = await sandbox.stripe.paymentIntents.create(payment);
    const before = await sandbox.stripe.events.list({ limit: 100 });

    await sandbox.stop();
    await sandbox.start();

    expect(sandbox.running).toMatchObject({ secretKey, publishableKey, webhookSecret });
    expect(await sandbox.stripe.customers.retrieve(customer.id)).toEqual(customer);
    const again = await sandbox.stripe.customers.create({ name: 'Ann' }, { idempotencyKey: 'kept' });
    expect(again.id).toBe(customer.id);
    const after = await sandbox.stripe.events.list({ limit: 100 });
    expect(after.data.map(({ id }) => id)).toEqual(before.data.map(({ id }) => id));
    expect((await sandbox.stripe.customers.create()).created - customer.created).toBeGreaterThanOrEqual(3 * 86_400);
    const step = asking.next_action?.use_stripe_sdk?.source;
    const { body } = await sandbox.post(`/three-d-secure/${step}`, { outcome: 'complete' });
    expect(body).toMatchObject({ status: 'succeeded' });
    expect((await sandbox.stripe.webhookEndpoints.list()).data).toHaveLength(1);
    expect(sandbox.faults).toEqual([]);
  });

  test('webhooks that were not delivered are sent, in their order', async () => {
    const sandbox = await started();
    await sandbox.control('POST', 'webhooks', { mode: 'hold' });
    const { id } = await sandbox.stripe.customers.create({ name: 'Ann' });
    await sandbox.stripe.customers.update(id, { name: 'Bea' });
    await sandbox.stop();
    expect(sandbox.receiver.received).toEqual([]);
    await sandbox.start();
    const received = await sandbox.receiver.arrived(2);
    expect(received.map(({ event }) => event.type)).toEqual(['customer.created', 'customer.updated']);
  });

  test('work planned before happens when its time has come', async () => {
    const sandbox = await started();
    const payment = { amount: 500, currency: 'gbp', confirm: true, payment_method: 'pm_card_pendingRefund' };
    const intent = await sandbox.stripe.paymentIntents.create(payment);
    const refund = await sandbox.stripe.refunds.create({ payment_intent: intent.id });
    await sandbox.stop();
    await sandbox.start();
    await sandbox.advance(1);
    expect(await sandbox.stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'succeeded' });
  });

  test('stores only the parts of a card that Stripe shows', async () => {
    const sandbox = await started();
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '737' };
    await sandbox.stripe.paymentMethods.create({ type: 'card', card }, { idempotencyKey: 'card' });
    const text = readFileSync(journalOf(sandbox.folder), 'utf8');
    expect(text).toContain('"last4":"4242"');
    expect(text).not.toContain('4242424242');
    // The pattern matches whole words only, because ids and times may contain these digits by chance.
    expect(text).not.toMatch(/\b737\b/);
  });
});

describe('kill -9', () => {
  test('loses nothing that was answered, in the middle of many calls', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'payment-sandbox-'));
    cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
    const first = await startedInChild(folder);
    const answered: string[] = [];
    const ended = once(first.child, 'exit');
    const calls = Array.from({ length: 60 }, async (_, index) => {
      const payment = { amount: 500 + index, currency: 'gbp', confirm: true, payment_method: 'pm_card_visa' };
      const intent = await first.stripe.paymentIntents.create(payment);
      answered.push(intent.id);
      if (answered.length === 20) first.child.kill('SIGKILL');
    });
    await Promise.allSettled(calls);
    await ended;
    expect(answered.length).toBeGreaterThanOrEqual(20);

    const second = await startedInChild(folder);
    for (const id of answered) {
      const intent = await second.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
      expect(intent).toMatchObject({ status: 'succeeded', latest_charge: { paid: true } });
    }
    const charges = await second.stripe.charges.list({ limit: 100 });
    const intents = await second.stripe.paymentIntents.list({ limit: 100 });
    expect(charges.data).toHaveLength(intents.data.length);
  });

  test('a line cut in the middle is dropped as a whole, and the journal goes on', async () => {
    const sandbox = await started();
    const { id } = await sandbox.stripe.customers.create({ name: 'Ann' });
    await sandbox.stop();
    const path = journalOf(sandbox.folder);
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, `${whole}[["customer","${id}",{"id":"${id}","na`);
    expect(readJournal(path)).toHaveLength(whole.trimEnd().split('\n').length);
    await sandbox.start();
    expect(await sandbox.stripe.customers.retrieve(id)).toMatchObject({ name: 'Ann' });
    await sandbox.stripe.customers.update(id, { name: 'Bea' });
    await sandbox.stop();
    await sandbox.start();
    expect(await sandbox.stripe.customers.retrieve(id)).toMatchObject({ name: 'Bea' });
  });
});
