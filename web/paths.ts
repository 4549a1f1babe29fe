import type { AccessType, RappPhase, RappPrinciple, ResourceType, RoleAffiliation } from '#contract/catalogue.ts';
import type { ResourceSort } from '#contract/search.ts';

/** What the address of Browse Resources says; everything left out has its usual value. */
export type BrowseAddress = {
  type?: readonly ResourceType[];
  accessType?: readonly AccessType[];
  rappPrinciples?: readonly RappPrinciple[];
  rappImplementationPhase?: readonly RappPhase[];
  roleAffiliations?: readonly RoleAffiliation[];
  search?: string;
  sort?: ResourceSort;
  page?: number;
};

/** Every address of the app; links are built here. */
export const paths = {
  dashboard: () => '/',
  auth: (address: { view?: 'forgot-password' | 'code' } = {}) => withQuery('/auth', address),
  browse: (address: BrowseAddress = {}) => withQuery('/browse', address),
  /** Its PDF file in the viewer; without a page where the member left it. */
  read: (id: number, address: { page?: number } = {}) => withQuery(`/resource/${id}/read`, address),
  /** `refresh`: the member returns from a payment, so everything is fetched again (DETAIL-01). `preview`: as members see it. */
  resource: (id: number, address: { tab?: string; refresh?: 'true'; preview?: 'true' } = {}) =>
    withQuery(`/resource/${id}`, address),
  /** The text of a resource; a section's name may follow behind a #. */
  article: (id: number) => `/resource/${id}/article`,
  /** What a subscription opens, in the catalogue. */
  subscriptionPlans: () => withQuery('/browse', { filter: 'subscription' }),
  myResources: (address: { tab?: string; page?: number } = {}) => withQuery('/my-resources', address),
  savedResources: (address: { page?: number } = {}) => withQuery('/my-resources/saved', address),
  billing: () => '/billing',
  checkout: (resourceId: number) => `/checkout/${resourceId}`,
  subscribe: (resourceId: number) => `/subscribe/${resourceId}`,
  /** `resource` is our own parameter; the payment provider adds `payment_intent` and others. */
  paymentSuccess: (address: { resource?: number; [added: string]: Value } = {}) =>
    withQuery('/payment-success', address),
  profile: () => '/profile',
  settings: () => '/settings',
  /** `attempt`: the result of one; without it the questions, which need a token. */
  assessment: (address: { attempt?: number } = {}) => withQuery('/tools/responsible-ai-assessment', address),
  adminNeeds: () => '/admin-dashboard/needs',
  /** `import`: the one that is shown; the others narrow what was found in it. */
  adminImport: (address: { import?: number; severity?: string; field?: string; page?: number; past?: number } = {}) =>
    withQuery('/admin-dashboard/import', address),
  adminReconciliation: () => '/admin-dashboard/reconciliation',
  /** The parameters are what the entries are narrowed to. */
  adminAudit: (address: { person?: string; [filter: string]: Value } = {}) =>
    withQuery('/admin-dashboard/audit', address),
  /** `tab` is the section; the other parameters are that section's own. */
  admin: (address: { tab?: string; page?: number; [ofSection: string]: Value } = {}) =>
    withQuery('/admin-dashboard', address),
};

type Value = string | number | readonly (string | number)[] | undefined;

/** Lists repeat their parameter; what is empty is left out. */
function withQuery(path: string, query: Record<string, Value>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => [name, String(one)] as [string, string]),
  );
  const text = new URLSearchParams(pairs.filter(([, value]) => value !== '')).toString();
  return text === '' ? path : `${path}?${text}`;
}
