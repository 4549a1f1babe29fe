import type Stripe from 'stripe';
import type { CardBehaviour } from './cards.ts';

/** What Stripe does not show about a payment method: how its test card behaves and whether it may be used again. */
export type CardSecret = {
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
export type IdempotentAnswer = {
  id: string;
  fingerprint: string;
  status: number;
  body: object;
  requestId: string;
  createdAt: number;
};

/** Work that happens when the sandbox's clock reaches `dueAt` (simulated seconds). */
export type Task = { id: string; kind: string; subject: string; dueAt: number };

/** The bank's page for one attempt to pay or to save a card; its id is the secret in the address. */
export type ThreeDSecureStep = { id: string; intent: string; paymentMethod: string; returnUrl: string | null };

export type EndpointSecret = { id: string; secret: string };

export type Settings = {
  id: 'settings';
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  defaultEndpoint: string;
  /** Keys the fingerprints of cards and of requests. */
  fingerprintKey: string;
  clockOffsetSeconds: number;
};

/** Everything the sandbox remembers, by collection. A new resource adds its line here. */
export type Records = {
  balance_transaction: Stripe.BalanceTransaction;
  charge: Stripe.Charge;
  customer: Stripe.Customer | Stripe.DeletedCustomer;
  dispute: Stripe.Dispute;
  event: Stripe.Event;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  refund: Stripe.Refund;
  setup_attempt: Stripe.SetupAttempt;
  setup_intent: Stripe.SetupIntent;
  webhook_endpoint: Stripe.WebhookEndpoint;

  card_secret: CardSecret;
  delivery: Delivery;
  finished_delivery: Delivery;
  endpoint_secret: EndpointSecret;
  idempotent_answer: IdempotentAnswer;
  settings: Settings;
  task: Task;
  three_d_secure_step: ThreeDSecureStep;
};

export type Collection = keyof Records;

/** Stripe's own objects: those with an `object` field, which answers and events may show. */
export type ResourceName = {
  [C in Collection]: Records[C] extends { object: string } ? C : never;
}[Collection];
export type Resource = Records[ResourceName];

/** Which collection an id belongs to, for `expand`. */
export const collectionOfPrefix: Readonly<Record<string, ResourceName>> = {
  ch: 'charge',
  cus: 'customer',
  dp: 'dispute',
  evt: 'event',
  pi: 'payment_intent',
  pm: 'payment_method',
  re: 'refund',
  setatt: 'setup_attempt',
  seti: 'setup_intent',
  txn: 'balance_transaction',
  we: 'webhook_endpoint',
};
