import type Stripe from 'stripe';
import { pageAddress } from '../addresses.ts';
import { type Call, operation } from '../context.ts';
import { invalidRequest, missingParameter, noSuchReference } from '../errors.ts';
import { emit } from '../events.ts';
import { newId } from '../ids.ts';
import { exampleOf } from '../templates.ts';
import { referredCustomer } from './customer-lookup.ts';
import { defaultConfiguration } from './portal-configurations.ts';

export const portalSessionOperations = [
  operation<Stripe.BillingPortal.SessionCreateParams>({
    method: 'post',
    path: '/v1/billing_portal/sessions',
    accepts: ['configuration', 'customer', 'locale', 'return_url'],
    run: createPortalSession,
  }),
];

/** Opens the customer portal for a customer: its `url` is enough to use it. */
function createPortalSession(call: Call<Stripe.BillingPortal.SessionCreateParams>): Stripe.BillingPortal.Session {
  const { store, now, parameters } = call;
  if (!parameters.customer) throw missingParameter('customer');
  const configuration = configurationFor(call);
  const returnUrl = parameters.return_url ?? configuration.default_return_url;
  if (returnUrl && !/^https?:$/.test(URL.parse(returnUrl)?.protocol ?? '')) {
    throw invalidRequest('Not a valid URL', { code: 'url_invalid', param: 'return_url' });
  }
  const id = newId('bps');
  const session = store.put('billing_portal.session', {
    ...exampleOf('billing_portal.session'),
    id,
    configuration: configuration.id,
    created: now,
    customer: referredCustomer(call, parameters.customer).id,
    flow: null,
    livemode: false,
    locale: parameters.locale ?? null,
    return_url: returnUrl ?? null,
    url: pageAddress(call, `/portal/${id}`, returnUrl),
  });
  emit(call, 'billing_portal.session.created', session);
  return session;
}

function configurationFor(call: Call<Stripe.BillingPortal.SessionCreateParams>): Stripe.BillingPortal.Configuration {
  const { configuration: id } = call.parameters;
  if (id) {
    const named = call.store.find('billing_portal.configuration', id);
    if (named) return named;
    throw noSuchReference('configuration', id, 'configuration');
  }
  const saved = defaultConfiguration(call);
  if (saved) return saved;
  throw invalidRequest(
    'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
  );
}
