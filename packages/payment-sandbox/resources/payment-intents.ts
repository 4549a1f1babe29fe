import type Stripe from 'stripe';
import { checkCharge } from '../amounts.ts';
import { type Call, type Context, operation } from '../context.ts';
import { invalidRequest, noSuchResource } from '../errors.ts';
import { emit } from '../events.ts';
import { idOf, inRange, pageOf, refersTo } from '../lists.ts';
import { bindCalculation } from '../tax/payment-taxes.ts';
import { referredCustomer } from './customer-lookup.ts';
import { paymentOfIntent } from './invoice-payments.ts';
import { checkCardMayPay, confirmIntent, paymentMethodOf } from './payment-confirmation.ts';
import {
  blankIntent,
  cancelIntent,
  checkChoices,
  detailsOf,
  forgetSteps,
  openStates,
  unexpectedState,
} from './payment-intent-states.ts';

const described = [
  'allowed_payment_method_types',
  'amount',
  'capture_method',
  'currency',
  'customer',
  'description',
  'hooks',
  'metadata',
  'payment_method',
  'payment_method_data',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'statement_descriptor',
  'statement_descriptor_suffix',
] as const;
const fromBrowser = [
  'payment_method',
  'payment_method_data',
  'receipt_email',
  'return_url',
  'setup_future_usage',
  'shipping',
  'use_stripe_sdk',
] as const;

export const paymentIntentOperations = [
  operation<Stripe.PaymentIntentCreateParams>({
    method: 'post',
    path: '/v1/payment_intents',
    accepts: [
      ...described,
      'automatic_payment_methods',
      'confirm',
      'error_on_requires_action',
      'mandate_data',
      'off_session',
      'return_url',
      'use_stripe_sdk',
    ],
    run: createIntent,
  }),
  operation<Stripe.PaymentIntentListParams>({
    method: 'get',
    path: '/v1/payment_intents',
    accepts: ['created', 'customer', 'ending_before', 'limit', 'starting_after'],
    run: ({ store, parameters }) => {
      const intents = store
        .all('payment_intent')
        .filter((intent) => refersTo(intent.customer, parameters.customer))
        .filter((intent) => inRange(intent.created, parameters.created));
      return pageOf(intents, parameters, { url: '/v1/payment_intents', kind: 'payment_intent' });
    },
  }),
  operation<Stripe.PaymentIntentRetrieveParams>({
    method: 'get',
    path: '/v1/payment_intents/{id}',
    accepts: ['client_secret'],
    browser: { secretOf: 'payment_intent', accepts: [] },
    run: existing,
  }),
  operation<Stripe.PaymentIntentUpdateParams>({
    method: 'post',
    path: '/v1/payment_intents/{id}',
    accepts: described,
    run: updateIntent,
  }),
  operation<Stripe.PaymentIntentConfirmParams>({
    method: 'post',
    path: '/v1/payment_intents/{id}/confirm',
    accepts: [...fromBrowser, 'error_on_requires_action', 'hooks', 'mandate_data', 'off_session'],
    browser: { secretOf: 'payment_intent', accepts: fromBrowser },
    run: (call) => {
      const before = existing(call);
      const bound = bindCalculation(call, before, call.parameters.hooks);
      const intent = { ...before, ...detailsOf(before, call.parameters), ...bound };
      return confirmIntent(call, intent, call.parameters);
    },
  }),
  operation<Stripe.PaymentIntentCancelParams>({
    method: 'post',
    path: '/v1/payment_intents/{id}/cancel',
    accepts: ['cancellation_reason'],
    run: (call) => {
      refuseInvoiced(call, 'cancel');
      return cancelIntent(call, existing(call), call.parameters.cancellation_reason ?? null);
    },
  }),
];

function existing({ store, id }: Call<unknown>): Stripe.PaymentIntent {
  const intent = store.find('payment_intent', id);
  if (!intent) throw noSuchResource('payment_intent', id);
  return intent;
}

