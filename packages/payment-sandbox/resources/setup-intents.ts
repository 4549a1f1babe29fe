import type Stripe from 'stripe';
import { type Call, type Context, operation } from '../context.ts';
import { invalidRequest, noSuchResource } from '../errors.ts';
import { idOf, inRange, pageOf, refersTo } from '../lists.ts';
import { mergeMetadata, textOf } from '../parameters.ts';
import { referredCustomer } from './customer-lookup.ts';
import { checkCardMayPay, paymentMethodOf } from './payment-confirmation.ts';
import { checkChoices, forgetSteps } from './payment-intent-states.ts';
import {
  cancelSetupIntent,
  confirmSetupIntent,
  createSetupIntent,
  openSetupStates,
  type SetupConfirmation,
  unexpectedSetupState,
} from './setup-intent-states.ts';

const described = [
  'allowed_payment_method_types',
  'customer',
  'description',
  'metadata',
  'payment_method',
  'payment_method_data',
] as const;
const fromBrowser = ['payment_method', 'payment_method_data', 'return_url', 'use_stripe_sdk'] as const;

export const setupIntentOperations = [
  operation<Stripe.SetupIntentCreateParams>({
    method: 'post',
    path: '/v1/setup_intents',
    accepts: [
      ...described,
      'automatic_payment_methods',
      'confirm',
      'mandate_data',
      'return_url',
      'usage',
      'use_stripe_sdk',
    ],
    run: create,
  }),
  operation<Stripe.SetupIntentListParams>({
    method: 'get',
    path: '/v1/setup_intents',
    accepts: ['created', 'customer', 'ending_before', 'limit', 'payment_method', 'starting_after'],
    run: ({ store, parameters }) => {
      const intents = store
        .all('setup_intent')
        .filter((intent) => refersTo(intent.customer, parameters.customer))
        .filter((intent) => refersTo(intent.payment_method, parameters.payment_method))
        .filter((intent) => inRange(intent.created, parameters.created));
      return pageOf(intents, parameters, { url: '/v1/setup_intents', kind: 'setupintent' });
    },
  }),
  operation<Stripe.SetupIntentRetrieveParams>({
    method: 'get',
    path: '/v1/setup_intents/{id}',
    accepts: ['client_secret'],
    browser: { secretOf: 'setup_intent', accepts: [] },
    run: existing,
  }),
  operation<Stripe.SetupIntentUpdateParams>({
    method: 'post',
    path: '/v1/setup_intents/{id}',
    accepts: described,
    run: update,
  }),
  operation<Stripe.SetupIntentConfirmParams>({
    method: 'post',
    path: '/v1/setup_intents/{id}/confirm',
    accepts: fromBrowser,
    browser: { secretOf: 'setup_intent', accepts: fromBrowser },
    run: (call) => confirmSetupIntent(call, existing(call), call.parameters),
  }),
  operation<Stripe.SetupIntentCancelParams>({
    method: 'post',
    path: '/v1/setup_intents/{id}/cancel',
    accepts: ['cancellation_reason'],
    run: (call) => cancelSetupIntent(call, existing(call), call.parameters.cancellation_reason ?? null),
  }),
];

function existing({ store, id }: Call<unknown>): Stripe.SetupIntent {
  const intent = store.find('setup_intent', id);
  if (!intent) throw noSuchResource('setupintent', id);
  return intent;
}

function create(call: Call<Stripe.SetupIntentCreateParams>): Stripe.SetupIntent {
  const { parameters } = call;
  const { allowed_payment_method_types: allowed } = parameters;
  checkChoices(call, allowed ? { allowed_payment_method_types: allowed } : {});
  const { automatic_payment_methods: automatic, customer, usage } = parameters;
  const intent = createSetupIntent(call, {
    customer: customer ? referredCustomer(call, customer).id : null,
    description: parameters.description ?? null,
    metadata: mergeMetadata({}, parameters.metadata),
    allowedPaymentMethodTypes: allowed ?? null,
    ...(usage ? { usage } : {}),
    ...(automatic ? { automaticPaymentMethods: { allow_redirects: 'always', ...automatic } } : {}),
  });
  const withItsCard = withCard(call, intent, parameters);
  const { payment_method: _, payment_method_data: __, ...confirmation } = parameters;
  return parameters.confirm ? confirmSetupIntent(call, withItsCard, confirmation) : withItsCard;
}

/** Puts the card in the call on the intent, which is then ready to be confirmed. */
function withCard(context: Context, intent: Stripe.SetupIntent, sent: SetupConfirmation): Stripe.SetupIntent {
  if (!sent.payment_method && !sent.payment_method_data) return intent;
  const method = paymentMethodOf(context, intent, sent);
  if (!method) return intent;
  checkCardMayPay(context, intent, method);
  return context.store.put('setup_intent', {
    ...intent,
    next_action: null,
    payment_method: method.id,
    status: 'requires_confirmation',
  });
}

function update(call: Call<Stripe.SetupIntentUpdateParams>): Stripe.SetupIntent {
  const { store, parameters } = call;
  const intent = existing(call);
  const { description: _, metadata: __, ...limited } = parameters;
  if (Object.keys(limited).some((name) => name !== 'expand') && !openSetupStates.includes(intent.status)) {
    throw unexpectedSetupState(intent, 'update');
  }
  const { allowed_payment_method_types: allowed = intent.allowed_payment_method_types } = parameters;
  checkChoices(call, allowed ? { allowed_payment_method_types: allowed } : {});
  const changed = store.put('setup_intent', {
    ...intent,
    allowed_payment_method_types: allowed || null,
    customer: customerFor(call, intent),
    description: textOf(parameters.description, intent.description),
    metadata: mergeMetadata(intent.metadata ?? {}, parameters.metadata),
  });
  if (parameters.payment_method || parameters.payment_method_data) forgetSteps(call, intent.id);
  return withCard(call, changed, parameters);
}

function customerFor(
  call: Call<Stripe.SetupIntentUpdateParams>,
  intent: Stripe.SetupIntent,
): Stripe.SetupIntent['customer'] {
  const { customer } = call.parameters;
  if (!customer || customer === idOf(intent.customer)) return intent.customer;
  if (intent.customer === null) return referredCustomer(call, customer).id;
  throw invalidRequest('You cannot modify `customer` on a SetupIntent once it already has been set.', {
    param: 'customer',
  });
}
