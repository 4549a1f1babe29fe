import type Stripe from 'stripe';
import { shownAmount } from './amounts.ts';
import { simulatedNow } from './context.ts';
import { invalidRequest } from './errors.ts';
import { answerSetupThreeDSecure } from './resources/setup-confirmation.ts';
import { answerThreeDSecure } from './resources/three-d-secure.ts';
import { openStep } from './resources/three-d-secure-steps.ts';
import type { Store } from './store.ts';

type AnyIntent = Stripe.PaymentIntent | Stripe.SetupIntent;

/** The page of the cardholder's bank, for callers that follow a redirect instead of using the sandbox's script. */
export function bankPage(store: Store, stepId: string): string {
  const step = openStep({ store }, stepId);
  const intent = store.find('payment_intent', step.intent);
  const asked = intent
    ? `a payment of <strong>${escapeHtml(shownAmount(intent.amount, intent.currency))}</strong>`
    : 'this card for later payments';
  return page(
    intent ? 'Confirm your payment' : 'Confirm your card',
    `<p>Your bank asks you to confirm ${asked}.</p>
<form method="post">
<button name="outcome" value="complete">Complete</button>
<button name="outcome" value="fail" class="secondary">Fail</button>
</form>`,
  );
}

/** Takes the answer of the page or of the script: `complete` or `fail`. */
export function answerBank(
  parts: { store: Store; publicPath: string },
  stepId: string,
  outcome: unknown,
): { intent: AnyIntent; returnUrl: string | null } {
  const { store, publicPath } = parts;
  if (outcome !== 'complete' && outcome !== 'fail') throw invalidRequest('outcome must be complete or fail');
  return store.transaction(() => {
    const step = openStep({ store }, stepId);
    const context = { store, publicPath, now: simulatedNow(store), request: { id: null, idempotencyKey: null } };
    const answer = step.intent.startsWith('seti_') ? answerSetupThreeDSecure : answerThreeDSecure;
    return { intent: answer(context, step, outcome === 'complete'), returnUrl: step.returnUrl };
  });
}

/** Where a payment by redirect ends, with the three parameters Stripe adds. */
export function returnAddress(returnUrl: string, intent: AnyIntent): string {
  const url = new URL(returnUrl);
  url.searchParams.set(intent.object, intent.id);
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret ?? '');
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  return url.href;
}

/** A whole page in the sandbox's plain look; `content` is HTML. */
export function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="../v3/page.css">
</head>
<body>
<main>
<p class="mark">Test payments: no money moves</p>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
