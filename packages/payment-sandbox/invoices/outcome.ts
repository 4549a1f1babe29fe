import type Stripe from 'stripe';
import { secondsPerDay } from '../clock.ts';
import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import { idOf } from '../lists.ts';
import { paymentOfIntent } from '../resources/invoice-payments.ts';
import { afterInvoiceFailed, afterInvoicePaid, afterLastRetry } from '../subscriptions/status.ts';
import { schedule, unschedule } from '../tasks.ts';

/** Days from one failed attempt to the next. */
const retryGapDays = [3, 5, 7];

/** Marks the invoice of a paid intent as paid, if it has one. */
export function followSuccess(context: Context, intent: Stripe.PaymentIntent): void {
  const { store, now } = context;
  const payment = paymentOfIntent(store, intent.id);
  if (!payment) return;
  const paid = store.put('invoice_payment', {
    ...payment,
    amount_paid: intent.amount_received,
    status: 'paid',
    status_transitions: { ...payment.status_transitions, paid_at: now },
  });
  emit(context, 'invoice_payment.paid', paid);
  const invoice = store.get('invoice', idOf(payment.invoice) ?? '');
  // A debit can succeed after its invoice was voided. The money has come, and the invoice stays void.
  if (invoice.status === 'void') return;
  settleInvoice(context, invoice, { amountPaid: intent.amount_received, method: idOf(intent.payment_method) });
}

/**
 * Marks an invoice as paid.
 * @param by.amountPaid minor units, 0 when nothing was due
 * @param by.method the payment method, null when none was used
 */
export function settleInvoice(
  context: Context,
  before: Stripe.Invoice,
  by: { amountPaid: number; method: string | null; outOfBand?: boolean },
): Stripe.Invoice {
  unschedule(context, 'invoice.retry', before.id);
  const wasAttempted = by.amountPaid > 0 && !by.outOfBand;
  const invoice = context.store.put('invoice', {
    ...before,
    amount_paid: by.amountPaid,
    amount_remaining: 0,
    attempt_count: wasAttempted ? countAttempt(context, before) : before.attempt_count,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...before.status_transitions, paid_at: context.now },
  });
  if (by.amountPaid > 0) emit(context, 'invoice.updated', invoice, before);
  emit(context, 'invoice.paid', invoice);
  emit(context, 'invoice.payment_succeeded', invoice);
  afterInvoicePaid(context, invoice, by.method);
  return invoice;
}

/** Returns the new number of attempts. The first attempt always counts, later ones only when the clock makes them. */
function countAttempt({ byClock }: Context, { attempt_count: count }: Stripe.Invoice): number {
  return count === 0 || byClock ? count + 1 : count;
}

/** Keeps the invoice of a processing payment open until the bank has decided. */
export function followProcessing(context: Context, intent: Stripe.PaymentIntent): void {
  const payment = paymentOfIntent(context.store, intent.id);
  if (!payment) return;
  const before = context.store.get('invoice', idOf(payment.invoice) ?? '');
  unschedule(context, 'invoice.retry', before.id);
  const invoice = { ...before, attempted: true, next_payment_attempt: null };
  emit(context, 'invoice.updated', context.store.put('invoice', invoice), before);
}

/** Records a failed attempt to pay on the intent's invoice, if it has one. */
export function followFailure(context: Context, intent: Stripe.PaymentIntent): void {
  const payment = paymentOfIntent(context.store, intent.id);
  if (!payment) return;
  const invoice = failAttempt(context, context.store.get('invoice', idOf(payment.invoice) ?? ''));
  if (intent.last_payment_error?.code === 'authentication_required') {
    emit(context, 'invoice.payment_action_required', invoice);
  }
  afterAttempt(context, invoice);
}

/** Emits the event that an invoice waits until the customer has confirmed the payment at the bank. */
export function followQuestion(context: Context, intent: Stripe.PaymentIntent): void {
  const payment = paymentOfIntent(context.store, intent.id);
  if (!payment) return;
  const invoice = context.store.get('invoice', idOf(payment.invoice) ?? '');
  emit(context, 'invoice.payment_action_required', invoice);
}

/** Records a failed attempt for an invoice without a card to charge. */
export function failWithoutCard(context: Context, invoice: Stripe.Invoice): void {
  afterAttempt(context, failAttempt(context, invoice));
}

function failAttempt(context: Context, before: Stripe.Invoice): Stripe.Invoice {
  const count = countAttempt(context, before);
  const gapDays = retryGapDays[count - 1];
  const isAutomatic = count !== before.attempt_count;
  const nextAttempt = before.auto_advance && gapDays ? context.now + gapDays * secondsPerDay : null;
  const invoice = context.store.put('invoice', {
    ...before,
    attempt_count: count,
    attempted: true,
    next_payment_attempt: isAutomatic ? nextAttempt : before.next_payment_attempt,
  });
  emit(context, 'invoice.payment_failed', invoice);
  return invoice;
}

function afterAttempt(context: Context, invoice: Stripe.Invoice): void {
  unschedule(context, 'invoice.retry', invoice.id);
  const { next_payment_attempt: next } = invoice;
  if (next !== null) schedule(context, 'invoice.retry', invoice.id, next);
  afterInvoiceFailed(context, invoice);
  if (next === null && invoice.auto_advance && context.byClock) afterLastRetry(context, invoice);
}
