import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { APIRequestContext } from '@playwright/test';

/** The payment sandbox of a portal, called with its secret key like the portal's server does. */
export type PaymentSandbox = {
  /** Calls Stripe's API; fields as in Stripe's forms, such as `items[0][price]`. */
  call(method: 'GET' | 'POST' | 'DELETE', path: string, fields?: Record<string, string>): Promise<SandboxObject>;
  /** Key with which browsers call the sandbox. */
  publishableKey: string;
};

export type SandboxObject = { id: string; [field: string]: unknown };

export async function sandboxOf(request: APIRequestContext, dataDir: string): Promise<PaymentSandbox> {
  const headers = { authorization: `Bearer ${await secretKeyIn(dataDir)}` };
  return {
    publishableKey: await keyIn(dataDir, /pk_test_\w+/),
    async call(method, address, fields = {}) {
      const given = method === 'GET' ? { params: fields } : { form: fields };
      const reply = await request.fetch(`/sandbox/payments/v1/${address}`, { method, headers, ...given });
      if (!reply.ok()) throw new Error(`${method} ${address}: ${await reply.text()}`);
      return reply.json();
    },
  };
}

/** Returns the secret key that the sandbox made at its first start. */
export function secretKeyIn(dataDir: string): Promise<string> {
  return keyIn(dataDir, /sk_test_\w+/);
}

async function keyIn(dataDir: string, form: RegExp): Promise<string> {
  const journal = await readFile(path.join(dataDir, 'sandbox', 'payments', 'journal.jsonl'), 'utf8');
  return form.exec(journal)?.[0] ?? '';
}
