import type Stripe from 'stripe';
import { type CardBehaviour, cardRefusal, type DeclineReason, declines } from '../cards.ts';
import { type Context, settingsOf } from '../context.ts';
import { exampleOf } from '../document.ts';
import { emit } from '../events.ts';
import { newId } from '../ids.ts';
import { followFailure, followSuccess } from '../invoices/outcome.ts';
import { idOf } from '../lists.ts';
import { schedule, type TaskHandlers } from '../tasks.ts';
import { recordPaymentTax } from '../tax/payment-taxes.ts';
import { moveMoney, processingFeeMinor } from './balance.ts';
import { attachPaymentMethod } from './customer-cards.ts';
import { openDispute } from './dispute-states.ts';

type Charging = {
  intent: Stripe.PaymentIntent;
  method: Stripe.PaymentMethod;
  /** Whether the bank's 3-D Secure step was completed for this payment. */
  authenticated: boolean;
  /** Declines the card for another reason than its own behaviour. */
  decline?: DeclineReason;
};

/**
 * Charges an intent; a charge is recorded in any case.
 * @returns the succeeded intent
 * @throws ApiError 402 when the card is declined; the intent then waits for another payment method
 */
export function chargeIntent(context: Context, charging: Charging): Stripe.PaymentIntent {
  const { behaviour } = context.store.get('card_secret', charging.method.id);
  const decline = charging.decline ?? behaviour.decline;
  return decline ? refuse(context, charging, decline) : settle(context, charging, behaviour);
}

function settle(context: Context, charging: Charging, behaviour: CardBehaviour): Stripe.PaymentIntent {
  const { store } = context;
  const { intent, authenticated } = charging;
  const method = keepMethod(context, charging);
  rememberUse(context, method, authenticated, intent);
  const charge = newCharge(context, { ...charging, method });
  const booked = succeed(context, { intent: { ...intent, payment_method: method.id }, charge });
  if (behaviour.dispute) openDispute(context, booked, behaviour.dispute);
  return store.get('payment_intent', intent.id);
}

/**
 * Marks a charge, its intent and the intent's invoice as paid.
 * @returns the charge, already booked unless the settlement has a delay
 */
export function succeed(
  context: Context,
  { intent, charge: before }: { intent: Stripe.PaymentIntent; charge: Stripe.Charge },
): Stripe.Charge {
  const { store } = context;
  const charge = store.put('charge', {
    ...before,
    amount_captured: intent.amount,
    captured: true,
    outcome: outcomeOf(null),
    paid: true,
    status: 'succeeded',
  });
  const succeeded = store.put('payment_intent', {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    status: 'succeeded',
  });
  emit(context, 'charge.succeeded', charge);
  emit(context, 'payment_intent.succeeded', succeeded);
  followSuccess(context, succeeded);
  recordPaymentTax(context, succeeded);
  const delay = settingsOf(store).settlement?.delaySeconds ?? 0;
  if (delay === 0) return bookCharge(context, charge);
  schedule(context, 'charge.book', charge.id, context.now + delay);
  return charge;
}

/**
 * Books charges after the settlement's delay. At Stripe, seconds may pass:
 * https://docs.stripe.com/payments/payment-intents/asynchronous-capture
 */
export const chargeTasks: TaskHandlers = {
  'charge.book': (context, id) => {
    bookCharge(context, context.store.get('charge', id));
  },
};

/** Records the balance transaction of a charge. It may follow the charge later, so it has its own event. */
function bookCharge(context: Context, charge: Stripe.Charge): Stripe.Charge {
  const { amount, currency, description, id } = charge;
  const movement = moveMoney(context, {
    type: charge.payment_method_details?.type === 'card' ? 'charge' : 'payment',
    reportingCategory: 'charge',
    amountMinor: amount,
    currency,
    feeOf: (settledMinor) => processingFeeMinor(charge, settledMinor),
    source: id,
    description,
  });
  const booked = context.store.put('charge', { ...charge, balance_transaction: movement.id });
  emit(context, 'charge.updated', booked, charge);
  return booked;
}

/** Attaches the payment method to the customer when the intent sets `setup_future_usage`. */
export function keepMethod(
  context: Context,
  { intent, method }: Pick<Charging, 'intent' | 'method'>,
): Stripe.PaymentMethod {
  const customer = idOf(intent.customer);
  return intent.setup_future_usage && customer ? attachPaymentMethod(context, method, customer) : method;
}

