import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { emit } from '../events.ts';
import { newClientSecret, newId } from '../ids.ts';
import { exampleOf } from '../templates.ts';
import { forgetSteps } from './three-d-secure-steps.ts';

/** What a new setup intent is about; the customer's id was checked by the caller. */
export type NewSetupIntent = {
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
 * Opens a setup intent that waits for a card, and sends its event: also for a subscription's `pending_setup_intent` or
 * a checkout session. Its `client_secret` is for `confirmSetup`.
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

/** Ends a setup intent that has saved no card. @throws ApiError 400 once it has, or was cancelled */
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

/** The refusal of everything a setup intent's state does not allow. */
export function unexpectedSetupState(intent: Stripe.SetupIntent, verb: string): ApiError {
  const message =
    verb === 'confirm' && intent.status === 'succeeded'
      ? 'You cannot confirm this SetupIntent because it has already succeeded.'
      : `You cannot ${verb} this SetupIntent because it has a status of ${intent.status}. Only a SetupIntent with one of the following statuses may be ${verb}ed: ${openSetupStates.join(', ')}.`;
  const code = 'setup_intent_unexpected_state';
  return new ApiError(400, { type: 'invalid_request_error', code, message, setup_intent: intent });
}
