import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import type { CardBehaviour } from './cards.ts';
import { newId, newWebhookSecret, randomText } from './ids.ts';
import type { MethodType } from './resources/bank-methods.ts';
import type { Store } from './store.ts';

/**
 * Details of a payment method that Stripe does not show: the behaviour of its test card, and whether it may be used
 * again.
 */
type CardSecret = {
  id: string;
  behaviour: CardBehaviour;
  /** Whether the method is set up for payments without the customer present, which need no 3-D Secure. */
  setUpForOffSession: boolean;
  /** Whether the method was used up: it paid once without a customer, or was detached. */
  spent: boolean;
};

/**
 * One event for one endpoint. Times are real milliseconds. Pending ones are stored apart from finished ones, so that
 * looking for work does not slow down with history.
 */
export type Delivery = {
  id: string;
  event: string;
  endpoint: string;
  state: 'pending' | 'delivered' | 'failed' | 'dropped';
  attempts: number;
  nextAttemptAtMs: number;
  lastAnswer: string | null;
};

/** First response under an idempotency key. `createdAt` is in real seconds. */
type IdempotentAnswer = {
  id: string;
  fingerprint: string;
  status: number;
  body: object;
  requestId: string;
  createdAt: number;
};

/** Work that happens when the sandbox's clock, or the named test clock, reaches `dueAt` (simulated seconds). */
export type Task = { id: string; kind: string; subject: string; dueAt: number };

/** The bank's page for one attempt to pay or to save a card; its id is the secret in the URL. */
export type ThreeDSecureStep = { id: string; intent: string; paymentMethod: string; returnUrl: string | null };

/** Marks a coupon as deleted; the coupon itself stays, because its discounts refer to it. */
type DeletedCoupon = { id: string };

/** State of a checkout: the intent that takes the card, and the subscription whose first payment it is. */
export type CheckoutAttempt = { intent: string; subscription: string | null };

/** Details of a checkout that Stripe does not show: the input of the objects that completing it creates. */
export type CheckoutDetails = {
  id: string;
  lines: Stripe.LineItem[];
  subscription: NonNullable<Stripe.Checkout.SessionCreateParams['subscription_data']>;
  payment: NonNullable<Stripe.Checkout.SessionCreateParams['payment_intent_data']>;
  attempt: CheckoutAttempt | null;
  /** Address from the page, for taxes. */
  address?: Stripe.Address;
  /** Whether that address is saved for a customer that the caller named. */
  savesAddress?: boolean;
};

/** A customer's tax data that Stripe shows only on request; `id` is the customer's. */
type CustomerTaxInput = { id: string; ipAddress: string | null };

/** Whether the amount of an invoice item contains its tax, when the call that created it said so. */
type InvoiceItemTax = { id: string; behaviour: 'exclusive' | 'inclusive' };

/** The setup intent that takes the next card of a visit to the customer portal; `id` is the visit's. */
type PortalSetup = { id: string; intent: string };

/**
 * A customer's bank transfers that have not paid anything yet; `id` is the customer's. `accountNumber` is the last part
 * of the account for the customer's transfers.
 */
export type CustomerCash = {
  id: string;
  available: Record<string, number> | null;
  reconciliation: 'automatic' | 'manual' | null;
  accountNumber: string;
};

/** Settings for the entry of payments into the account's balance. */
export type Settlement = {
  /** Null keeps each payment in its own currency. */
  currency: string | null;
  /** Value of one unit of any other currency, in `currency`. */
  exchangeRate: number;
  /** Delay between a payment and its balance transaction. */
  delaySeconds: number;
};

type EndpointSecret = { id: string; secret: string };

export type Settings = {
  id: 'settings';
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  defaultEndpoint: string;
  /** Key of the fingerprints of cards and of requests. */
  fingerprintKey: string;
  clockOffsetSeconds: number;
  /** State of a subscription after its last retry failed; cancelled by default. */
  afterLastRetry?: 'cancel' | 'unpaid' | 'past_due';
  uncollectibleAfterLastRetry?: boolean;
  /** Origin at which browsers reach the pages; null when the caller does not know it. */
  publicOrigin?: string | null;
  /** API version of endpoints and events without one of their own; the sandbox's by default. */
  accountApiVersion?: string;
  /** Enabled payment methods; only cards by default. */
  paymentMethodTypes?: MethodType[];
  /** Days that a bank takes for a debit; 5 by default. */
  debitDays?: number;
  settlement?: Settlement;
  /** The seller's country, its tax registrations, and the tax settings for prices without their own. */
  tax?: {
    country: string;
    registrations: string[];
    behaviour: 'exclusive' | 'inclusive' | 'inferred_by_currency' | null;
    taxCode: string | null;
    /** Whether Stripe Tax is not set up, so that nothing is computed. */
    isPending?: boolean;
  };
  /** Whether the customer portal's settings were saved, as its default configuration; true at first. */
  isPortalSaved?: boolean;
};

