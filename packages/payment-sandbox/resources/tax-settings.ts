import type Stripe from 'stripe';
import { type Call, operation, settingsOf } from '../context.ts';
import { noSuchResource } from '../errors.ts';
import { pageOf } from '../lists.ts';
import { addressOf } from '../parameters.ts';
import type { Store } from '../store.ts';
import { type TaxSettings, taxSettingsOf } from '../tax/places.ts';

/** Operations on the account's tax settings; only a control call changes the seller's registrations. */
export const taxSettingsOperations = [
  operation<Stripe.Tax.SettingsRetrieveParams>({
    method: 'get',
    path: '/v1/tax/settings',
    accepts: [],
    run: ({ store }) => shownSettings(store),
  }),
  operation<Stripe.Tax.SettingsUpdateParams>({
    method: 'post',
    path: '/v1/tax/settings',
    accepts: ['defaults', 'head_office'],
    run: (call) => {
      const { defaults, head_office: office } = call.parameters;
      const before = taxSettingsOf(call.store);
      changeTaxSettings(call.store, {
        ...before,
        // Safe: the parameter and the field list the same values.
        behaviour: (defaults?.tax_behavior as TaxSettings['behaviour'] | undefined) ?? before.behaviour,
        country: office?.address.country?.toUpperCase() ?? before.country,
        taxCode: defaults?.tax_code ?? before.taxCode,
      });
      return shownSettings(call.store);
    },
  }),
  operation<Stripe.Tax.RegistrationListParams>({
    method: 'get',
    path: '/v1/tax/registrations',
    accepts: ['ending_before', 'limit', 'starting_after', 'status'],
    run: ({ store, parameters }) => {
      const { status = 'active' } = parameters;
      const registrations = status === 'active' || status === 'all' ? registrationsOf(store) : [];
      return pageOf(registrations, parameters, { url: '/v1/tax/registrations', kind: 'tax registration' });
    },
  }),
  operation<Stripe.Tax.RegistrationRetrieveParams>({
    method: 'get',
    path: '/v1/tax/registrations/{id}',
    accepts: [],
    run: ({ store, id }: Call<unknown>) => {
      const registration = registrationsOf(store).find((one) => one.id === id);
      if (!registration) throw noSuchResource('tax registration', id);
      return registration;
    },
  }),
];

export function changeTaxSettings(store: Store, tax: TaxSettings): void {
  store.put('settings', { ...settingsOf(store), tax });
}

function shownSettings(store: Store): Stripe.Tax.Settings {
  const { behaviour, country, taxCode, isPending } = taxSettingsOf(store);
  return {
    object: 'tax.settings',
    defaults: { provider: 'stripe', tax_behavior: behaviour, tax_code: taxCode },
    head_office: { address: addressOf({ country }) ?? noAddress },
    livemode: false,
    status: isPending ? 'pending' : 'active',
    status_details: isPending ? { pending: { missing_fields: ['head_office'] } } : { active: {} },
  };
}

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

/** Builds one registration for each country, active since the account began. */
function registrationsOf(store: Store): Stripe.Tax.Registration[] {
  return taxSettingsOf(store).registrations.map((country) => ({
    id: `taxreg_sandbox${country}`,
    object: 'tax.registration',
    active_from: 0,
    country,
    country_options: {},
    created: 0,
    expires_at: null,
    livemode: false,
    status: 'active',
  }));
}
