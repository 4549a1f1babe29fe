import type Stripe from 'stripe';
import { secondsPerDay } from '../clock.ts';
import { type Context, settingsOf } from '../context.ts';
import { invalidRequest } from '../errors.ts';
import { emit } from '../events.ts';
import { newId } from '../ids.ts';
import { followProcessing } from '../invoices/outcome.ts';
import { idOf } from '../lists.ts';
import { schedule, type TaskHandlers, unschedule } from '../tasks.ts';
import { typesFor } from './bank-methods.ts';
import { failIntent, keepMethod, newCharge, succeed } from './charging.ts';
import { openDispute } from './dispute-states.ts';
import { endMandate } from './mandates.ts';

/** Days of the sandbox's clock that a bank takes by default. */
const usualDays = 5;

type Debit = { intent: Stripe.PaymentIntent; method: Stripe.PaymentMethod; mandate: Stripe.Mandate | null };

/**
 * Sends a debit to the bank; the intent is processing until the bank settles it, days later.
 * @throws ApiError 400 for a payment method that does not accept the currency
 */
export function startDebit(context: Context, { intent, method, mandate }: Debit): Stripe.PaymentIntent {
  const { store, now } = context;
  if (!typesFor(store, intent.currency, intent.allowed_payment_method_types).some((type) => type === method.type)) {
    throw invalidRequest(
      `The currency provided (${intent.currency}) is invalid for this payment method type (${method.type}).`,
      { code: 'payment_intent_incompatible_payment_method', param: 'payment_method' },
    );
  }
  const kept = keepMethod(context, { intent, method });
  const days = (settingsOf(store).debitDays ?? usualDays) * (behaviourOf(context, kept.id).isSlow ? 2 : 1);
  const blank = newCharge(context, { intent, method: kept, authenticated: false });
  const due = new Date((now + days * secondsPerDay) * 1000).toISOString().slice(0, 10);
  const charge = store.put('charge', {
    ...blank,
    payment_method_details: withMandate(blank.payment_method_details, mandate?.id ?? null, due),
    paid: false,
    status: 'pending',
  });
  const processing = store.put('payment_intent', {
    ...intent,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: kept.id,
    status: 'processing',
  });
  emit(context, 'charge.pending', charge);
  emit(context, 'payment_intent.processing', processing);
  followProcessing(context, processing);
  schedule(context, 'debit.settle', processing.id, now + days * secondsPerDay);
  return processing;
}

function behaviourOf({ store }: Context, methodId: string) {
  return store.get('card_secret', methodId).behaviour.debit ?? {};
}

type Details = Stripe.Charge['payment_method_details'];

function withMandate(details: Details, mandate: string | null, due: string): Details {
  const more = { expected_debit_date: due, mandate };
  if (details?.sepa_debit) return { ...details, sepa_debit: { ...details.sepa_debit, ...more } };
  if (details?.bacs_debit) return { ...details, bacs_debit: { ...details.bacs_debit, ...more } };
  return details;
}

/** The bank's words for a failed debit. */
const failures: Readonly<Record<string, string>> = {
  charge_exceeds_source_limit: 'This payment exceeds the amount that the account accepts in a rolling week.',
  charge_exceeds_weekly_limit: 'This payment exceeds the amount that the account accepts in a rolling week.',
  debit_not_authorized: 'The customer has notified their bank that this debit was unauthorized.',
  generic_could_not_process: 'The payment could not be processed.',
  insufficient_funds: "The customer's account has insufficient funds to cover this payment.",
};

export const debitTasks: TaskHandlers = { 'debit.settle': (context, id) => settleDebit(context, id) };

/**
 * Applies the bank's decision to a debit.
 * @param decided the outcome that a control call sets, instead of the account's behaviour
 * @throws ApiError 400 when the intent is not processing
 */
export function settleDebit(context: Context, intentId: string, decided?: 'failed' | 'succeeded'): void {
  const { store } = context;
  const intent = store.find('payment_intent', intentId);
  if (intent?.status !== 'processing') throw invalidRequest(`${intentId} is not processing.`);
  unschedule(context, 'debit.settle', intentId);
  const behaviour = behaviourOf(context, idOf(intent.payment_method) ?? '');
  const failure = decided === 'failed' ? (behaviour.failure ?? 'insufficient_funds') : behaviour.failure;
  if (failure && decided !== 'succeeded') {
    failDebit(context, intent, failure, behaviour.endsMandate ?? false);
    return;
  }
  const charge = store.get('charge', idOf(intent.latest_charge) ?? '');
  const booked = succeed(context, { intent, charge });
  if (behaviour.isDisputed) openDispute(context, booked, { reason: 'debit_not_authorized' });
}

function failDebit(context: Context, intent: Stripe.PaymentIntent, failure: string, endsMandate: boolean): void {
  const { store } = context;
  const before = store.get('charge', idOf(intent.latest_charge) ?? '');
  const message = failures[failure] ?? 'The payment failed.';
  const charge = store.put('charge', {
    ...before,
    failure_code: failure,
    failure_message: message,
    outcome: null,
    status: 'failed',
  });
  emit(context, 'charge.failed', charge);
  const details = charge.payment_method_details;
  const mandate = details?.sepa_debit?.mandate ?? details?.bacs_debit?.mandate ?? null;
  if (endsMandate && mandate) endMandate(context, mandate);
  const method = store.get('payment_method', idOf(intent.payment_method) ?? '');
  failIntent(context, intent, {
    type: 'card_error',
    charge: charge.id,
    code: 'payment_intent_payment_attempt_failed',
    message: `The payment failed. ${message}`,
    payment_method: method,
    payment_method_type: method.type,
    request_log_url: `https://dashboard.stripe.com/test/logs/${newId('req')}`,
  });
}
