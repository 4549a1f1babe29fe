import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import type { CardBehaviour } from './cards.ts';
import { newId, newWebhookSecret, randomText } from './ids.ts';
import type { MethodType } from './resources/bank-methods.ts';
import type { Store } from './store.ts';

/** What Stripe does not show about a payment method: how its test card behaves and whether it may be used again. */
type CardSecret = {
  id: string;
  behaviour: CardBehaviour;
  /** Set up for payments without the customer present: no 3-D Secure from then on. */
  setUpForOffSession: boolean;
  /** Paid once without belonging to a customer, or was detached. */
  spent: boolean;
};

/**
 * One event for one endpoint. Times are real milliseconds. Pending ones are kept apart from finished ones, so that
 * looking for work does not grow with history.
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

/** The first answer given under an idempotency key. `createdAt` is real seconds. */
type IdempotentAnswer = {
  id: string;
  fingerprint: string;
  status: number;
  body: object;
  requestId: string;
  createdAt: number;
};

/** Work that happens when the sandbox's clock reaches `dueAt` (simulated seconds). */
export type Task = { id: string; kind: string; subject: string; dueAt: number; testClock?: string };

/** The bank's page for one attempt to pay or to save a card; its id is the secret in the address. */
export type ThreeDSecureStep = { id: string; intent: string; paymentMethod: string; returnUrl: string | null };

/** A coupon that was deleted: what it was redeemed for keeps it. */
type DeletedCoupon = { id: string };

/** What is under way in a checkout: the intent that takes the card, and the subscription it is the first payment of. */
export type CheckoutAttempt = { intent: string; subscription: string | null };

/** What Stripe does not show about a checkout: what completing it will make. */
export type CheckoutDetails = {
  id: string;
  lines: Stripe.LineItem[];
  subscription: NonNullable<Stripe.Checkout.SessionCreateParams['subscription_data']>;
  payment: NonNullable<Stripe.Checkout.SessionCreateParams['payment_intent_data']>;
  attempt: CheckoutAttempt | null;
  /** Typed on the page, for taxes. */
  address?: Stripe.Address;
  /** Whether that becomes the address of a customer the caller named. */
  savesAddress?: boolean;
};

/** What a customer said for their tax that Stripe shows only when asked; `id` is the customer's. */
type CustomerTaxInput = { id: string; ipAddress: string | null };

/** Whether the amount of an invoice item contains its tax, when the call that made it said so. */
type InvoiceItemTax = { id: string; behaviour: 'exclusive' | 'inclusive' };

/** The setup intent that takes the next card of a visit to the customer portal; `id` is the visit's. */
type PortalSetup = { id: string; intent: string };

/**
 * What a customer has sent by bank transfer and not yet paid anything with; `id` is the customer's.
 * `accountNumber` is the last part of the account that was made for their transfers.
 */
export type CustomerCash = {
  id: string;
  available: Record<string, number> | null;
  reconciliation: 'automatic' | 'manual' | null;
  accountNumber: string;
};

/** How payments reach the account's balance. */
export type Settlement = {
  /** Null keeps each payment in its own currency. */
  currency: string | null;
  /** How much of that currency one unit of another is worth. */
  exchangeRate: number;
  /** Until the line of a payment follows it. */
  delaySeconds: number;
};

type EndpointSecret = { id: string; secret: string };

export type Settings = {
  id: 'settings';
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  defaultEndpoint: string;
  /** Keys the fingerprints of cards and of requests. */
  fingerprintKey: string;
  clockOffsetSeconds: number;
  /** What becomes of a subscription whose last retry failed; it is cancelled unless set otherwise. */
  afterLastRetry?: 'cancel' | 'unpaid' | 'past_due';
  /** Gives the invoice up at that moment too. */
  uncollectibleAfterLastRetry?: boolean;
  /** The origin at which browsers reach the pages, when the caller knows it. */
  publicOrigin?: string | null;
  /** The API version of endpoints and events without one of their own; the sandbox's unless set otherwise. */
  accountApiVersion?: string;
  /** The ways to pay that are switched on; cards only unless set otherwise. */
  paymentMethodTypes?: MethodType[];
  /** How many days a bank takes for a debit. */
  debitDays?: number;
  settlement?: Settlement;
  /** The seller's country, where it is registered for tax, and what its tax settings say of prices that do not. */
  tax?: {
    country: string;
    registrations: string[];
    behaviour: 'exclusive' | 'inclusive' | 'inferred_by_currency' | null;
    taxCode: string | null;
    /** Stripe Tax is not set up: nothing is computed. */
    isPending?: boolean;
  };
  /** Whether the customer portal's settings were saved, as its default configuration; they are at first. */
  isPortalSaved?: boolean;
};

/** The type of a calculation allows one without an id, which the sandbox never makes. */
type TaxCalculation = Stripe.Tax.Calculation & { id: string };

/** Everything the sandbox remembers, by collection. A new resource adds its line here. */
export type Records = {
  balance_transaction: Stripe.BalanceTransaction;
  'billing_portal.configuration': Stripe.BillingPortal.Configuration;
  'billing_portal.session': Stripe.BillingPortal.Session;
  charge: Stripe.Charge;
  'checkout.session': Stripe.Checkout.Session;
  coupon: Stripe.Coupon;
  credit_note: Stripe.CreditNote;
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
  promotion_code: Stripe.PromotionCode;
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
  'test_helpers.test_clock': Stripe.TestHelpers.TestClock;
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

/** Stripe's own objects: those with an `object` field, which answers and events may show. */
export type ResourceName = {
  [C in Collection]: Records[C] extends { object: string } ? C : never;
}[Collection];
export type Resource = Records[ResourceName];

/** Which collection an id belongs to, for `expand`. */
const collectionOfPrefix: Readonly<Record<string, ResourceName>> = {
  ccsbtxn: 'customer_cash_balance_transaction',
  bpc: 'billing_portal.configuration',
  bps: 'billing_portal.session',
  ch: 'charge',
  clock: 'test_helpers.test_clock',
  cn: 'credit_note',
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
  promo: 'promotion_code',
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

/** The collection of an id; that of schedules is the one prefix with an underscore in it. */
export function collectionOfId(id: string): ResourceName | undefined {
  if (id.startsWith('sub_sched_')) return 'subscription_schedule';
  return collectionOfPrefix[id.slice(0, id.indexOf('_'))];
}

/** Makes the keys at the first start; later starts find them in the state. */
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
