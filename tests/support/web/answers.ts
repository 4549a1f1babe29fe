import { getResource, listRelatedResources } from '#contract/catalogue/catalogue.endpoints.ts';
import type { Resource } from '#contract/catalogue/catalogue.ts';
import { countAdminResources, listAdminResources } from '#contract/catalogue/publishing.endpoints.ts';
import { countResources, listClosestResources, listResources } from '#contract/catalogue/search.endpoints.ts';
import { getResourceAccess, listResourceAccess } from '#contract/commerce/access.endpoints.ts';
import type { AccessDecision } from '#contract/commerce/access.ts';
import { getBilling } from '#contract/commerce/billing.endpoints.ts';
import { getBillingDetails } from '#contract/commerce/payments.endpoints.ts';
import {
  agreeToPurchase,
  completePurchase,
  createPaymentIntent,
  listGifts,
  listPurchases,
} from '#contract/commerce/purchases.endpoints.ts';
import {
  agreeToSubscription,
  createSubscription,
  getSubscription,
  listSubscriptions,
} from '#contract/commerce/subscriptions.endpoints.ts';
import { listOwnKeys } from '#contract/identity/api-keys.endpoints.ts';
import { listPasskeys } from '#contract/identity/passkeys.endpoints.ts';
import { listSignIns } from '#contract/identity/sign-in.endpoints.ts';
import { listWaysIn } from '#contract/identity/sign-in-ways.endpoints.ts';
import { getCheck } from '#contract/learning/checks.endpoints.ts';
import { listOwnAssignments } from '#contract/learning/learning.endpoints.ts';
import { listCertificates } from '#contract/learning/learning-certificates.endpoints.ts';
import {
  countLibrary,
  listLibrary,
  listSaved,
  listSavedIds,
  listUnfinished,
} from '#contract/learning/library.endpoints.ts';
import { getProgress } from '#contract/learning/progress.endpoints.ts';
import { listAssistantCalls } from '#contract/operations/mcp.endpoints.ts';
import { getDashboard } from '#contract/pages/dashboard.endpoints.ts';
import { countPublicResources, listPublicResources } from '#contract/pages/storefront.endpoints.ts';
import { dashboard, resourceCounts, resources, signIn, waysIn, wholeResource } from './fixtures.ts';
import { billing, billingDetails, openPayment, openSubscription, purchase, subscription } from './money-fixtures.ts';
import { type Answer, answer } from './network.ts';
import { confirms, intent } from './payment-form.ts';

// Answers to all calls of a screen, for a member who bought, saved and began nothing. A test adds its own answers after
// these.

/** Answers for resource cards: no resource is saved, and the member has access to each. */
const forCards = (): Answer[] => [
  answer(listSavedIds, { resourceIds: [], begun: [] }),
  answer(listResourceAccess, ({ query }) =>
    query.getAll('resourceId').map((id) => ({ resourceId: Number(id), hasAccess: true, code: null, reason: 'Free' })),
  ),
];

/** Answers of the dashboard, with twelve free resources. */
export const forDashboard = (): Answer[] => [
  answer(getDashboard, dashboard()),
  answer(listResources, resources(12)),
  ...forCards(),
  answer(listUnfinished, []),
];

/** Answers of My Resources, with empty shelves. */
export const forMyResources = (): Answer[] => [
  answer(listLibrary, []),
  answer(countLibrary, { purchased: 0, subscribed: 0, free: 0, begun: { subscribed: 0, free: 0 } }),
  answer(listOwnAssignments, []),
  answer(listCertificates, []),
];

/** Answers of the billing screen, for a member who never paid. */
export const forBilling = (): Answer[] => [
  answer(getBilling, billing()),
  answer(listSubscriptions, []),
  answer(getBillingDetails, billingDetails()),
  answer(listGifts, []),
];

/** Answers of the settings, for a member who is signed in only on this device. */
export const forSettings = (): Answer[] => [
  answer(listSignIns, [signIn()]),
  answer(listWaysIn, waysIn()),
  answer(listPasskeys, { passkeys: [], problem: null, isMissing: false }),
  answer(listOwnKeys, []),
  answer(listAssistantCalls, []),
];

/** Answers of the sign-in screen about the catalogue. */
export const forSignIn = (): Answer[] => [
  answer(listPublicResources, []),
  answer(countPublicResources, resourceCounts()),
];

/** Answers of Browse Resources, with twelve free resources. */
export const forBrowse = (): Answer[] => [
  answer(listResources, resources(12)),
  answer(listClosestResources, []),
  answer(countResources, resourceCounts()),
  ...forCards(),
];

/**
 * Answers of the checkout of a resource for £19.99 that the member has not bought; its access is open, as after the
 * payment.
 */
export const forCheckout = (): Answer[] => [
  answer(getResource, wholeResource({ accessType: 'purchase', price: 19.99 })),
  answer(getResourceAccess, { hasAccess: true, code: null, reason: '' }),
  answer(createPaymentIntent, openPayment()),
  answer(getBillingDetails, billingDetails()),
  answer(agreeToPurchase, { message: 'Recorded' }),
  answer(completePurchase, purchase()),
  answer(listPurchases, []),
  intent(),
  confirms(),
];

/** Answers of the subscribe page of a resource at £8.99 per month or £89.99 per year. */
export const forSubscribe = (): Answer[] => [
  ...forResource(),
  answer(getResource, wholeResource({ accessType: 'subscription', monthlyPrice: 8.99, annualPrice: 89.99 })),
  answer(createSubscription, ({ body: { plan } }) =>
    openSubscription(plan === 'annual' ? { amount: 89.99, dueNow: 89.99 } : {}),
  ),
  answer(getBillingDetails, billingDetails()),
  answer(agreeToSubscription, { message: 'Recorded' }),
  answer(getSubscription, subscription()),
  answer(listSubscriptions, [subscription()]),
  answer(listPurchases, []),
  intent(),
  confirms(),
];

/** Answers of the page of a resource that the member can open and has not begun. */
export const forResource = (shown: Resource = wholeResource(), access: Partial<AccessDecision> = {}): Answer[] => [
  answer(getResource, shown, { params: { id: shown.id } }),
  answer(getResourceAccess, { hasAccess: true, code: null, reason: '', ...access }, { params: { id: shown.id } }),
  answer(listRelatedResources, []),
  answer(getProgress, null),
  answer(getCheck, null),
  answer(listOwnAssignments, []),
  ...forCards(),
];

/** Answers of the search over everything, for a member who bought, saved and began nothing. */
export const forSearch = (): Answer[] => [
  answer(listClosestResources, []),
  answer(listSaved, []),
  answer(listLibrary, []),
  answer(listUnfinished, []),
  answer(listResources, []),
  ...forCards(),
];

/** Answers of the administrator's empty list of resources. */
export const forAdminResources = (): Answer[] => [
  answer(listAdminResources, []),
  answer(countAdminResources, { total: 0, published: 0, draft: 0, scheduled: 0 }),
];
