import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { ApiError, invalidRequest } from '../errors.ts';
import { idOf } from '../lists.ts';
import { isDebit } from './bank-methods.ts';
import { chargeIntent } from './charging.ts';
import { createPaymentMethod, paymentMethodFor, refuseSpent } from './customer-cards.ts';
import { startDebit } from './debits.ts';
import { type Acceptance, mandateFor } from './mandates.ts';
import { forgetSteps, openStates, unexpectedState } from './payment-intent-states.ts';
import { askForThreeDSecure } from './three-d-secure.ts';

/** Parameters of a confirmation, which a creation with `confirm` shares. */
export type Confirmation = Pick<
  Stripe.PaymentIntentConfirmParams & Stripe.PaymentIntentCreateParams,
  | 'error_on_requires_action'
  | 'off_session'
  | 'payment_method'
  | 'payment_method_data'
  | 'return_url'
  | 'use_stripe_sdk'
> & { mandate_data?: Stripe.Emptyable<Acceptance> };

/**
 * Tries to pay an intent with a card or a bank debit.
 * @returns the intent: succeeded, waiting for 3-D Secure, or processing a debit
 * @throws ApiError 402 when it is declined (the intent keeps the reason), 400 when its state or the card forbids it
 */
export function confirmIntent(
  context: Context,
  intent: Stripe.PaymentIntent,
  sent: Confirmation,
): Stripe.PaymentIntent {
  if (!openStates.includes(intent.status)) throw unexpectedState(intent, 'confirm', openStates);
  checkReturnUrl(sent.return_url);
  const method = paymentMethodOf(context, intent, sent);
  if (!method) {
    throw new ApiError(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message:
        "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      payment_intent: intent,
    });
  }
  checkCardMayPay(context, intent, method);
  forgetSteps(context, intent.id);
  if (isDebit(method)) return debit(context, intent, method, sent);
  const mayAsk = !sent.off_session && !sent.error_on_requires_action;
  if (!needsThreeDSecure(context, method)) {
    return chargeIntent(context, { intent, method, authenticated: false });
  }
  if (!mayAsk)
    return chargeIntent(context, { intent, method, authenticated: false, decline: 'authentication_required' });
  const returnUrl = sent.return_url ?? null;
  return askForThreeDSecure(context, { intent, method, returnUrl, inPage: sent.use_stripe_sdk === true });
}

/**
 * Pays by a debit, which requires a mandate. The customer agreed to it on the page, or the call says that they did
 * elsewhere.
 */
function debit(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  sent: Confirmation,
): Stripe.PaymentIntent {
  const { amount, currency, setup_future_usage: usage } = intent;
  const mandate = mandateFor(context, {
    method,
    acceptance: sent.mandate_data || undefined,
    byPage: sent.use_stripe_sdk === true,
    only: usage ? null : { amount, currency },
  });
  return startDebit(context, { intent, method, mandate });
}

/** Returns the payment method of the call. When the call has none, returns the intent's; null without any. */
export function paymentMethodOf(
  context: Context,
  intent: Pick<Stripe.PaymentIntent, 'payment_method'>,
  sent: Confirmation,
): Stripe.PaymentMethod | null {
  if (sent.payment_method && sent.payment_method_data) {
    throw invalidRequest('You may only specify one of these parameters: payment_method, payment_method_data.', {
      code: 'parameters_exclusive',
      param: 'payment_method',
    });
  }
  // Safe because raw cards are part of this sandbox's own schema of payment_method_data, see document.ts.
  if (sent.payment_method_data) return createPaymentMethod(context, sent.payment_method_data as object);
  if (sent.payment_method) return paymentMethodFor(context, sent.payment_method, 'payment_method');
  const known = idOf(intent.payment_method);
  return known === null ? null : context.store.get('payment_method', known);
}

/** @throws ApiError 400 for another customer's card, or one that may not be used again */
export function checkCardMayPay(
  context: Context,
  intent: Pick<Stripe.PaymentIntent, 'customer'>,
  method: Stripe.PaymentMethod,
): void {
  refuseSpent(context, method);
  const owner = idOf(method.customer);
  if (owner === null || owner === idOf(intent.customer)) return;
  const message =
    intent.customer === null
      ? `The provided PaymentMethod (${method.id}) belongs to a Customer. Please include the Customer in the \`customer\` parameter on the PaymentIntent.`
      : `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`;
  throw invalidRequest(message, { code: 'payment_intent_incompatible_payment_method', param: 'payment_method' });
}

/** Whether the bank asks before this card may be used. */
export function needsThreeDSecure({ store }: Context, method: Stripe.PaymentMethod): boolean {
  const { behaviour, setUpForOffSession } = store.get('card_secret', method.id);
  return behaviour.threeDSecure === 'unless_set_up' ? !setUpForOffSession : behaviour.threeDSecure === 'always';
}

/** @throws ApiError 400 for a URL that is not on the web */
export function checkReturnUrl(returnUrl: string | undefined): void {
  if (returnUrl === undefined) return;
  const isWebAddress = URL.canParse(returnUrl) && /^https?:$/.test(new URL(returnUrl).protocol);
  if (!isWebAddress) throw invalidRequest('Not a valid URL', { code: 'url_invalid', param: 'return_url' });
}
