/// <reference types="vite/client" />
import { screen } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import type { PortalConfig } from '#contract/identity/settings.ts';
import { type Answer, type Call, callsOf } from './network.ts';

const base = '/sandbox/payments';

/** Configuration of a portal that accepts payments, at the payment sandbox. */
export const payments: PortalConfig['payments'] = {
  publishableKey: 'pk_test_1',
  apiBase: base,
  scriptUrl: `${base}/v3/stripe.js`,
  sandbox: true,
  invoiceDueDays: [14, 30],
};

const scripts = import.meta.glob('../../../packages/payment-sandbox/browser/stripe.js');

/** Loads the payment sandbox's script as its script element would, because happy-dom loads no scripts. */
export async function loadPaymentScript(): Promise<void> {
  const { href } = location;
  const { state } = history;
  // The script calls the API below the URL that it came from. The router hears only of its own `replaceState`.
  const move = (address: string | null) => History.prototype.replaceState.call(history, state, '', address);
  move(payments.scriptUrl);
  await Promise.all(Object.values(scripts).map((load) => load()));
  move(href);
}

export function unloadPaymentScript(): void {
  Reflect.deleteProperty(window, 'Stripe');
}

const calls = {
  get: { method: 'GET', path: `${base}/v1/payment_intents/:id` },
  confirm: { method: 'POST', path: `${base}/v1/payment_intents/:id/confirm` },
} as const;

/** Payment at the sandbox as its script reads it. */
type Intent = { id: string; status: string; last_payment_error?: { message: string } };

const replyOf =
  (value: object, status = 200) =>
  () =>
    new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } });

/** Answer of the sandbox with this payment. */
export const intent = (changed: Partial<Intent> = {}): Answer => ({
  endpoint: calls.get,
  respond: replyOf({ object: 'payment_intent', id: 'pi_1', status: 'requires_payment_method', ...changed }),
});

/** Answer of the sandbox that charges the card. */
export const confirms = (changed: Partial<Intent> = {}): Answer => ({
  endpoint: calls.confirm,
  respond: replyOf({ object: 'payment_intent', id: 'pi_1', status: 'succeeded', ...changed }),
});

/** Answer of a call to the sandbox that is lost, or whose response is lost. */
export const loses = (call: keyof typeof calls): Answer => ({
  endpoint: calls[call],
  respond: () => Response.error(),
});

/** Answer of the sandbox when the bank refuses the card. */
export const declines = (message: string): Answer => ({
  endpoint: calls.confirm,
  respond: replyOf({ error: { type: 'card_error', code: 'card_declined', message } }, 402),
});

export const confirmations = (): Call[] => callsOf<{ body: unknown }>(calls.confirm as never);

export async function fillCard(user: UserEvent): Promise<void> {
  await user.type(await screen.findByLabelText('Card number'), '4242424242424242');
  await user.type(screen.getByLabelText('Expiry (MM/YY)'), '1240');
  await user.type(screen.getByLabelText('CVC'), '123');
}

export const findPayButton = (): Promise<HTMLElement> => screen.findByRole('button', { name: /^(Pay|Subscribe for) / });
