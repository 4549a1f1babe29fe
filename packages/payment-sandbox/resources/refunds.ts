import type Stripe from 'stripe';
import { shownAmount } from '../amounts.ts';
import { type Call, type Context, operation } from '../context.ts';
import { exampleOf } from '../document.ts';
import { invalidRequest, noSuchReference, noSuchResource } from '../errors.ts';
import { emit } from '../events.ts';
import { newId } from '../ids.ts';
import { transferType } from '../invoices/transfer-routes.ts';
import { idOf, inRange, pageOf, refersTo } from '../lists.ts';
import { mergeMetadata } from '../parameters.ts';
import { schedule, type TaskHandlers, unschedule } from '../tasks.ts';
import { reversePaymentTax } from '../tax/payment-taxes.ts';
import { moveMoney } from './balance.ts';
import { isContested, moveDispute, openInquiry } from './dispute-states.ts';

/** Seconds on the sandbox's clock until the bank settles or returns a refund to one of the slow test cards. */
const settlingSeconds = 3600;

export const refundOperations = [
  operation<Stripe.RefundCreateParams>({
    method: 'post',
    path: '/v1/refunds',
    accepts: ['amount', 'charge', 'metadata', 'payment_intent', 'reason'],
    run: (call) => createRefund(call, call.parameters),
  }),
  operation<Stripe.RefundListParams>({
    method: 'get',
    path: '/v1/refunds',
    accepts: ['charge', 'created', 'ending_before', 'limit', 'payment_intent', 'starting_after'],
    run: ({ store, parameters }) => {
      const refunds = store
        .all('refund')
        .filter((refund) => refersTo(refund.charge, parameters.charge))
        .filter((refund) => refersTo(refund.payment_intent, parameters.payment_intent))
        .filter((refund) => inRange(refund.created, parameters.created));
      return pageOf(refunds, parameters, { url: '/v1/refunds', kind: 'refund' });
    },
  }),
  operation<Stripe.RefundRetrieveParams>({ method: 'get', path: '/v1/refunds/{id}', accepts: [], run: existing }),
  operation<Stripe.RefundUpdateParams>({
    method: 'post',
    path: '/v1/refunds/{id}',
    accepts: ['metadata'],
    run: (call) => {
      const before = existing(call);
      const metadata = mergeMetadata(before.metadata ?? {}, call.parameters.metadata);
      return announceChange(call, before, { ...before, metadata });
    },
  }),
  operation<Stripe.RefundCancelParams>({
    method: 'post',
    path: '/v1/refunds/{id}/cancel',
    accepts: [],
    run: cancelRefund,
  }),
];

export const refundTasks: TaskHandlers = {
  'refund.settle': settleRefund,
  'refund.fail': failRefund,
};

function existing({ store, id }: Call<unknown>): Stripe.Refund {
  const refund = store.find('refund', id);
  if (!refund) throw noSuchResource('refund', id);
  return refund;
}

/**
 * Refunds a charge wholly or in part.
 * @throws ApiError 400 for a charge that cannot be refunded, or for more than is left of it
 */
function createRefund(context: Context, parameters: Stripe.RefundCreateParams): Stripe.Refund {
  const { store, now } = context;
  const charge = chargeToRefund(context, parameters);
  const amount = refundableAmount(context, charge, parameters.amount);
  const id = newId('re');
  const slowness = refundBehaviour(context, charge);
  const refund = store.put('refund', {
    ...exampleOf('refund'),
    id,
    amount,
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: idOf(charge.customer),
    destination_details: destinationOf(context, charge),
    metadata: mergeMetadata({}, parameters.metadata),
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    reason: parameters.reason ?? null,
    status: slowness === 'pending' ? 'pending' : 'succeeded',
    ...(slowness === 'pending'
      ? { pending_reason: 'processing' as const }
      : { balance_transaction: book(context, id, charge, amount) }),
  });
  const amountRefunded = charge.amount_refunded + amount;
  const refunded = store.put('charge', {
    ...charge,
    amount_refunded: amountRefunded,
    refunded: amountRefunded === charge.amount_captured,
  });
  emit(context, 'refund.created', refund);
  emit(context, 'charge.refunded', refunded, charge);
  const inquiry = refunded.refunded ? openInquiry(context, charge.id) : undefined;
  // The cardholder has the whole amount back, so the bank has no reason to ask further.
  if (inquiry) moveDispute(context, inquiry, 'warning_closed');
  reversePaymentTax(context, idOf(charge.payment_intent), refund);
  if (slowness) schedule(context, slowness === 'fails' ? 'refund.fail' : 'refund.settle', id, now + settlingSeconds);
  return refund;
}

/** @throws ApiError 400 when Stripe could not ask the customer for their bank account */
function destinationOf({ store }: Context, charge: Stripe.Charge): Stripe.Refund.DestinationDetails {
  const { payment_method_details: details } = charge;
  if (details?.type === 'customer_balance') {
    const customer = store.find('customer', idOf(charge.customer) ?? '');
    if (!customer || customer.deleted || !customer.email) {
      throw invalidRequest('A refund of a bank transfer needs the email address of the customer.');
    }
    return { type: transferType(charge.currency) };
  }
  if (details?.type !== 'card') return { type: details?.type ?? 'card' };
  const card = { type: 'refund', reference_status: 'pending', reference_type: 'acquirer_reference_number' } as const;
  return { card, type: 'card' };
}