/** Tax calculation with an id, which Stripe's type makes optional and the sandbox always sets. */
type TaxCalculation = Stripe.Tax.Calculation & { id: string };

/** Everything that the sandbox stores, by collection. Add a line here for a new resource. */
export type Records = {
  balance_transaction: Stripe.BalanceTransaction;
  'billing_portal.configuration': Stripe.BillingPortal.Configuration;
  'billing_portal.session': Stripe.BillingPortal.Session;
  charge: Stripe.Charge;
  'checkout.session': Stripe.Checkout.Session;
  coupon: Stripe.Coupon;
  customer: Stripe.Customer | Stripe.DeletedCustomer;
  customer_cash_balance_transaction: Stripe.CustomerCashBalanceTransaction;
  discount: Stripe.Discount;
  dispute: Stripe.Dispute;
  event: Stripe.Event;
  invoice: Stripe.Invoice;
  invoice_payment: Stripe.InvoicePayment;
  invoiceitem: Stripe.InvoiceItem;
  mandate: Stripe.Mandate;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  price: Stripe.Price;
  product: Stripe.Product;
  refund: Stripe.Refund;
  setup_attempt: Stripe.SetupAttempt;
  setup_intent: Stripe.SetupIntent;
  subscription: Stripe.Subscription;
  subscription_schedule: Stripe.SubscriptionSchedule;
  'tax.association': Stripe.Tax.Association;
  'tax.calculation': TaxCalculation;
  'tax.transaction': Stripe.Tax.Transaction;
  tax_id: Stripe.TaxId;
  tax_rate: Stripe.TaxRate;
  webhook_endpoint: Stripe.WebhookEndpoint;

  card_secret: CardSecret;
  checkout_details: CheckoutDetails;
  customer_cash: CustomerCash;
  customer_tax_input: CustomerTaxInput;
  deleted_coupon: DeletedCoupon;
  delivery: Delivery;
  finished_delivery: Delivery;
  endpoint_secret: EndpointSecret;
  idempotent_answer: IdempotentAnswer;
  invoiceitem_tax: InvoiceItemTax;
  portal_setup: PortalSetup;
  settings: Settings;
  task: Task;
  tax_calculation_lines: { id: string; lines: Stripe.Tax.CalculationLineItem[] };
  tax_transaction_lines: { id: string; lines: Stripe.Tax.TransactionLineItem[] };
  three_d_secure_step: ThreeDSecureStep;
};

export type Collection = keyof Records;

/** Stripe's own objects: those with an `object` field, which responses and events may contain. */
export type ResourceName = {
  [C in Collection]: Records[C] extends { object: string } ? C : never;
}[Collection];
export type Resource = Records[ResourceName];

/** Collections by the prefix of their ids, for `expand`. */
const collectionOfPrefix: Readonly<Record<string, ResourceName>> = {
  ccsbtxn: 'customer_cash_balance_transaction',
  bpc: 'billing_portal.configuration',
  bps: 'billing_portal.session',
  ch: 'charge',
  cs: 'checkout.session',
  cus: 'customer',
  di: 'discount',
  dp: 'dispute',
  evt: 'event',
  ii: 'invoiceitem',
  in: 'invoice',
  inpay: 'invoice_payment',
  mandate: 'mandate',
  pi: 'payment_intent',
  pm: 'payment_method',
  price: 'price',
  prod: 'product',
  re: 'refund',
  setatt: 'setup_attempt',
  seti: 'setup_intent',
  sub: 'subscription',
  tax: 'tax.transaction',
  taxcalc: 'tax.calculation',
  txi: 'tax_id',
  txn: 'balance_transaction',
  txr: 'tax_rate',
  we: 'webhook_endpoint',
};

/** Returns the collection of an id. The prefix of schedules is the only one with an underscore in it. */
export function collectionOfId(id: string): ResourceName | undefined {
  if (id.startsWith('sub_sched_')) return 'subscription_schedule';
  return collectionOfPrefix[id.slice(0, id.indexOf('_'))];
}

/** Returns the settings. Makes the keys at the first start; later starts find them in the state. */
export function loadSettings(store: Store): Settings {
  return store.find('settings', 'settings') ?? store.transaction(() => store.put('settings', newSettings()));
}

function newSettings(): Settings {
  return {
    id: 'settings',
    secretKey: `sk_test_sandbox${randomText(40)}`,
    publishableKey: `pk_test_sandbox${randomText(40)}`,
    webhookSecret: newWebhookSecret(),
    defaultEndpoint: newId('we'),
    fingerprintKey: randomBytes(32).toString('hex'),
    clockOffsetSeconds: 0,
  };
}
