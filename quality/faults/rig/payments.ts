import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Stripe from 'stripe';
import { freePort } from '#tests/support/process.ts';
import { type Program, startProgram } from './program.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** The payment sandbox as `npm run sandbox` runs it, beside the nodes. */
export type Payments = {
  program: Program;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** URL for browsers, without any proxy. */
  origin: string;
  /** Proxy for the nodes. */
  proxy: TcpProxy;
  /** Stripe's own SDK with the secret key, for actions of an operator in Stripe's dashboard. */
  stripe: Stripe;
  /** Calls the sandbox's controls, such as `POST /sandbox/faults`. */
  control<Answer = unknown>(call: `${'GET' | 'POST' | 'DELETE'} /sandbox/${string}`, body?: object): Promise<Answer>;
  stop(): Promise<void>;
};

/** @param webhookUrl URL for the sandbox's events */
export async function startPayments(webhookUrl: string): Promise<Payments> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-faults-payments-'));
  const port = await freePort();
  const program = await startProgram({
    file: 'packages/payment-sandbox/start.ts',
    variables: {},
    commandLine: ['--port', String(port), '--data', dataDir, '--webhook', webhookUrl],
    isReady: (output) => /Webhook secret +whsec_\S+[\s\S]*Stop/.test(output),
  });
  const printed = (name: string) => new RegExp(`${name} +(\\S+)`).exec(program.output())?.[1] ?? '';
  const secretKey = printed('Secret key');
  const origin = `http://127.0.0.1:${port}`;
  const proxy = await startTcpProxy(() => port);
  const payments: Payments = {
    program,
    secretKey,
    publishableKey: printed('Publishable key'),
    webhookSecret: printed('Webhook secret'),
    origin,
    proxy,
    stripe: new Stripe(secretKey, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 2 }),
    control: async <Answer>(call: string, body?: object) => {
      const [method = 'GET', address] = call.split(' ');
      const reply = await fetch(`${origin}${address}`, {
        method,
        headers: { authorization: `Bearer ${secretKey}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!reply.ok) throw new Error(`${call}: ${await reply.text()}`);
      // Safe cast, because the caller names the type that it uses.
      return (await reply.json()) as Answer;
    },
    stop: async () => {
      await proxy.close();
      await program.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  // The bank needs one second for a debit instead of days.
  const methods = { types: ['card', 'link', 'bacs_debit'], debitDays: 1 / 86_400 };
  await payments.control('POST /sandbox/payment-methods', methods);
  return payments;
}
