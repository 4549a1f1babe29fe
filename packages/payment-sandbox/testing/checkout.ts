import type Stripe from 'stripe';
import type { RawAnswer, TestSandbox } from './sandbox.ts';

type Session = Stripe.Checkout.Session;
type Sent = Stripe.Checkout.SessionCreateParams;

/** Opens a checkout that returns to the portal. */
export function openCheckout({ stripe }: TestSandbox, sent: Sent): Promise<Session> {
  return stripe.checkout.sessions.create({
    success_url: 'https://portal.example.org/billing?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://portal.example.org/billing?cancelled=1',
    ...sent,
  });
}

/** Sends the checkout page's form with this card. */
export function confirmCheckout(
  sandbox: TestSandbox,
  session: Session,
  number?: string,
  extra: Record<string, string> = {},
): Promise<RawAnswer> {
  const card = number ? typedCard(number) : {};
  return sandbox.post(`${pathOf(session.url)}/confirm`, { ...card, ...extra });
}

/** Builds card fields as the pages' script sends them. */
export function typedCard(number: string): Record<string, string> {
  return { 'card[number]': number, 'card[exp_month]': '12', 'card[exp_year]': '2040', 'card[cvc]': '123' };
}

/** Returns the part of a page's address after the sandbox's path. */
export function pathOf(url: string | null | undefined): string {
  return new URL(url ?? '').pathname.replace('/sandbox/payments', '');
}

/** Returns the text of a page without its markup. */
export async function textAt(sandbox: TestSandbox, path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${sandbox.address}${path}`);
  const text = (await response.text()).replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  return { status: response.status, text };
}

/** Answers the bank's question that a page was shown. */
export function answerBank(sandbox: TestSandbox, asked: RawAnswer, outcome: 'complete' | 'fail'): Promise<RawAnswer> {
  return sandbox.post(`/three-d-secure/${asked.body.step}`, { outcome });
}
