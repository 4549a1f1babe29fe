import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import { openStates, unexpectedState } from './payment-intent-states.ts';
import { forgetSteps } from './three-d-secure-steps.ts';

/** Ends an intent that was not paid. @throws ApiError 400 once it is paid or cancelled */
export function cancelIntent(
  context: Context,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Stripe.PaymentIntent {
  if (!openStates.includes(intent.status)) throw unexpectedState(intent, 'cancel', openStates);
  forgetSteps(context, intent.id);
  const canceled = context.store.put('payment_intent', {
    ...intent,
    canceled_at: context.now,
    cancellation_reason: reason,
    next_action: null,
    status: 'canceled',
  });
  emit(context, 'payment_intent.canceled', canceled);
  return canceled;
}
