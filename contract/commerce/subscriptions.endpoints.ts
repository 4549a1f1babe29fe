import { endpoint } from '../endpoint.ts';
import type { Message } from '../message.ts';
import type { IdParams } from '../text.ts';
import type { GiveConsent } from './consent.ts';
import type {
  AdminSubscription,
  AdminSubscriptionQuery,
  AskOffer,
  CancelSubscription,
  CreateSubscription,
  EndedSubscription,
  OpenSubscription,
  ShownOffer,
  Subscription,
  SubscriptionCounts,
  SubscriptionQuery,
  SuspendSubscription,
  UseCredit,
} from './subscriptions.ts';
import type {
  ChangedPlan,
  ChangePlan,
  PauseSubscription,
  PlanPreview,
  PlanPreviewQuery,
} from './subscriptions-changes.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Beginning, ending and suspending subscriptions';

const providerErrors = ['purchases.payments-off', 'purchases.provider-failed'] as const;

/** Reasons why no tax can be computed (TAX-09). */
const taxErrors = [
  'payments.place-needed',
  'payments.place-unknown',
  'payments.tax-failed',
  'payments.tax-id-refused',
] as const;

/** Reasons why a member cannot start a subscription now (SUBSCR-14). */
const runningErrors = [
  'subscriptions.already-subscribed',
  'subscriptions.starting',
  'subscriptions.payment-due',
  'subscriptions.payment-processing',
  'subscriptions.suspended',
] as const;

export const createSubscription = endpoint<{ body: CreateSubscription; reply: OpenSubscription }>({
  method: 'POST',
  path: '/api/create-subscription',
  caller: 'member',
  scope: 'none',
  summary: 'Begins a subscription at the price of a resource, in place of an unpaid attempt',
  errors: [
    'catalogue.not-found',
    'subscriptions.not-offered',
    'subscriptions.credit-covers',
    ...taxErrors,
    ...runningErrors,
    ...providerErrors,
  ],
});

export const subscribeWithCredit = endpoint<{ body: UseCredit; reply: Message }>({
  method: 'POST',
  path: '/api/create-subscription/with-credit',
  caller: 'member',
  scope: 'none',
  summary: "Begins a subscription that the member's credit at the payment provider pays for (SUBSCR-18)",
  errors: [
    'catalogue.not-found',
    'subscriptions.not-offered',
    'subscriptions.credit-gone',
    ...taxErrors,
    ...runningErrors,
    ...providerErrors,
  ],
});

export const agreeToSubscription = endpoint<{ params: IdParams; body: GiveConsent; reply: Message }>({
  method: 'POST',
  path: '/api/user/subscription/:id/consent',
  caller: 'member',
  scope: 'none',
  summary: 'Records that the caller asks for access at once, before the first payment of an own subscription',
  errors: ['payments.tax-changed', 'subscriptions.not-found', 'payments.place-needed'],
});

export const getSubscription = endpoint<{ reply: Subscription | null }>({
  method: 'GET',
  path: '/api/user/subscription',
  caller: 'member',
  scope: 'none',
  summary: "The caller's subscription: the one that runs, or else the latest; null when there was none",
  errors: [],
});

export const listSubscriptions = endpoint<{ query: SubscriptionQuery; reply: Subscription[] }>({
  method: 'GET',
  path: '/api/user/subscriptions',
  caller: 'member',
  scope: 'none',
  summary: "The caller's subscriptions, newest first; X-Total-Count is their number",
  errors: [],
});

export const cancelSubscription = endpoint<{ params: IdParams; body: CancelSubscription; reply: Message }>({
  method: 'POST',
  path: '/api/user/subscription/:id/cancel',
  caller: 'member',
  scope: 'none',
  summary: 'Ends an own subscription with its period, with a reason if the member gives one',
  errors: ['subscriptions.not-found', 'subscriptions.ended', 'subscriptions.payment-processing', ...providerErrors],
});

export const reactivateSubscription = endpoint<{ params: IdParams; reply: Message }>({
  method: 'POST',
  path: '/api/user/subscription/:id/reactivate',
  caller: 'member',
  scope: 'none',
  summary: 'Lets an own subscription run on that was to end with its period',
  errors: ['subscriptions.not-found', 'subscriptions.ended', 'subscriptions.suspended', ...providerErrors],
});

/** Reasons why a subscription cannot be changed now. */
const changeErrors = [
  'subscriptions.not-found',
  'subscriptions.ended',
  'subscriptions.suspended',
  'subscriptions.payment-due',
  'subscriptions.not-begun',
  'subscriptions.cancelling',
  'subscriptions.paused',
  ...providerErrors,
] as const;

