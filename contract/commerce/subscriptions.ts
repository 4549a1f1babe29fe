import * as z from 'zod/mini';
import { ShownTax } from '../tax.ts';
import { bodyId, optionalText, paging, requiredText, soughtText } from '../text.ts';
import { ConsentVersion } from './consent.ts';
import { plans } from './plans.ts';

/** The subscription: number of resources and prices (SUBSCR-26); amounts in major units. */
export const SubscriptionTerms = z.object({
  resources: z.int(),
  monthlyPrice: z.number(),
  annualPrice: z.number(),
  /** Whether the resources differ in price; the amounts are then the lowest. */
  isFrom: z.boolean(),
});
export type SubscriptionTerms = z.infer<typeof SubscriptionTerms>;

/** The body of POST /api/create-subscription; an amount that is sent along is dropped (SUBSCR-11). */
export const CreateSubscription = z.object({
  plan: z.enum(plans, { error: 'plan must be monthly or annual' }),
  resourceId: bodyId('resourceId must be a whole number'),
});
export type CreateSubscription = z.infer<typeof CreateSubscription>;

/** The consent to a subscription that the member's credit pays for (SUBSCR-18). */
export const UseCredit = z.extend(CreateSubscription, { textVersion: ConsentVersion });
export type UseCredit = z.infer<typeof UseCredit>;

/** Data with which the browser confirms the first payment; the server decides the amount, in major units. */
export const OpenSubscription = z.object({
  id: z.int(),
  clientSecret: z.string(),
  /** The price of the plan with tax. */
  amount: z.number(),
  /** Amount of the first payment: less than the price for a member with a credit. */
  dueNow: z.number(),
  currency: z.string(),
  /** The tax in `amount`; null where the portal computes no tax. */
  tax: z.nullable(ShownTax),
});
export type OpenSubscription = z.infer<typeof OpenSubscription>;

/**
 * A member's own subscription (API-18). `status` is Stripe's; `cancelAtPeriodEnd` is true for every way of scheduling
 * the end; times are ISO 8601 in UTC, the amount in major units.
 */
export const Subscription = z.object({
  id: z.int(),
  status: z.string(),
  cancelAtPeriodEnd: z.boolean(),
  temporarySuspended: z.boolean(),
  trialEnd: z.nullable(z.string()),
  currentPeriodStart: z.nullable(z.string()),
  currentPeriodEnd: z.nullable(z.string()),
  /** Whether the bank is still processing the first payment, which takes some days; the subscription has not begun. */
  isPaymentProcessing: z.boolean(),
  productName: z.nullable(z.string()),
  stripeProductId: z.nullable(z.string()),
  stripeSubscriptionId: z.nullable(z.string()),
  stripeCustomerId: z.nullable(z.string()),
  plan: z.nullable(z.enum(plans)),
  /**
   * Day of the month in UTC of each charge, 1 to 31, unchanged by shorter months; null before the subscription begins.
   */
  billingDay: z.nullable(z.int()),
  /** The plan that begins at `pendingPlanAt` (SUBSCR-21); null when no change is scheduled. */
  pendingPlan: z.nullable(z.enum(plans)),
  pendingAmount: z.nullable(z.number()),
  pendingPlanAt: z.nullable(z.string()),
  /** A pause by the member that is scheduled or under way (SUBSCR-22). */
  pause: z.nullable(z.object({ startsAt: z.string(), endsAt: z.string(), isRunning: z.boolean() })),
  amount: z.number(),
  currency: z.string(),
  /**
   * Amount of the next payments with a discount, and the time from which the full amount is charged again; null for
   * never.
   */
  discount: z.nullable(z.object({ amount: z.number(), fullPriceFrom: z.nullable(z.string()) })),
  /** Whether the amount contains its tax; null without tax. */
  taxMode: z.nullable(z.enum(['inclusive', 'exclusive'])),
});
export type Subscription = z.infer<typeof Subscription>;

/** Reasons for cancelling, in Stripe's terms (https://docs.stripe.com/api/subscriptions/update). */
export const cancelReasons = [
  'too_expensive',
  'unused',
  'missing_features',
  'low_quality',
  'too_complex',
  'switched_service',
  'customer_service',
  'other',
] as const;
export type CancelReason = (typeof cancelReasons)[number];

/** The body of a call for the offer to members who are about to cancel: the reason that the member chose. */
export const AskOffer = z.object({ reason: z.enum(cancelReasons, { error: 'This reason is not known' }) });
export type AskOffer = z.infer<typeof AskOffer>;

/** A percentage off a number of payments (SUBSCR-24). Amounts in major units, times ISO 8601. */
export const CancelOffer = z.object({
  percentOff: z.int(),
  payments: z.int(),
  /** Price of a payment without the offer, and below, with it. */
  price: z.number(),
  amount: z.number(),
  currency: z.string(),
  /** Time of the first payment with the offer, and below, of the first one without it. */
  startsAt: z.string(),
  fullPriceFrom: z.string(),
});
export type CancelOffer = z.infer<typeof CancelOffer>;

/** The offer to this member; null when there is none. */
export const ShownOffer = z.object({ offer: z.nullable(CancelOffer) });
export type ShownOffer = z.infer<typeof ShownOffer>;

/** The body of a cancellation; all of it is optional (SUBSCR-23). */
export const CancelSubscription = z._default(
  z.object({
    reason: z._default(z.nullable(z.enum(cancelReasons, { error: 'This reason is not known' })), null),
    comment: optionalText({ field: 'Comment', max: 500, lines: true }),
  }),
  { reason: null, comment: null },
);
export type CancelSubscription = z.infer<typeof CancelSubscription>;

/** A row of the administrator's table (API-53). */
export const AdminSubscription = z.object({
  id: z.int(),
  userName: z.string(),
  userEmail: z.string(),
  status: z.string(),
  cancelAtPeriodEnd: z.boolean(),
  temporarySuspended: z.boolean(),
  currentPeriodStart: z.nullable(z.string()),
  currentPeriodEnd: z.nullable(z.string()),
  trialEnd: z.nullable(z.string()),
});
export type AdminSubscription = z.infer<typeof AdminSubscription>;

/** Statuses of the filter; the first two override Stripe's (ADM-SUB-03). */
export const shownStatuses = [
  'suspended',
  'cancelling',
  'active',
  'trialing',
  'past_due',
  'canceled',
  'other',
] as const;
export type ShownStatus = (typeof shownStatuses)[number];

/** The query of GET /api/admin/subscriptions; without a page at most 1,000 rows. */
export const AdminSubscriptionQuery = z.object({
  search: soughtText,
  status: z.optional(z.enum(shownStatuses, { error: 'This status is not known' })),
  ...paging(),
});
export type AdminSubscriptionQuery = z.infer<typeof AdminSubscriptionQuery>;

/** The counters above the list, regardless of its filter; a subscription can count in two of them (ADM-SUB-02). */
export const SubscriptionCounts = z.object({
  active: z.int(),
  trial: z.int(),
  suspended: z.int(),
  cancelling: z.int(),
});
export type SubscriptionCounts = z.infer<typeof SubscriptionCounts>;

export const SuspendSubscription = z.object({
  reason: requiredText({ field: 'Reason', max: 500, lines: true }),
});
export type SuspendSubscription = z.infer<typeof SuspendSubscription>;

/** The reply to ending a subscription at once, with Stripe's status (API-46). */
export const EndedSubscription = z.object({ message: z.string(), stripeResult: z.object({ status: z.string() }) });
export type EndedSubscription = z.infer<typeof EndedSubscription>;
