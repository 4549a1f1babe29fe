import type Stripe from 'stripe';
import { pathOf, typedCard } from './pages.ts';
import type { RawAnswer, TestSandbox } from './sandbox.ts';

type Session = Stripe.Checkout.Session;
type Sent = Stripe.Checkout.SessionCreateParams;

/** A checkout that comes back to the portal. */
export function openCheckout({ stripe }: TestSandbox, sent: Sent): Promise<Session> {
  return stripe.checkout.sessions.create({
    success_url: 'https://portal.example.org/billing?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://portal.example.org/billing?cancelled=1',
    ...sent,
  });
}

/** Sends the page's form with this card. */
export function confirmCheckout(
  sandbox: TestSandbox,
  session: Session,
  number?: string,
  extra: Record<string, string> = {},
): Promise<RawAnswer> {
  const card = number ? typedCard(number) : {};
  return sandbox.post(`${pathOf(session.url)}/confirm`, { ...card, ...extra });
}
