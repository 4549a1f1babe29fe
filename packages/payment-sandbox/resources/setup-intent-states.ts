import type Stripe from 'stripe';
import { cardRefusal, type DeclineReason, declines } from '../cards.ts';
import type { Context } from '../context.ts';
import { exampleOf } from '../document.ts';
import { ApiError, invalidRequest } from '../errors.ts';
import { emit } from '../events.ts';
import { newClientSecret, newId } from '../ids.ts';
import { idOf } from '../lists.ts';
import type { ThreeDSecureStep } from '../records.ts';
import { followSetup } from '../subscriptions/cards.ts';
import { attachPaymentMethod } from './customer-cards.ts';
import { type Acceptance, mandateFor } from './mandates.ts';
import { checkCardMayPay, checkReturnUrl, needsThreeDSecure, paymentMethodOf } from './payment-confirmation.ts';
import { forgetSteps } from './payment-intent-states.ts';
import { authenticationRefusal, openThreeDSecure } from './three-d-secure.ts';

/** Parameters of a confirmation, which a creation with `confirm` also takes. */
export type SetupConfirmation = Pick<
  Stripe.SetupIntentConfirmParams & Stripe.SetupIntentCreateParams,
  'payment_method' | 'payment_method_data' | 'return_url' | 'use_stripe_sdk'
> & { mandate_data?: Stripe.Emptyable<Acceptance> };

type Setup = { intent: Stripe.SetupIntent; method: Stripe.PaymentMethod; authenticated: boolean };

/**
 * Tries to save a card or a bank account for later payments.
 * @returns the intent: succeeded with the payment method attached to its customer, or waiting for 3-D Secure
 * @throws ApiError 402 declined (the intent keeps the reason), 400 in a state or with a card that does not allow it
 */
export function confirmSetupIntent(
  context: Context,
  intent: Stripe.SetupIntent,
  sent: SetupConfirmation,
): Stripe.SetupIntent {
  if (!openSetupStates.includes(intent.status)) throw unexpectedSetupState(intent, 'confirm');
  checkReturnUrl(sent.return_url);
  const method = paymentMethodOf(context, intent, sent);
  if (!method) throw withoutCard(intent);
  checkCardMayPay(context, intent, method);
  forgetSteps(context, intent.id);
  const mandate = mandateFor(context, {
    method,
    acceptance: sent.mandate_data || undefined,
    byPage: sent.use_stripe_sdk === true,
    only: null,
  });
  if (mandate)
    return finishSetup(context, { intent: { ...intent, mandate: mandate.id }, method, authenticated: false });
  if (!needsThreeDSecure(context, method)) return finishSetup(context, { intent, method, authenticated: false });
  const asked = { intent, method, returnUrl: sent.return_url ?? null, inPage: sent.use_stripe_sdk === true };
  const waiting = context.store.put('setup_intent', {
    ...intent,
    last_setup_error: null,
    latest_attempt: recordAttempt(context, { intent, method, authenticated: false }, 'requires_action').id,
    next_action: openThreeDSecure(context, asked),
    payment_method: method.id,
    status: 'requires_action',
  });
  emit(context, 'setup_intent.requires_action', waiting);
  return waiting;
}

/**
 * Applies the cardholder's answer on the bank's page.
 * @returns the intent in its new state; a decline is a state, not an error
 */
export function answerSetupThreeDSecure(
  context: Context,
  step: ThreeDSecureStep,
  completed: boolean,
): Stripe.SetupIntent {
  const { store } = context;
  const intent = store.get('setup_intent', step.intent);
  const method = store.get('payment_method', step.paymentMethod);
  if (intent.status !== 'requires_action') throw invalidRequest('This card no longer waits for a confirmation.');
  forgetSteps(context, intent.id);
  if (!completed) {
    const error = authenticationRefusal('setup_intent_authentication_failure', method);
    return failSetup(context, { intent, method, authenticated: false }, error);
  }
  try {
    return finishSetup(context, { intent, method, authenticated: true });
  } catch (error) {
    if (error instanceof ApiError && error.keepsChanges) return store.get('setup_intent', intent.id);
    throw error;
  }
}

function finishSetup(context: Context, setup: Setup): Stripe.SetupIntent {
  const { store } = context;
  const { intent, method } = setup;
  const { behaviour, ...secret } = store.get('card_secret', method.id);
  if (behaviour.decline && !behaviour.attachesAnyway) throw refuse(context, setup, behaviour.decline);
  const succeeded = store.put('setup_intent', {
    ...intent,
    last_setup_error: null,
    latest_attempt: recordAttempt(context, setup, 'succeeded').id,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  });
  const isSetUp = setup.authenticated && intent.usage === 'off_session';
  store.put('card_secret', { ...secret, behaviour, setUpForOffSession: secret.setUpForOffSession || isSetUp });
  emit(context, 'setup_intent.succeeded', succeeded);
  const customer = idOf(intent.customer);
  if (customer) attachPaymentMethod(context, method, customer);
  followSetup(context, succeeded);
  return succeeded;
}

