import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { invalidRequest, missingParameter } from '../errors.ts';
import { enabledTypes, notSwitchedOn } from '../resources/bank-methods.ts';
import type { Store } from '../store.ts';
import { cashOf } from './cash.ts';

export function isPaidByTransfer({ payment_settings: { payment_method_types: types } }: Stripe.Invoice): boolean {
  return types?.includes('customer_balance') ?? false;
}

type Route = {
  type: 'eu_bank_transfer' | 'gb_bank_transfer' | 'us_bank_transfer';
  country: string;
  sender: object;
  address(accountNumber: string): Stripe.FundingInstructions.BankTransfer.FinancialAddress;
};

const nowhere = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
const holder = { account_holder_address: nowhere, account_holder_name: 'RAPP Learning', bank_address: nowhere };

/** Routes of bank transfers by currency; `address` builds the account that customers pay to. */
const routes: Readonly<Record<string, Route>> = {
  eur: {
    type: 'eu_bank_transfer',
    country: 'DE',
    sender: { bic: 'BANKDEFF', iban_last4: '3000', sender_name: 'The customer' },
    address: (number) => ({
      type: 'iban',
      iban: { ...holder, bic: 'SXPYDEHHXXX', country: 'DE', iban: `DE00000000000000${number}` },
      supported_networks: ['sepa'],
    }),
  },
  gbp: {
    type: 'gb_bank_transfer',
    country: 'GB',
    sender: { account_number_last4: '2345', sender_name: 'The customer', sort_code: '108800' },
    address: (number) => ({
      type: 'sort_code',
      sort_code: { ...holder, account_number: number, sort_code: '040526' },
      supported_networks: ['bacs', 'fps'],
    }),
  },
  usd: {
    type: 'us_bank_transfer',
    country: 'US',
    sender: { network: 'ach', sender_name: 'The customer' },
    address: (number) => ({
      type: 'aba',
      aba: {
        ...holder,
        account_number: `1111${number}`,
        account_type: 'checking',
        bank_name: 'US Test Bank',
        routing_number: '999999999',
      },
      supported_networks: ['ach', 'domestic_wire_us'],
    }),
  },
};

/** @throws ApiError 400 for a currency that cannot be transferred here */
export function routeOf(currency: string): Route {
  const route = routes[currency];
  if (route) return route;
  throw invalidRequest(`Bank transfers in ${currency} are not supported by the payment sandbox.`, {
    param: 'currency',
  });
}

/** Returns Stripe's name for the transfers of a currency. */
export function transferType(currency: string): Route['type'] {
  return routeOf(currency).type;
}

/**
 * Returns the account for a customer's transfers, the same every time.
 * @throws ApiError 400 for a currency without transfers, a route of another currency, or a missing country
 */
export function fundingInstructions(
  { store }: Context,
  customer: string,
  sent: Stripe.CustomerCreateFundingInstructionsParams,
): Stripe.FundingInstructions {
  const currency = sent.currency.toLowerCase();
  const { type, country, address } = routeOf(currency);
  const { bank_transfer: asked } = sent;
  if (asked.type !== type) {
    throw invalidRequest(`${asked.type} is not available for ${currency}.`, { param: 'bank_transfer[type]' });
  }
  if (type === 'eu_bank_transfer' && !asked.eu_bank_transfer) {
    throw missingParameter('bank_transfer[eu_bank_transfer]');
  }
  const { accountNumber } = store.put('customer_cash', cashOf(store, customer));
  return {
    object: 'funding_instructions',
    bank_transfer: {
      country: asked.eu_bank_transfer?.country ?? country,
      financial_addresses: [address(accountNumber)],
      // Safe because Stripe's pages show the other routes, too, although the SDK's type names only two (README.md).
      type: type as Stripe.FundingInstructions.BankTransfer.Type,
    },
    currency,
    funding_type: 'bank_transfer',
    livemode: false,
  };
}

/** Returns the rows of the account for a customer's transfers, for the invoice's page. */
export function accountRows(store: Store, customer: string, currency: string): (readonly [string, string])[] {
  const { aba, iban, sort_code: gb } = routeOf(currency).address(cashOf(store, customer).accountNumber);
  if (iban)
    return [
      ['IBAN', iban.iban],
      ['BIC', iban.bic],
    ];
  if (gb)
    return [
      ['Sort code', gb.sort_code],
      ['Account number', gb.account_number],
    ];
  return [
    ['Routing number', aba?.routing_number ?? ''],
    ['Account number', aba?.account_number ?? ''],
  ];
}

type SentSettings = Pick<Stripe.InvoiceCreateParams, 'payment_settings'>['payment_settings'];

/**
 * Returns the payment settings of an invoice. A bank transfer requires an invoice that is sent, and the route of the
 * invoice's currency.
 * @throws ApiError 400
 */
export function paymentSettingsOf(
  { store }: Context,
  invoice: Pick<Stripe.Invoice, 'collection_method' | 'currency' | 'payment_settings'>,
  sent: SentSettings,
): Stripe.Invoice.PaymentSettings {
  if (!sent) return invoice.payment_settings;
  const types = sent.payment_method_types || null;
  const param = 'payment_settings[payment_method_types]';
  for (const type of types ?? []) {
    if (!enabledTypes(store).some((one) => one === type)) throw notSwitchedOn(type, param);
  }
  if (!types?.includes('customer_balance')) {
    return { default_mandate: null, payment_method_options: null, payment_method_types: types };
  }
  if (invoice.collection_method !== 'send_invoice') {
    throw invalidRequest('customer_balance needs an invoice whose collection_method is send_invoice.', { param });
  }
  const { type } = routeOf(invoice.currency);
  const options = sent.payment_method_options?.customer_balance || undefined;
  const named = options?.bank_transfer?.type;
  if (options?.funding_type !== 'bank_transfer' || named !== type) {
    throw invalidRequest(`An invoice in ${invoice.currency} is paid by ${type}.`, {
      param: 'payment_settings[payment_method_options][customer_balance][bank_transfer][type]',
    });
  }
  const country = options.bank_transfer?.eu_bank_transfer?.country;
  return {
    default_mandate: null,
    payment_method_options: {
      ...noOptions,
      customer_balance: {
        bank_transfer: { type, ...(country ? { eu_bank_transfer: { country } } : {}) },
        funding_type: 'bank_transfer',
      },
    },
    payment_method_types: types,
  };
}

const noOptions: Stripe.Invoice.PaymentSettings.PaymentMethodOptions = {
  acss_debit: null,
  bancontact: null,
  card: null,
  customer_balance: null,
  konbini: null,
  payto: null,
  pix: null,
  sepa_debit: null,
  upi: null,
  us_bank_account: null,
};