function rememberUse(
  { store }: Context,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
  intent: Stripe.PaymentIntent,
): void {
  const secret = store.get('card_secret', method.id);
  const isSetUp = authenticated && intent.setup_future_usage === 'off_session';
  store.put('card_secret', {
    ...secret,
    setUpForOffSession: secret.setUpForOffSession || isSetUp,
    spent: method.customer === null,
  });
}

function refuse(context: Context, charging: Charging, reason: DeclineReason): never {
  const { store } = context;
  const { intent, method } = charging;
  const { code, message } = declines[reason];
  const charge = store.put('charge', {
    ...newCharge(context, charging),
    failure_code: code,
    failure_message: message,
    outcome: outcomeOf(reason),
    paid: false,
    status: 'failed',
  });
  emit(context, 'charge.failed', charge);
  const refusal = cardRefusal(reason, { charge: charge.id, payment_method: method });
  const waiting = failIntent(context, { ...intent, latest_charge: charge.id }, refusal.body);
  throw cardRefusal(reason, { charge: charge.id, payment_method: method, payment_intent: waiting });
}

/** Resets an intent after a failure: it waits for a payment method and stores the reason. */
export function failIntent(
  context: Context,
  intent: Stripe.PaymentIntent,
  error: Stripe.PaymentIntent.LastPaymentError | object,
): Stripe.PaymentIntent {
  const waiting = context.store.put('payment_intent', {
    ...intent,
    // Safe because an error body has the fields of a last payment error, under the same names.
    last_payment_error: error as Stripe.PaymentIntent.LastPaymentError,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
  emit(context, 'payment_intent.payment_failed', waiting);
  followFailure(context, waiting);
  return waiting;
}

/** Returns a charge of an intent, not stored, and without an outcome yet. */
export function newCharge(context: Context, { intent, method, authenticated }: Charging): Stripe.Charge {
  const { refunds: _onlyWhenExpanded, ...example } = exampleOf('charge');
  return {
    ...example,
    id: newId('ch'),
    amount: intent.amount,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'RAPP LEARNING',
    created: context.now,
    currency: intent.currency,
    customer: idOf(intent.customer),
    description: intent.description,
    metadata: intent.metadata,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: methodDetails(example, { intent, method, authenticated }),
    receipt_email: intent.receipt_email,
    receipt_url: null,
    shipping: intent.shipping,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
  };
}

type Details = NonNullable<Stripe.Charge['payment_method_details']>;

function methodDetails(example: Omit<Stripe.Charge, 'refunds'>, charging: Charging): Details {
  const { method, intent, authenticated } = charging;
  if (method.sepa_debit) {
    const { bank_code, branch_code, country, fingerprint, last4 } = method.sepa_debit;
    const account = { bank_code, branch_code, country, fingerprint, last4 };
    return { type: 'sepa_debit', sepa_debit: { ...account, mandate: null } };
  }
  if (method.bacs_debit) return { type: 'bacs_debit', bacs_debit: { ...method.bacs_debit, mandate: null } };
  if (method.link) return { type: 'link', link: { country: null } };
  if (method.customer_balance) return { type: 'customer_balance', customer_balance: {} };
  return { type: 'card', card: cardDetails(example, intent, method, authenticated) };
}

function cardDetails(
  example: Omit<Stripe.Charge, 'refunds'>,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): Stripe.Charge.PaymentMethodDetails.Card {
  // Safe because the example is a card payment, and this is called only for card payments.
  const details = example.payment_method_details?.card as Stripe.Charge.PaymentMethodDetails.Card;
  const card = method.card as Stripe.PaymentMethod.Card;
  return {
    ...details,
    amount_authorized: intent.amount,
    brand: card.brand,
    checks: card.checks,
    country: card.country,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    network: card.brand,
    overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
    three_d_secure: authenticated ? completedThreeDSecure : null,
    wallet: null,
  };
}

const completedThreeDSecure: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
};

function outcomeOf(reason: DeclineReason | null): Stripe.Charge.Outcome {
  const unused = { advice_code: null, network_advice_code: null, network_decline_code: null };
  if (reason === null) {
    return {
      ...unused,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      seller_message: 'Payment complete.',
      type: 'authorized',
    };
  }
  if (reason === 'blocked') {
    return {
      ...unused,
      network_status: 'not_sent_to_network',
      reason: 'highest_risk_level',
      risk_level: 'highest',
      seller_message: 'Stripe blocked this payment as too risky.',
      type: 'blocked',
    };
  }
  const declineCode = declines[reason].decline_code;
  return {
    ...unused,
    network_status: 'declined_by_network',
    reason: declineCode,
    risk_level: 'normal',
    seller_message: `The bank returned the decline code \`${declineCode}\`.`,
    type: 'issuer_declined',
  };
}
