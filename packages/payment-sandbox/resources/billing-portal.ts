import type Stripe from 'stripe';
import { type Call, type Context, operation, pageAddress, settingsOf } from '../context.ts';
import { exampleOf } from '../document.ts';
import { invalidRequest, missingParameter, noSuchReference, noSuchResource, unsupportedParameter } from '../errors.ts';
import { emit } from '../events.ts';
import { newId } from '../ids.ts';
import { pageOf } from '../lists.ts';
import { mergeMetadata, textOf } from '../parameters.ts';
import { referredCustomer } from './customer-lookup.ts';

type Configuration = Stripe.BillingPortal.Configuration;
type Features = Stripe.BillingPortal.Configuration.Features;

const writable = ['business_profile', 'default_return_url', 'features', 'metadata', 'name'] as const;

export const portalConfigurationOperations = [
  operation<Stripe.BillingPortal.ConfigurationCreateParams>({
    method: 'post',
    path: '/v1/billing_portal/configurations',
    accepts: writable,
    run: (call) => {
      const configuration = call.store.put('billing_portal.configuration', {
        ...withFields(blankConfiguration(call, { isDefault: false }), call.parameters),
        features: featuresWith(nothingOffered(), call.parameters.features),
      });
      emit(call, 'billing_portal.configuration.created', configuration);
      return configuration;
    },
  }),
  operation<Stripe.BillingPortal.ConfigurationListParams>({
    method: 'get',
    path: '/v1/billing_portal/configurations',
    accepts: ['active', 'ending_before', 'is_default', 'limit', 'starting_after'],
    run: ({ store, parameters }) => {
      const configurations = store
        .all('billing_portal.configuration')
        .filter(({ active }) => parameters.active === undefined || active === parameters.active)
        .filter((one) => parameters.is_default === undefined || one.is_default === parameters.is_default);
      return pageOf(configurations, parameters, { url: '/v1/billing_portal/configurations', kind: 'configuration' });
    },
  }),
  operation<Stripe.BillingPortal.ConfigurationRetrieveParams>({
    method: 'get',
    path: '/v1/billing_portal/configurations/{id}',
    accepts: [],
    run: existing,
  }),
  operation<Stripe.BillingPortal.ConfigurationUpdateParams>({
    method: 'post',
    path: '/v1/billing_portal/configurations/{id}',
    accepts: [...writable, 'active'],
    run: (call) => {
      const { store, parameters, now } = call;
      const before = existing(call);
      const updated = store.put('billing_portal.configuration', {
        ...withFields(before, parameters),
        active: parameters.active ?? before.active,
        features: featuresWith(before.features, parameters.features),
        updated: now,
      });
      emit(call, 'billing_portal.configuration.updated', updated, before);
      return updated;
    },
  }),
];

function existing({ store, id }: Call<unknown>): Configuration {
  const configuration = store.find('billing_portal.configuration', id);
  if (!configuration) throw noSuchResource('configuration', id);
  return configuration;
}

/**
 * Returns the default configuration, which Stripe creates when its dashboard's settings page is saved; undefined when
 * it was not saved.
 */
export function defaultConfiguration({ store }: Pick<Context, 'store'>): Configuration | undefined {
  return store.all('billing_portal.configuration').find((one) => one.is_default);
}

/** Saves the portal's initial settings, or removes them, because Stripe has them only in its dashboard. */
export function savePortalSettings(context: Context, isSaved: boolean): void {
  const { store } = context;
  store.put('settings', { ...settingsOf(store), isPortalSaved: isSaved });
  const saved = defaultConfiguration(context);
  if (!isSaved && saved) store.remove('billing_portal.configuration', saved.id);
  if (isSaved && !saved) {
    store.put('billing_portal.configuration', blankConfiguration(context, { isDefault: true }));
  }
}

function blankConfiguration({ now }: Context, { isDefault }: { isDefault: boolean }): Configuration {
  const { features } = exampleOf('billing_portal.configuration');
  return {
    ...exampleOf('billing_portal.configuration'),
    id: newId('bpc'),
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: now,
    features: {
      ...features,
      payment_method_update: { enabled: true, payment_method_configuration: null },
      subscription_cancel: { ...features.subscription_cancel, enabled: true },
    },
    is_default: isDefault,
    livemode: false,
    metadata: {},
    updated: now,
  };
}

