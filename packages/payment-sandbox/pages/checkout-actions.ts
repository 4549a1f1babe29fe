import { confirmCheckout } from '../checkout/completion.ts';
import { applyCode, removeCode } from '../checkout/discounts.ts';
import { checkoutOf } from '../checkout/session.ts';
import type { Context } from '../context.ts';
import { ApiError, invalidRequest } from '../errors.ts';
import type { RawParameters } from '../parameters.ts';
import { successAddress } from './checkout-page.ts';
import { cardFrom, textFrom } from './form-values.ts';
import { shownMoney } from './wording.ts';

/** What the page's script does next: goes on, or shows the bank's question. */
export type CardAnswer = { redirect: string } | { step: string; amount: string };

/** The form with the card was sent. @throws ApiError with what the page says */
export function confirmOnPage(context: Context, id: string, form: RawParameters): CardAnswer {
  const checkout = checkoutOf(context.store, id);
  const intent = confirmCheckout(context, checkout, { card: cardFrom(form), email: textFrom(form, 'email') });
  if (!intent) return { redirect: successAddress(checkout.session) };
  const amount = 'amount' in intent ? shownMoney(intent.amount, intent.currency) : '';
  return { step: String(intent.next_action?.use_stripe_sdk?.source), amount };
}

/** The bank's question was answered. @throws ApiError 402 when that did not lead to an end */
export function finishOnPage({ store }: Context, id: string): CardAnswer {
  const { session, details } = checkoutOf(store, id);
  if (session.status === 'complete') return { redirect: successAddress(session) };
  throw unfinished(store, details.attempt?.intent ?? '');
}

/** Why an intent that was answered at the bank's has not succeeded. */
export function unfinished(store: Context['store'], intentId: string): ApiError {
  const error =
    store.find('setup_intent', intentId)?.last_setup_error ??
    store.find('payment_intent', intentId)?.last_payment_error;
  if (!error) return invalidRequest('Your bank has not confirmed the card yet. Try again.');
  const { code, decline_code: declineCode, message = 'The payment was not completed.' } = error;
  return new ApiError(402, {
    type: 'card_error',
    message,
    ...(code ? { code } : {}),
    ...(declineCode ? { decline_code: declineCode } : {}),
  });
}

/** A promotion code was typed; without one the code is taken off. */
export function changeCode(context: Context, id: string, form: RawParameters): object {
  const checkout = checkoutOf(context.store, id);
  if (checkout.session.status !== 'open') throw invalidRequest('This checkout is no longer open.');
  const code = textFrom(form, 'code');
  if (code === null && 'code' in form) throw invalidRequest('Enter a code.', { param: 'code' });
  const { session } = code === null ? removeCode(context, checkout) : applyCode(context, checkout, code);
  return { amount_total: session.amount_total };
}