/** Rejects changes of an invoice's intent, which must be made on the invoice. @throws ApiError 400 */
function refuseInvoiced({ store, id }: Call<unknown>, verb: string): void {
  const invoice = paymentOfIntent(store, id)?.invoice;
  if (!invoice) return;
  throw invalidRequest(`You cannot ${verb} a PaymentIntent that was created by an invoice (${invoice}).`);
}

function createIntent(call: Call<Stripe.PaymentIntentCreateParams>): Stripe.PaymentIntent {
  const { store, parameters } = call;
  checkChoices(call, parameters);
  const customer = parameters.customer ? referredCustomer(call, parameters.customer).id : null;
  const blank: Stripe.PaymentIntent = {
    ...blankIntent(call, { amountMinor: parameters.amount, currency: parameters.currency, customer }),
    automatic_payment_methods: {
      allow_redirects: parameters.automatic_payment_methods?.allow_redirects ?? 'always',
      enabled: parameters.automatic_payment_methods?.enabled ?? true,
    },
    capture_method: parameters.capture_method ?? 'automatic_async',
  };
  const described = { ...blank, ...detailsOf(blank, parameters), ...bindCalculation(call, blank, parameters.hooks) };
  const intent = store.put('payment_intent', withCard(call, described, parameters));
  emit(call, 'payment_intent.created', intent);
  const { payment_method: _, payment_method_data: __, ...confirmation } = parameters;
  return parameters.confirm ? confirmIntent(call, intent, confirmation) : intent;
}

/** Sets the card in the call on the intent, which is then ready to be confirmed. */
function withCard(
  context: Context,
  intent: Stripe.PaymentIntent,
  sent: Parameters<typeof paymentMethodOf>[2],
): Stripe.PaymentIntent {
  const method = paymentMethodOf(context, intent, sent);
  if (!method) return intent;
  checkCardMayPay(context, intent, method);
  return { ...intent, next_action: null, payment_method: method.id, status: 'requires_confirmation' };
}

function updateIntent(call: Call<Stripe.PaymentIntentUpdateParams>): Stripe.PaymentIntent {
  const { store, parameters } = call;
  const intent = existing(call);
  if (parameters.amount !== undefined || parameters.currency !== undefined)
    refuseInvoiced(call, 'change the amount of');
  const { description: _, metadata: __, receipt_email: ___, ...limited } = parameters;
  if (Object.keys(limited).some((name) => name !== 'expand') && !openStates.includes(intent.status)) {
    throw unexpectedState(intent, 'update', openStates);
  }
  checkChoices(call, parameters);
  const amount = parameters.amount ?? intent.amount;
  const changed = {
    ...intent,
    ...detailsOf(intent, parameters),
    ...bindCalculation(call, intent, parameters.hooks),
    amount,
    currency: checkCharge(amount, parameters.currency ?? intent.currency),
    customer: customerFor(call, intent),
  };
  const bringsCard = parameters.payment_method !== undefined || parameters.payment_method_data !== undefined;
  const isOtherSum = changed.amount !== intent.amount || changed.currency !== intent.currency;
  if (!bringsCard && !isOtherSum) return store.put('payment_intent', changed);
  // An open bank page asks about the former card or amount, so it is no longer valid.
  forgetSteps(call, intent.id);
  const restarted =
    intent.status === 'requires_action'
      ? { ...changed, next_action: null, status: 'requires_confirmation' as const }
      : changed;
  return store.put('payment_intent', bringsCard ? withCard(call, restarted, parameters) : restarted);
}

function customerFor(
  call: Call<Stripe.PaymentIntentUpdateParams>,
  intent: Stripe.PaymentIntent,
): Stripe.PaymentIntent['customer'] {
  const { customer } = call.parameters;
  if (!customer || customer === idOf(intent.customer)) return intent.customer;
  if (intent.customer !== null) {
    throw invalidRequest(
      'You cannot modify `customer` on a PaymentIntent once it already has been set. To fulfill a payment with a different Customer, cancel this PaymentIntent and create a new one.',
      { param: 'customer' },
    );
  }
  return referredCustomer(call, customer).id;
}
