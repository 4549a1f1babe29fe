import type Stripe from 'stripe';
import { shownAmount } from './amounts.ts';
import { followCheckout } from './checkout/ending.ts';
import { simulatedNow } from './context.ts';
import { invalidRequest } from './errors.ts';
import { html, pageText } from './pages/layout.ts';
import { followPortalSetup } from './portal.ts';
import { openStep } from './resources/payment-intent-states.ts';
import { answerSetupThreeDSecure } from './resources/setup-intent-states.ts';
import { answerThreeDSecure } from './resources/three-d-secure.ts';
import type { Store } from './store.ts';

type AnyIntent = Stripe.PaymentIntent | Stripe.SetupIntent;

/** Page of the cardholder's bank, for callers that follow a redirect instead of using the sandbox's script. */
export function bankPage(store: Store, stepId: string): string {
  const step = openStep({ store }, stepId);
  const intent = store.find('payment_intent', step.intent);
  const asked = intent
    ? html`a payment of <strong>${shownAmount(intent.amount, intent.currency)}</strong>`
    : html`this card for later payments`;
  return pageText({
    title: intent ? 'Confirm your payment' : 'Confirm your card',
    content: html`<h1>${intent ? 'Confirm your payment' : 'Confirm your card'}</h1>
<p>Your bank asks you to confirm ${asked}.</p>
<form method="post" class="actions">
<button name="outcome" value="complete">Complete</button>
<button name="outcome" value="fail" class="secondary">Fail</button>
</form>`,
  });
}

/** Page after the bank's question when there is no URL to return to. */
export function bankThanks(): string {
  return pageText({ title: 'Thank you', content: html`<h1>Thank you</h1><p>You can go back to the shop.</p>` });
}

/** Handles the cardholder's choice, sent by the page or the script: `complete` or `fail`. */
export function answerBank(
  parts: { store: Store; publicPath: string },
  stepId: string,
  outcome: unknown,
): { intent: AnyIntent; returnUrl: string | null } {
  const { store, publicPath } = parts;
  if (outcome !== 'complete' && outcome !== 'fail') throw invalidRequest('outcome must be complete or fail');
  return store.transaction(() => {
    const step = openStep({ store }, stepId);
    const now = simulatedNow(store);
    const context = { store, publicPath, now, request: { id: null, idempotencyKey: null } };
    const answer = step.intent.startsWith('seti_') ? answerSetupThreeDSecure : answerThreeDSecure;
    const intent = answer(context, step, outcome === 'complete');
    followCheckout(context, intent);
    followPortalSetup(context, intent);
    return { intent, returnUrl: step.returnUrl };
  });
}

/** Returns the URL at which a payment by redirect ends, with the three parameters that Stripe adds. */
export function returnAddress(returnUrl: string, intent: AnyIntent): string {
  const url = new URL(returnUrl);
  url.searchParams.set(intent.object, intent.id);
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret ?? '');
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  return url.href;
}
