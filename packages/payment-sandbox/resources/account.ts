import type Stripe from 'stripe';
import { operation, settingsOf } from '../context.ts';
import { noSuchResource } from '../errors.ts';
import { inRange, pageOf } from '../lists.ts';
import { taxSettingsOf } from '../tax/places.ts';

/** Operations on the account that the keys belong to, and on the transactions of its balance. */
export const accountOperations = [
  operation<Stripe.AccountRetrieveCurrentParams>({
    method: 'get',
    path: '/v1/account',
    accepts: [],
    run: ({ store }): Partial<Stripe.Account> => ({
      id: `acct_sandbox${settingsOf(store).defaultEndpoint.slice(-12)}`,
      object: 'account',
      business_profile: businessProfile,
      business_type: 'company',
      charges_enabled: true,
      country: taxSettingsOf(store).country,
      default_currency: 'gbp',
      details_submitted: true,
      email: 'owner@example.org',
      payouts_enabled: true,
      settings: accountSettings,
      type: 'standard',
    }),
  }),
  operation<Stripe.BalanceTransactionListParams>({
    method: 'get',
    path: '/v1/balance_transactions',
    accepts: ['created', 'currency', 'ending_before', 'limit', 'source', 'starting_after', 'type'],
    run: ({ store, parameters }) => {
      const { created, currency, source, type } = parameters;
      const movements = store
        .all('balance_transaction')
        .filter((one) => currency === undefined || one.currency === currency)
        .filter((one) => source === undefined || one.source === source)
        .filter((one) => type === undefined || one.type === type)
        .filter((one) => inRange(one.created, created));
      return pageOf(movements, parameters, { url: '/v1/balance_transactions', kind: 'balance_transaction' });
    },
  }),
  operation<Stripe.BalanceTransactionRetrieveParams>({
    method: 'get',
    path: '/v1/balance_transactions/{id}',
    accepts: [],
    run: ({ store, id }) => {
      const movement = store.find('balance_transaction', id);
      if (!movement) throw noSuchResource('balance_transaction', id);
      return movement;
    },
  }),
];

const businessProfile: Stripe.Account.BusinessProfile = {
  mcc: null,
  minority_owned_business_designation: null,
  name: 'RAPP Learning',
  product_description: null,
  specified_commercial_transactions_act_url: null,
  support_address: null,
  support_email: null,
  support_phone: null,
  support_url: null,
  url: null,
};

const accountSettings: Stripe.Account.Settings = {
  branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
  card_payments: {
    statement_descriptor_prefix: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
  dashboard: { display_name: 'RAPP Learning', timezone: 'Etc/UTC' },
  payments: {
    statement_descriptor: 'RAPP LEARNING',
    statement_descriptor_kana: null,
    statement_descriptor_kanji: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
};
