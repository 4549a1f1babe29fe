import { expect, test } from 'vitest';
import { getResource } from '#contract/catalogue/catalogue.endpoints.ts';
import { ListedResource, Resource } from '#contract/catalogue/catalogue.ts';
import { listResources } from '#contract/catalogue/search.endpoints.ts';
import { getResourceAccess, listResourceAccess } from '#contract/commerce/access.endpoints.ts';
import { AccessDecision, ResourceAccess } from '#contract/commerce/access.ts';
import { getBilling } from '#contract/commerce/billing.endpoints.ts';
import { Billing } from '#contract/commerce/billing.ts';
import { completePurchase, listPurchases } from '#contract/commerce/purchases.endpoints.ts';
import { Purchase } from '#contract/commerce/purchases.ts';
import { getSubscription } from '#contract/commerce/subscriptions.endpoints.ts';
import { Subscription } from '#contract/commerce/subscriptions.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { call } from './api.ts';

/** Returns what screens get of a response. */
const received = (endpoint: Endpoint, reply: unknown): Promise<unknown> =>
  call(endpoint, { fetch: async () => Response.json(reply) });

const bare = {
  id: 7,
  title: 'A guide',
  type: 'report',
  accessType: 'purchase',
  price: '19.99',
  createdAt: '2026-01-05T09:00:00Z',
  isPublished: true,
};
const paid = {
  id: 1,
  resourceId: 7,
  purchaseDate: '2026-01-05T09:00:00Z',
  amount: '19.99',
  resource: { id: 7, title: 'A guide' },
};

const metadata = { slideshowImages: [], instructionalVideoUrl: null, videoUrl: null, subscriptionBenefits: [] };
const none = { tags: null, roleAffiliations: null, rappPrinciples: null, rappImplementationPhase: null };

test.for([
  ['without lists', getResource, Resource, { ...bare, tags: null, metadata: null }],
  [
    'with a single picture',
    getResource,
    Resource,
    { ...bare, metadata: { slideshowImages: 'https://a.example/1.png' } },
  ],
  ['with all metadata of the specification', getResource, Resource, { ...bare, ...none, metadata }],
  ['with null for lists alone', getResource, Resource, { ...bare, ...none, videoAccess: 'preview', metadata: null }],
  ['without a code', getResourceAccess, AccessDecision, { hasAccess: false, reason: 'Purchase required' }],
  ['without lists', getBilling, Billing, { totalSpent: '28.98', subscriptionTotal: 8.99, purchaseTotal: 19.99 }],
  [
    'with invoices and cards',
    getBilling,
    Billing,
    {
      invoices: [{ id: 'in_1', status: 'paid', amount: 8.99, paidAt: 1767603600 }],
      paymentMethods: [{ last4: '4242', brand: 'visa', expMonth: 1, expYear: 2030 }],
      transactions: [],
    },
  ],
  [
    'with its end',
    getSubscription,
    Subscription,
    { id: 3, status: 'active', currentPeriodEnd: '2026-02-05T09:00:00Z' },
  ],
  ['with an amount as text', completePurchase, Purchase, paid],
] as const)('GEN-26 a bare reply %s is completed', async ([, endpoint, schema, reply]) => {
  expect(schema.safeParse(await received(endpoint, reply)).error).toBeUndefined();
});

test('GEN-26 lists in the bare shape are completed, and whole replies stay as they are', async () => {
  const resources = [bare, { ...bare, ...none }, { ...bare, ...none, tags: ['ethics'], rappPrinciples: 'adaptive' }];
  const list = (await received(listResources, resources)) as object[];
  for (const one of list) expect(ListedResource.safeParse(one).error).toBeUndefined();
  expect(list).toMatchObject([
    { price: 19.99, tags: [] },
    { rappPrinciples: [] },
    { tags: ['ethics'], rappPrinciples: ['adaptive'] },
  ]);
  const access = (await received(listResourceAccess, [{ resourceId: 7, hasAccess: true }])) as object[];
  for (const one of access) expect(ResourceAccess.safeParse(one).error).toBeUndefined();
  expect(await received(getSubscription, null)).toBeNull();
  expect(await received(listPurchases, [paid])).toMatchObject([{ amount: 19.99, currency: 'GBP' }]);
  const whole = await received(getResource, bare);
  expect(await received(getResource, whole)).toEqual(whole);
});

test.for([
  ['Resource access blocked by administrator', 'access.blocked'],
  ['Active subscription required', 'access.subscription-required'],
  ['A Subscription required here', 'access.subscription-other'],
  ['Anything else', null],
])('GEN-26 DETAIL-17 the reason "%s" without a code gets %s', async ([reason, code]) => {
  expect(await received(getResourceAccess, { hasAccess: false, reason })).toMatchObject({ code });
  const known = { hasAccess: false, reason, code: 'access.new' };
  expect(await received(getResourceAccess, known)).toEqual(known);
});