/**
 * Returns the initial features of a configuration that a call creates: it offers only the features that the call names.
 */
function nothingOffered(): Features {
  const { features } = exampleOf('billing_portal.configuration');
  return {
    ...features,
    subscription_update: { ...features.subscription_update, schedule_at_period_end: { conditions: [] } },
    customer_update: { allowed_updates: [], enabled: false },
    invoice_history: { enabled: false },
  };
}

function withFields(configuration: Configuration, sent: Stripe.BillingPortal.ConfigurationUpdateParams): Configuration {
  const { business_profile: profile } = sent;
  const before = configuration.business_profile;
  return {
    ...configuration,
    business_profile: {
      headline: textOf(profile?.headline, before.headline),
      privacy_policy_url: textOf(profile?.privacy_policy_url, before.privacy_policy_url),
      terms_of_service_url: textOf(profile?.terms_of_service_url, before.terms_of_service_url),
    },
    default_return_url: textOf(sent.default_return_url, configuration.default_return_url),
    metadata: mergeMetadata(configuration.metadata ?? {}, sent.metadata),
    name: textOf(sent.name, configuration.name),
  };
}

function featuresWith(
  before: Features,
  sent: Stripe.BillingPortal.ConfigurationUpdateParams['features'] = {},
): Features {
  if (sent.subscription_pause?.enabled) throw unsupportedParameter('features[subscription_pause]');
  const { customer_update: customer, subscription_cancel: cancel, payment_method_update: cards } = sent;
  const reasons = cancel?.cancellation_reason;
  return {
    ...before,
    customer_update: {
      allowed_updates: customer?.allowed_updates || before.customer_update.allowed_updates,
      enabled: customer?.enabled ?? before.customer_update.enabled,
    },
    invoice_history: sent.invoice_history ?? before.invoice_history,
    payment_method_update: {
      ...before.payment_method_update,
      enabled: cards?.enabled ?? before.payment_method_update.enabled,
    },
    subscription_cancel: {
      cancellation_reason: {
        ...before.subscription_cancel.cancellation_reason,
        ...(reasons ? { enabled: reasons.enabled, options: reasons.options || [] } : {}),
      },
      enabled: cancel?.enabled ?? before.subscription_cancel.enabled,
      mode: cancel?.mode ?? before.subscription_cancel.mode,
      proration_behavior: cancel?.proration_behavior ?? before.subscription_cancel.proration_behavior,
    },
    subscription_update: planChangesWith(before.subscription_update, sent.subscription_update),
  };
}

type PlanChanges = Features['subscription_update'];
type SentPlanChanges = NonNullable<Stripe.BillingPortal.ConfigurationUpdateParams['features']>['subscription_update'];

/**
 * Returns the plans that customers may change to.
 * @throws ApiError 400 when changes are enabled and no product is named
 */
function planChangesWith(before: PlanChanges, sent: SentPlanChanges): PlanChanges {
  if (!sent) return before;
  const enabled = sent.enabled ?? before.enabled;
  const products = sent.products
    ? sent.products.map(({ prices, product }) => ({ adjustable_quantity: fixedQuantity, prices, product }))
    : before.products;
  const conditions = sent.schedule_at_period_end?.conditions;
  if (enabled && !products?.length) throw missingParameter('features[subscription_update][products]');
  return {
    billing_cycle_anchor: sent.billing_cycle_anchor ?? before.billing_cycle_anchor,
    default_allowed_updates: sent.default_allowed_updates || before.default_allowed_updates,
    enabled,
    ...(products ? { products } : {}),
    proration_behavior: sent.proration_behavior ?? before.proration_behavior,
    schedule_at_period_end: conditions === undefined ? before.schedule_at_period_end : { conditions: conditions || [] },
    trial_update_behavior: sent.trial_update_behavior ?? before.trial_update_behavior,
  };
}

const fixedQuantity = { enabled: false, maximum: null, minimum: 1 };

export const portalSessionOperations = [
  operation<Stripe.BillingPortal.SessionCreateParams>({
    method: 'post',
    path: '/v1/billing_portal/sessions',
    accepts: ['configuration', 'customer', 'locale', 'return_url'],
    run: createPortalSession,
  }),
];

/** Opens the customer portal for a customer; its `url` is enough to use it. */
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
