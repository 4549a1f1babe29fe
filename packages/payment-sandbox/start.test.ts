import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Stripe from 'stripe';
import { afterEach, describe, expect, test } from 'vitest';
import { readChoices } from './start-text.ts';
import { startReceiver } from './testing/sandbox.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

function program(given: string[], variables: Record<string, string> = {}): ChildProcess {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const child = spawn(process.execPath, ['scripts/start.mjs', 'packages/payment-sandbox/start.ts', ...given], {
    cwd: root,
    env: { ...variables, PATH: process.env.PATH },
  });
  cleanUp.push(() => child.kill('SIGKILL'));
  return child;
}

const printed = async (stream: NodeJS.ReadableStream | null) =>
  String((await once(stream as NodeJS.ReadableStream, 'data'))[0]);

describe('the command', () => {
  test('the command prints its keys and addresses, serves the API to the SDK and its script to other origins', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'payment-sandbox-'));
    cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
    const receiver = await startReceiver();
    cleanUp.push(() => receiver.close());
    const port = await freePort();
    const child = program(['--port', String(port), '--data', folder], { SANDBOX_WEBHOOK_URL: receiver.url });
    const block = await printed(child.stdout);
    expect(block).toContain(`API              http://localhost:${port}/v1`);
    expect(block).toContain(`Webhooks to      ${receiver.url}`);
    const [secretKey = ''] = /sk_test_\w+/.exec(block) ?? [];
    const [webhookSecret = ''] = /whsec_\w+/.exec(block) ?? [];
    const stripe = new Stripe(secretKey, { host: '127.0.0.1', port, protocol: 'http', telemetry: false });
    const customer = await stripe.customers.create({ email: 'ann@example.org' });
    const [webhook] = await receiver.arrived(1);
    const event = stripe.webhooks.constructEvent(webhook?.body ?? '', webhook?.signature ?? '', webhookSecret);
    expect(event.type).toBe('customer.created');

    const session = await stripe.checkout.sessions.create({
      mode: 'setup',
      currency: 'gbp',
      customer: customer.id,
      success_url: 'http://localhost:3000/thanks',
    });
    expect(session.url).toBe(`http://localhost:${port}/checkout/${session.id}`);
    expect((await fetch(session.url ?? '')).status).toBe(200);
    const script = await fetch(`http://localhost:${port}/v3/stripe.js`);
    expect(script.headers.get('content-type')).toContain('javascript');
    const answer = await fetch(`http://localhost:${port}/v1/payment_intents/pi_1`, {
      headers: { origin: 'http://shop' },
    });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');

    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  test('the command refuses an invalid port or webhook address with one sentence', async () => {
    const child = program(['--port', 'many']);
    expect(await printed(child.stderr)).toBe('The port must be a number from 1 to 65535, not "many".\n');
    const [exitCode] = await once(child, 'exit');
    expect(exitCode).toBe(1);
    expect(() => readChoices({ webhook: 'localhost' }, {})).toThrow('The webhook address');
    expect(readChoices({ port: '5000' }, { SANDBOX_PORT: '1', SANDBOX_DATA_DIR: 'here' })).toEqual({
      port: 5000,
      dataDir: 'here',
      webhookUrl: null,
    });
  });
});
