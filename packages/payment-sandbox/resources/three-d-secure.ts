import type Stripe from 'stripe';
import { type Context, pageAddress } from '../context.ts';
import { ApiError, invalidRequest } from '../errors.ts';
import { emit } from '../events.ts';
import { newId } from '../ids.ts';
import { followQuestion } from '../invoices/outcome.ts';
import type { ThreeDSecureStep } from '../records.ts';
import { chargeIntent, failIntent } from './charging.ts';
import { forgetSteps } from './payment-intent-states.ts';

type Request3ds<Intent> = {
  intent: Intent;
  method: Stripe.PaymentMethod;
  returnUrl: string | null;
  inPage: boolean;
};

/** Next action of an intent that waits for the bank; payment and setup intents have the same one. */
type BankAction = Stripe.PaymentIntent.NextAction & Stripe.SetupIntent.NextAction;

/** Makes the payment wait until the cardholder has answered the bank. */
export function askForThreeDSecure(context: Context, asked: Request3ds<Stripe.PaymentIntent>): Stripe.PaymentIntent {
  const { intent, method } = asked;
  const waiting = context.store.put('payment_intent', {
    ...intent,
    last_payment_error: null,
    next_action: openThreeDSecure(context, asked),
    payment_method: method.id,
    status: 'requires_action',
  });
  emit(context, 'payment_intent.requires_action', waiting);
  followQuestion(context, waiting);
  return waiting;
}

/**
 * Opens a bank page for an intent and invalidates its earlier ones. The sandbox's script shows the page inside the
 * shop's page; any other caller with a return URL gets a redirect to the bank's page.
 */
export function openThreeDSecure(context: Context, asked: Request3ds<{ id: string }>): BankAction {
  const { intent, method, returnUrl, inPage } = asked;
  forgetSteps(context, intent.id);
  const id = newId('tds');
  const step = context.store.put('three_d_secure_step', {
    id,
    intent: intent.id,
    paymentMethod: method.id,
    returnUrl,
  });
  return nextAction(context, step, inPage);
}

function nextAction(context: Context, step: ThreeDSecureStep, inPage: boolean): BankAction {
  const page = pageAddress(context, `/three-d-secure/${step.id}`, step.returnUrl);
  if (inPage || !step.returnUrl) {
    return {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect', source: step.id, stripe_js: page },
    };
  }
  return { type: 'redirect_to_url', redirect_to_url: { return_url: step.returnUrl, url: page } };
}

/**
 * Applies the cardholder's answer on the bank's page.
 * @returns the intent in its new state; a decline is a state, not an error
 */
export function answerThreeDSecure(context: Context, step: ThreeDSecureStep, completed: boolean): Stripe.PaymentIntent {
  const { store } = context;
  const intent = store.get('payment_intent', step.intent);
  const method = store.get('payment_method', step.paymentMethod);
  if (intent.status !== 'requires_action') throw invalidRequest('This payment no longer waits for a confirmation.');
  forgetSteps(context, intent.id);
  if (!completed)
    return failIntent(context, intent, authenticationRefusal('payment_intent_authentication_failure', method));
  try {
    return chargeIntent(context, { intent, method, authenticated: true });
  } catch (error) {
    if (error instanceof ApiError && error.keepsChanges) return store.get('payment_intent', intent.id);
    throw error;
  }
}

/** Builds the error of an intent whose cardholder did not authenticate. */
export function authenticationRefusal(code: string, method: Stripe.PaymentMethod): object {
  const message =
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
  return { ...invalidRequest(message, { code }).body, payment_method: method };
}
