import { getResourceAccess, listResourceAccess } from '#contract/access.endpoints.ts';
import type { AccessDecision } from '#contract/access.ts';
import { getBilling } from '#contract/billing.endpoints.ts';
import { getResource, listRelatedResources } from '#contract/catalogue.endpoints.ts';
import type { Resource } from '#contract/catalogue.ts';
import { getDashboard } from '#contract/dashboard.endpoints.ts';
import { listOwnAssignments } from '#contract/learning.endpoints.ts';
import { listCertificates } from '#contract/learning-certificates.endpoints.ts';
import { countLibrary, listLibrary, listSavedIds, listUnfinished } from '#contract/library.endpoints.ts';
import { getBillingDetails } from '#contract/payments.endpoints.ts';
import { getProgress } from '#contract/progress.endpoints.ts';
import { countAdminResources, listAdminResources } from '#contract/publishing.endpoints.ts';
import { listGifts } from '#contract/purchases.endpoints.ts';
import { countResources, listResources } from '#contract/search.endpoints.ts';
import { countPublicResources, listPublicResources } from '#contract/storefront.endpoints.ts';
import { listSubscriptions } from '#contract/subscriptions.endpoints.ts';
import { billing, billingDetails, dashboard, resourceCounts, resources } from './fixtures.ts';
import { type Answer, answer } from './network.ts';

// All that a screen asks for, for a member with nothing bought, saved or begun. A test gives its own answers after these.

/** Answers for cards of resources: what the member saved and can open. */
const forCards = (): Answer[] => [
  answer(listSavedIds, { resourceIds: [] }),
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
  answer(countLibrary, { purchased: 0, subscribed: 0, free: 0 }),
  answer(listCertificates, []),
];

/** Answers of the billing screen, for a member who never paid. */
export const forBilling = (): Answer[] => [
  answer(getBilling, billing()),
  answer(listSubscriptions, []),
  answer(getBillingDetails, billingDetails()),
  answer(listGifts, []),
];

/** Answers of the sign-in screen about what is inside. */
export const forSignIn = (): Answer[] => [
  answer(listPublicResources, []),
  answer(countPublicResources, resourceCounts()),
];

/** Answers of Browse Resources, with twelve free resources. */
export const forBrowse = (): Answer[] => [
  answer(listResources, resources(12)),
  answer(countResources, resourceCounts()),
  ...forCards(),
];

/** Answers of the page of a resource that the member can open and has not opened yet. */
export const forResource = (shown: Resource, access: Partial<AccessDecision> = {}): Answer[] => [
  answer(getResource, shown, { params: { id: shown.id } }),
  answer(getResourceAccess, { hasAccess: true, code: null, reason: '', ...access }, { params: { id: shown.id } }),
  answer(listRelatedResources, []),
  answer(getProgress, null),
  answer(listOwnAssignments, []),
  ...forCards(),
];

/** Answers of the administrator's list of resources, which has none. */
export const forAdminResources = (): Answer[] => [
  answer(listAdminResources, []),
  answer(countAdminResources, { total: 0, published: 0, draft: 0, scheduled: 0 }),
];
