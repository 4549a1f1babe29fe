import type Stripe from 'stripe';
import { accountFingerprint, bacsSortCode, type DebitBehaviour, testBacsAccount, testIban } from '../bank-accounts.ts';
import { type Context, settingsOf } from '../context.ts';
import { exampleOf } from '../document.ts';
import { type ApiError, invalidRequest, missingParameter } from '../errors.ts';
import { newId } from '../ids.ts';
import { addressOf } from '../parameters.ts';
import type { Store } from '../store.ts';

/** Payment methods that an account can enable here; Stripe has many more. */
export const methodTypes = ['bacs_debit', 'card', 'customer_balance', 'link', 'sepa_debit'] as const;
export type MethodType = (typeof methodTypes)[number];

/** Returns the enabled payment methods; only cards by default. */
export function enabledTypes(store: Store): readonly MethodType[] {
  return settingsOf(store).paymentMethodTypes ?? ['card'];
}

const onlyCurrency: Readonly<Record<string, string>> = { bacs_debit: 'gbp', sepa_debit: 'eur' };

/** Returns the payment methods that a page offers, without bank transfers, which pay only invoices. */
export function typesOfPages(store: Store): MethodType[] {
  return enabledTypes(store).filter((type) => type !== 'customer_balance');
}

/** Returns the payment methods for an amount in this currency; a debit accepts only its own currency. */
export function typesFor(store: Store, currency: string, allowed: readonly string[] | null = null): MethodType[] {
  return typesOfPages(store)
    .filter((type) => (onlyCurrency[type] ?? currency) === currency)
    .filter((type) => allowed === null || allowed.includes(type));
}

/** Parameters that create a payment method other than a card. */
export type SentMethod = Pick<
  Stripe.PaymentMethodCreateParams,
  'allow_redisplay' | 'bacs_debit' | 'billing_details' | 'link' | 'sepa_debit'
> & { type?: string };

/**
 * Creates a payment method other than a card; its billing details stay empty.
 * @throws ApiError 400 for a payment method that is not enabled, missing details, or an account that is no test account
 */
export function newOtherMethod(context: Context, sent: SentMethod): Stripe.PaymentMethod {
  const type = typesOfPages(context.store).find((one) => one === sent.type);
  if (!type) throw notSwitchedOn(sent.type, 'type');
  const email = sent.billing_details?.email || null;
  if (!email) throw missingParameter('billing_details[email]');
  if (type === 'link') return store(context, { type, link: { email } }, {});
  if (!sent.billing_details?.name) throw missingParameter('billing_details[name]');
  return type === 'sepa_debit' ? sepaMethod(context, sent) : bacsMethod(context, sent);
}

/** Returns the error for a payment method that is not enabled. */
export function notSwitchedOn(type: string | undefined, param: string): ApiError {
  return invalidRequest(
    `The payment method type "${type}" is invalid. Please ensure the provided type is activated in your dashboard (https://dashboard.stripe.com/account/payments/settings) and your account is enabled for any preview features that you are trying to use.`,
    { param },
  );
}

/** Creates the payment method of a payment from a customer's cash balance. */
export function transferMethod(context: Context, customer: string): Stripe.PaymentMethod {
  const method = store(context, { type: 'customer_balance', customer_balance: {} }, {});
  return context.store.put('payment_method', { ...method, customer });
}

function sepaMethod(context: Context, { sepa_debit: sent }: SentMethod): Stripe.PaymentMethod {
  if (!sent?.iban) throw missingParameter('sepa_debit[iban]');
  const { number, behaviour } = testIban(sent.iban);
  const details: Stripe.PaymentMethod.SepaDebit = {
    bank_code: number.slice(4, 9),
    branch_code: '',
    country: number.slice(0, 2),
    fingerprint: accountFingerprint(number, settingsOf(context.store).fingerprintKey),
    generated_from: { charge: null, setup_attempt: null },
    last4: number.slice(-4),
  };
  return store(context, { type: 'sepa_debit', sepa_debit: details }, behaviour);
}

function bacsMethod(context: Context, { bacs_debit: sent }: SentMethod): Stripe.PaymentMethod {
  if (!sent?.sort_code) throw missingParameter('bacs_debit[sort_code]');
  if (!sent.account_number) throw missingParameter('bacs_debit[account_number]');
  const { number, behaviour } = testBacsAccount(sent.sort_code, sent.account_number);
  const details: Stripe.PaymentMethod.BacsDebit = {
    fingerprint: accountFingerprint(number, settingsOf(context.store).fingerprintKey),
    last4: number.slice(-4),
    sort_code: bacsSortCode,
  };
  return store(context, { type: 'bacs_debit', bacs_debit: details }, behaviour);
}

type Kind = Pick<Stripe.PaymentMethod, 'bacs_debit' | 'customer_balance' | 'link' | 'sepa_debit' | 'type'>;

function store(context: Context, kind: Kind, debit: DebitBehaviour): Stripe.PaymentMethod {
  const { card: _onlyOfCards, ...example } = exampleOf('payment_method');
  const id = newId('pm');
  const behaviour = isDebit(kind) ? { debit } : {};
  context.store.put('card_secret', { id, behaviour, setUpForOffSession: false, spent: false });
  return context.store.put('payment_method', {
    ...example,
    ...kind,
    id,
    billing_details: { address: addressOf({}), email: null, name: null, phone: null, tax_id: null },
    created: context.now,
    customer: null,
    metadata: {},
  });
}

/** Whether payments with this method take days to succeed or fail. */
export function isDebit({ type }: Pick<Stripe.PaymentMethod, 'type'>): boolean {
  return type === 'sepa_debit' || type === 'bacs_debit';
}