function refuse(context: Context, setup: Setup, reason: DeclineReason): ApiError {
  const { method } = setup;
  const failed = failSetup(context, setup, { type: 'card_error', ...declines[reason], payment_method: method });
  return cardRefusal(reason, { payment_method: method, setup_intent: failed });
}

/** Resets the intent after a failure: it waits for another card and stores the reason. */
function failSetup(context: Context, setup: Setup, error: object): Stripe.SetupIntent {
  const waiting = context.store.put('setup_intent', {
    ...setup.intent,
    // Safe: an error body has the fields of a last setup error, under the same names.
    last_setup_error: error as Stripe.SetupIntent.LastSetupError,
    latest_attempt: recordAttempt(context, setup, 'failed').id,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
  emit(context, 'setup_intent.setup_failed', waiting);
  return waiting;
}

function recordAttempt(
  { store, now }: Context,
  { intent, method }: Setup,
  status: 'failed' | 'requires_action' | 'succeeded',
): Stripe.SetupAttempt {
  return store.put('setup_attempt', {
    ...exampleOf('setup_attempt'),
    id: newId('setatt'),
    created: now,
    customer: idOf(intent.customer),
    payment_method: method.id,
    payment_method_details: method.card
      ? { card: attemptedCard(method.card), type: 'card' }
      : { [method.type]: {}, type: method.type },
    setup_error: null,
    setup_intent: intent.id,
    status,
    usage: intent.usage,
  });
}

function attemptedCard(card: Stripe.PaymentMethod.Card): Stripe.SetupAttempt.PaymentMethodDetails.Card {
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4 } = card;
  return {
    brand,
    checks,
    country,
    exp_month,
    exp_year,
    fingerprint: fingerprint ?? null,
    funding,
    last4,
    network: brand,
    three_d_secure: null,
    wallet: null,
  };
}

function withoutCard(intent: Stripe.SetupIntent): ApiError {
  return new ApiError(400, {
    type: 'invalid_request_error',
    code: 'setup_intent_unexpected_state',
    message:
      "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    setup_intent: intent,
  });
}

/** Fields of a new setup intent; the caller has checked the customer's id. */
type NewSetupIntent = {
  customer: string | null;
  usage?: string;
  description?: string | null;
  metadata?: Stripe.Metadata;
  automaticPaymentMethods?: Stripe.SetupIntent.AutomaticPaymentMethods | null;
  allowedPaymentMethodTypes?: Stripe.SetupIntent['allowed_payment_method_types'];
};

/** States in which a card can still be given. */
export const openSetupStates: readonly Stripe.SetupIntent.Status[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

/**
 * Stores a setup intent that waits for a card, and sends its event; subscriptions and checkout sessions open theirs
 * here too. Its `client_secret` is for `confirmSetup`.
 */
export function createSetupIntent(context: Context, about: NewSetupIntent): Stripe.SetupIntent {
  const id = newId('seti');
  const intent = context.store.put('setup_intent', {
    ...exampleOf('setup_intent'),
    id,
    allowed_payment_method_types: about.allowedPaymentMethodTypes ?? null,
    automatic_payment_methods: about.automaticPaymentMethods ?? { allow_redirects: 'always', enabled: true },
    client_secret: newClientSecret(id),
    created: context.now,
    customer: about.customer,
    description: about.description ?? null,
    last_setup_error: null,
    metadata: about.metadata ?? {},
    next_action: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    status: 'requires_payment_method',
    usage: about.usage ?? 'off_session',
  });
  emit(context, 'setup_intent.created', intent);
  return intent;
}

/** Cancels a setup intent that has saved no card. @throws ApiError 400 once it has saved one, or was cancelled */
export function cancelSetupIntent(
  context: Context,
  intent: Stripe.SetupIntent,
  reason: Stripe.SetupIntent.CancellationReason | null,
): Stripe.SetupIntent {
  if (!openSetupStates.includes(intent.status)) throw unexpectedSetupState(intent, 'cancel');
  forgetSteps(context, intent.id);
  const canceled = context.store.put('setup_intent', {
    ...intent,
    cancellation_reason: reason,
    next_action: null,
    status: 'canceled',
  });
  emit(context, 'setup_intent.canceled', canceled);
  return canceled;
}

/** Error for an action that the setup intent's state does not allow. */
export function unexpectedSetupState(intent: Stripe.SetupIntent, verb: string): ApiError {
  const message =
    verb === 'confirm' && intent.status === 'succeeded'
      ? 'You cannot confirm this SetupIntent because it has already succeeded.'
      : `You cannot ${verb} this SetupIntent because it has a status of ${intent.status}. Only a SetupIntent with one of the following statuses may be ${verb}ed: ${openSetupStates.join(', ')}.`;
  const code = 'setup_intent_unexpected_state';
  return new ApiError(400, { type: 'invalid_request_error', code, message, setup_intent: intent });
}