/**
 * Finds the charge that a refund names directly or by its payment intent.
 * @throws ApiError 400 when neither is named, one is unknown, the intent is not paid, or they do not belong together
 */
function chargeToRefund({ store }: Context, parameters: Stripe.RefundCreateParams): Stripe.Charge {
  const { charge: chargeId, payment_intent: intentId } = parameters;
  if (!chargeId && !intentId) {
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.', {
      code: 'parameter_missing',
      param: 'payment_intent',
    });
  }
  const intent = intentId ? store.find('payment_intent', intentId) : undefined;
  if (intentId && !intent) throw noSuchReference('payment_intent', intentId, 'payment_intent');
  if (intent && intent.status !== 'succeeded') {
    throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    });
  }
  const wanted = chargeId ?? idOf(intent?.latest_charge) ?? '';
  const charge = store.find('charge', wanted);
  if (!charge) throw noSuchReference('charge', wanted, 'charge');
  if (intent && idOf(charge.payment_intent) !== intent.id) {
    throw invalidRequest('The charge does not belong to the payment_intent.', { param: 'charge' });
  }
  return charge;
}

function refundableAmount(context: Context, charge: Stripe.Charge, wanted: number | undefined): number {
  if (charge.status !== 'succeeded') {
    throw invalidRequest(`Charge ${charge.id} was not paid, so it cannot be refunded.`, {
      code: 'charge_not_refundable',
    });
  }
  if (isContested(context, charge.id)) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  const left = charge.amount_captured - charge.amount_refunded;
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  if (wanted === undefined) return left;
  if (wanted < 1) {
    throw invalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  }
  if (wanted > left) {
    const shown = (amountMinor: number) => shownAmount(amountMinor, charge.currency);
    throw invalidRequest(
      `Refund amount (${shown(wanted)}) is greater than unrefunded amount on charge (${shown(left)})`,
      { param: 'amount' },
    );
  }
  return wanted;
}

function refundBehaviour({ store }: Context, charge: Stripe.Charge): 'pending' | 'fails' | undefined {
  return store.get('card_secret', charge.payment_method ?? '').behaviour.refund;
}

function book(context: Context, refundId: string, charge: Stripe.Charge, amount: number): string {
  const movement = moveMoney(context, {
    type: 'refund',
    reportingCategory: 'refund',
    amountMinor: -amount,
    currency: charge.currency,
    source: refundId,
    description: charge.description,
  });
  return movement.id;
}

function settleRefund(context: Context, refundId: string): void {
  const { store } = context;
  const { pending_reason: _settled, ...before } = store.get('refund', refundId);
  const charge = store.get('charge', idOf(before.charge) ?? '');
  const movement = book(context, refundId, charge, before.amount);
  announceChange(context, store.get('refund', refundId), {
    ...before,
    balance_transaction: movement,
    status: 'succeeded',
  });
}

/** Handles a refund that the bank returned: the money is back on the balance, and the charge can be refunded again. */
function failRefund(context: Context, refundId: string): void {
  const { store } = context;
  const before = store.get('refund', refundId);
  const movement = moveMoney(context, {
    type: 'refund_failure',
    reportingCategory: 'refund_failure',
    amountMinor: before.amount,
    currency: before.currency,
    source: refundId,
    description: null,
  });
  giveBack(context, before);
  const failed = announceChange(context, before, {
    ...before,
    failure_balance_transaction: movement.id,
    failure_reason: 'expired_or_canceled_card',
    status: 'failed',
  });
  emit(context, 'refund.failed', failed);
}

/**
 * Cancels a refund that is still pending. Stripe's API cancels only refunds that wait for the customer, which never
 * happens with a card, but its dashboard also cancels pending ones; the sandbox allows that so that tests can reach the
 * state.
 */
function cancelRefund(call: Call<Stripe.RefundCancelParams>): Stripe.Refund {
  const before = existing(call);
  if (before.status !== 'pending') {
    throw invalidRequest(`Refund ${before.id} cannot be canceled because it has a status of ${before.status}.`);
  }
  unschedule(call, 'refund.settle', before.id);
  giveBack(call, before);
  const { pending_reason: _over, ...rest } = before;
  return announceChange(call, before, { ...rest, status: 'canceled' });
}

function giveBack({ store }: Context, refund: Stripe.Refund): void {
  const charge = store.get('charge', idOf(refund.charge) ?? '');
  store.put('charge', { ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false });
}

function announceChange(context: Context, before: Stripe.Refund, after: Stripe.Refund): Stripe.Refund {
  context.store.put('refund', after);
  emit(context, 'refund.updated', after, before);
  emit(context, 'charge.refund.updated', after, before);
  return after;
}
