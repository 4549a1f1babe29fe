import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams, PageQuery } from '../text.ts';
import { GiveConsent } from './consent.ts';
import {
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
  SuspendSubscription,
  UseCredit,
} from './subscriptions.ts';
import { ChangedPlan, ChangePlan, PauseSubscription, PlanPreview, PlanPreviewQuery } from './subscriptions-changes.ts';

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

export const createSubscription = endpoint({
  method: 'POST',
  path: '/api/create-subscription',
  body: CreateSubscription,
  response: OpenSubscription,
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

export const subscribeWithCredit = endpoint({
  method: 'POST',
  path: '/api/create-subscription/with-credit',
  body: UseCredit,
  response: Message,
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

export const agreeToSubscription = endpoint({
  method: 'POST',
  path: '/api/user/subscription/:id/consent',
  params: IdParams,
  body: GiveConsent,
  response: Message,
  caller: 'member',
  scope: 'none',
  summary: 'Records that the caller asks for access at once, before the first payment of an own subscription',
  errors: ['payments.tax-changed', 'subscriptions.not-found', 'payments.place-needed'],
});

export const getSubscription = endpoint({
  method: 'GET',
  path: '/api/user/subscription',
  response: z.nullable(Subscription),
  caller: 'member',
  scope: 'none',
  summary: "The caller's subscription: the one that runs, or else the latest; null when there was none",
  errors: [],
});

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/api/user/subscriptions',
  query: PageQuery,
  response: z.array(Subscription),
  caller: 'member',
  scope: 'none',
  summary: "The caller's subscriptions, newest first; X-Total-Count is their number",
  errors: [],
});

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/user/subscription/:id/cancel',
  params: IdParams,
  body: CancelSubscription,
  response: Message,
  caller: 'member',
  scope: 'none',
  summary: 'Ends an own subscription with its period, with a reason if the member gives one',
  errors: ['subscriptions.not-found', 'subscriptions.ended', 'subscriptions.payment-processing', ...providerErrors],
});

export const reactivateSubscription = endpoint({
  method: 'POST',
  path: '/api/user/subscription/:id/reactivate',
  params: IdParams,
  response: Message,
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

export const pauseSubscription = endpoint({
  method: 'POST',
  path: '/api/user/subscription/:id/pause',
  params: IdParams,
  body: PauseSubscription,
  response: Message,
  caller: 'member',
  scope: 'none',
  summary: 'Pauses an own monthly subscription for 1 to 3 months from the end of the paid period',
  errors: [...changeErrors, 'subscriptions.pause-not-offered'],
});

export const endPause = endpoint({
  method: 'DELETE',
  path: '/api/user/subscription/:id/pause',
  params: IdParams,
  response: Message,
  caller: 'member',
  scope: 'none',
  summary: 'Takes back a pause that is ahead, or ends a running one with the next renewal',
  errors: ['subscriptions.not-found', ...providerErrors],
});

export const showCancelOffer = endpoint({
  method: 'POST',
  path: '/api/user/subscription/:id/offer',
  params: IdParams,
  body: AskOffer,
  response: ShownOffer,
  caller: 'member',
  scope: 'none',
  summary: "Shows a member who is about to cancel the publisher's offer, once; null when there is none (SUBSCR-24)",
  errors: ['subscriptions.not-found', ...providerErrors],
});

export const acceptCancelOffer = endpoint({
  method: 'POST',
  path: '/api/user/subscription/:id/offer/accept',
  params: IdParams,
  response: Message,
  caller: 'member',
  scope: 'none',
  summary: 'Accepts the offer that was shown: the next payments charge less',
  errors: [...changeErrors, 'subscriptions.offer-gone'],
});

export const previewPlan = endpoint({
  method: 'GET',
  path: '/api/user/subscription/:id/plan-preview',
  params: IdParams,
  query: PlanPreviewQuery,
  response: PlanPreview,
  caller: 'member',
  scope: 'none',
  summary: 'What changing the plan of an own subscription costs, or which credit is left over',
  errors: planErrors,
});

export const changePlan = endpoint({
  method: 'POST',
  path: '/api/user/subscription/:id/plan',
  params: IdParams,
  body: ChangePlan,
  response: ChangedPlan,
  caller: 'member',
  scope: 'none',
  summary:
    'Changes the plan of an own subscription, at once or with the next period; its present plan takes a change back',
  errors: [...planErrors, 'subscriptions.preview-outdated'],
});

export const listAdminSubscriptions = endpoint({
  method: 'GET',
  path: '/api/admin/subscriptions',
  query: AdminSubscriptionQuery,
  response: z.array(AdminSubscription),
  caller: 'administrator',
  scope: 'none',
  summary: 'All subscriptions that ever ran, newest first; X-Total-Count is the number found',
  errors: [],
});

export const countAdminSubscriptions = endpoint({
  method: 'GET',
  path: '/api/admin/subscriptions/counts',
  response: SubscriptionCounts,
  caller: 'administrator',
  scope: 'none',
  summary: 'How many subscriptions are active, on trial, suspended and about to end',
  errors: [],
});

export const suspendSubscription = endpoint({
  method: 'POST',
  path: '/api/admin/subscriptions/:id/suspend',
  params: IdParams,
  body: SuspendSubscription,
  response: Message,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Suspends a subscription: it opens nothing and charges nothing until it is reactivated',
  errors: ['subscriptions.not-found', 'subscriptions.ended', ...providerErrors],
});

export const resumeSubscription = endpoint({
  method: 'POST',
  path: '/api/admin/subscriptions/:id/reactivate',
  params: IdParams,
  response: Message,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Lifts a suspension',
  errors: ['subscriptions.not-found', 'subscriptions.ended', ...providerErrors],
});

export const cancelAdminSubscription = endpoint({
  method: 'POST',
  path: '/api/admin/subscriptions/:id/cancel',
  params: IdParams,
  response: Message,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Ends a subscription with its period',
  errors: ['subscriptions.not-found', 'subscriptions.ended', 'subscriptions.payment-processing', ...providerErrors],
});

export const getMemberSubscription = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/subscription',
  params: IdParams,
  response: z.nullable(Subscription),
  caller: 'administrator',
  scope: 'none',
  summary: "A member's subscription: the one that runs, or else the latest; null when there was none",
  errors: ['accounts.not-found'],
});

export const endMemberSubscription = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/subscription',
  params: IdParams,
  response: EndedSubscription,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: "Ends a member's subscription at once; no money goes back by this",
  errors: ['subscriptions.not-found', ...providerErrors],
});
