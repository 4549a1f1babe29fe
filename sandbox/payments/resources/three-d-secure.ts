import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { ApiError, invalidRequest } from '../errors.ts';
import { emit } from '../events.ts';
import { newId } from '../ids.ts';
import type { ThreeDSecureStep } from '../records.ts';
import { chargeIntent, failIntent } from './charging.ts';

type Request3ds = {
  intent: Stripe.PaymentIntent;
  method: Stripe.PaymentMethod;
  returnUrl: string | null;
  inPage: boolean;
};

/**
 * Lets the intent wait for the bank's question. Its page is shown by the sandbox's script in the page itself, or by
 * a redirect when the caller gave a return address and is not that script.
 */
export function askForThreeDSecure(context: Context, asked: Request3ds): Stripe.PaymentIntent {
  const { intent, method, returnUrl, inPage } = asked;
  forgetSteps(context, intent.id);
  const step = context.store.put('three_d_secure_step', {
    id: newId('tds'),
    intent: intent.id,
    paymentMethod: method.id,
    returnUrl,
  });
  const waiting = context.store.put('payment_intent', {
    ...intent,
    last_payment_error: null,
    next_action: nextAction(context, step, inPage),
    payment_method: method.id,
    status: 'requires_action',
  });
  emit(context, 'payment_intent.requires_action', waiting);
  return waiting;
}

function nextAction({ publicPath }: Context, step: ThreeDSecureStep, inPage: boolean): Stripe.PaymentIntent.NextAction {
  const page = `${publicPath}/three-d-secure/${step.id}`;
  if (inPage || !step.returnUrl) {
    return {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect', source: step.id, stripe_js: page },
    };
  }
  // The page is reached under the portal's own origin, which is the one the caller wants to return to.
  const url = new URL(page, step.returnUrl).href;
  return { type: 'redirect_to_url', redirect_to_url: { return_url: step.returnUrl, url } };
}

/** Makes earlier pages of this intent useless: it was confirmed anew, cancelled or answered. */
export function forgetSteps({ store }: Context, intentId: string): void {
  for (const step of store.all('three_d_secure_step')) {
    if (step.intent === intentId) store.remove('three_d_secure_step', step.id);
  }
}

/** The open step behind a page's address. @throws ApiError 404 when it was answered or never existed */
export function openStep({ store }: Pick<Context, 'store'>, stepId: string): ThreeDSecureStep {
  const step = store.find('three_d_secure_step', stepId);
  if (step) return step;
  throw new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: 'This confirmation is no longer open.',
  });
}

/** The customer's answer on the bank's page. Returns the intent in its new state; a decline is a state, no error. */
export function answerThreeDSecure(context: Context, step: ThreeDSecureStep, completed: boolean): Stripe.PaymentIntent {
  const { store } = context;
  const intent = store.get('payment_intent', step.intent);
  const method = store.get('payment_method', step.paymentMethod);
  if (intent.status !== 'requires_action') throw invalidRequest('This payment no longer waits for a confirmation.');
  forgetSteps(context, intent.id);
  if (!completed) return failIntent(context, intent, authenticationFailure(method));
  try {
    return chargeIntent(context, { intent, method, authenticated: true });
  } catch (error) {
    if (error instanceof ApiError && error.keepsChanges) return store.get('payment_intent', intent.id);
    throw error;
  }
}

function authenticationFailure(method: Stripe.PaymentMethod): object {
  const message =
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
  const refusal = invalidRequest(message, { code: 'payment_intent_authentication_failure' });
  return { ...refusal.body, payment_method: method };
}