/** Reasons why the plan of a subscription cannot be changed now (SUBSCR-21). */
const planErrors = [...changeErrors, 'subscriptions.same-plan', 'subscriptions.not-offered'] as const;

export const pauseSubscription = endpoint<{ params: IdParams; body: PauseSubscription; reply: Message }>({
  method: 'POST',
  path: '/api/user/subscription/:id/pause',
  caller: 'member',
  scope: 'none',
  summary: 'Pauses an own monthly subscription for 1 to 3 months from the end of the paid period',
  errors: [...changeErrors, 'subscriptions.pause-not-offered'],
});

export const endPause = endpoint<{ params: IdParams; reply: Message }>({
  method: 'DELETE',
  path: '/api/user/subscription/:id/pause',
  caller: 'member',
  scope: 'none',
  summary: 'Takes back a pause that is ahead, or ends a running one with the next renewal',
  errors: ['subscriptions.not-found', ...providerErrors],
});

export const showCancelOffer = endpoint<{ params: IdParams; body: AskOffer; reply: ShownOffer }>({
  method: 'POST',
  path: '/api/user/subscription/:id/offer',
  caller: 'member',
  scope: 'none',
  summary: "Shows a member who is about to cancel the publisher's offer, once; null when there is none (SUBSCR-24)",
  errors: ['subscriptions.not-found', ...providerErrors],
});

export const acceptCancelOffer = endpoint<{ params: IdParams; reply: Message }>({
  method: 'POST',
  path: '/api/user/subscription/:id/offer/accept',
  caller: 'member',
  scope: 'none',
  summary: 'Accepts the offer that was shown: the next payments charge less',
  errors: [...changeErrors, 'subscriptions.offer-gone'],
});

export const previewPlan = endpoint<{ params: IdParams; query: PlanPreviewQuery; reply: PlanPreview }>({
  method: 'GET',
  path: '/api/user/subscription/:id/plan-preview',
  caller: 'member',
  scope: 'none',
  summary: 'What changing the plan of an own subscription costs, or which credit is left over',
  errors: planErrors,
});

export const changePlan = endpoint<{ params: IdParams; body: ChangePlan; reply: ChangedPlan }>({
  method: 'POST',
  path: '/api/user/subscription/:id/plan',
  caller: 'member',
  scope: 'none',
  summary:
    'Changes the plan of an own subscription, at once or with the next period; its present plan takes a change back',
  errors: [...planErrors, 'subscriptions.preview-outdated'],
});

export const listAdminSubscriptions = endpoint<{ query: AdminSubscriptionQuery; reply: AdminSubscription[] }>({
  method: 'GET',
  path: '/api/admin/subscriptions',
  caller: 'administrator',
  scope: 'none',
  summary: 'All subscriptions that ever ran, newest first; X-Total-Count is the number found',
  errors: [],
});

export const countAdminSubscriptions = endpoint<{ reply: SubscriptionCounts }>({
  method: 'GET',
  path: '/api/admin/subscriptions/counts',
  caller: 'administrator',
  scope: 'none',
  summary: 'How many subscriptions are active, on trial, suspended and about to end',
  errors: [],
});

export const suspendSubscription = endpoint<{ params: IdParams; body: SuspendSubscription; reply: Message }>({
  method: 'POST',
  path: '/api/admin/subscriptions/:id/suspend',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Suspends a subscription: it opens nothing and charges nothing until it is reactivated',
  errors: ['subscriptions.not-found', 'subscriptions.ended', ...providerErrors],
});

export const resumeSubscription = endpoint<{ params: IdParams; reply: Message }>({
  method: 'POST',
  path: '/api/admin/subscriptions/:id/reactivate',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Lifts a suspension',
  errors: ['subscriptions.not-found', 'subscriptions.ended', ...providerErrors],
});

export const cancelAdminSubscription = endpoint<{ params: IdParams; reply: Message }>({
  method: 'POST',
  path: '/api/admin/subscriptions/:id/cancel',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Ends a subscription with its period',
  errors: ['subscriptions.not-found', 'subscriptions.ended', 'subscriptions.payment-processing', ...providerErrors],
});

export const getMemberSubscription = endpoint<{ params: IdParams; reply: Subscription | null }>({
  method: 'GET',
  path: '/api/admin/users/:id/subscription',
  caller: 'administrator',
  scope: 'none',
  summary: "A member's subscription: the one that runs, or else the latest; null when there was none",
  errors: ['accounts.not-found'],
});

export const endMemberSubscription = endpoint<{ params: IdParams; reply: EndedSubscription }>({
  method: 'DELETE',
  path: '/api/admin/users/:id/subscription',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: "Ends a member's subscription at once; no money goes back by this",
  errors: ['subscriptions.not-found', ...providerErrors],
});
