import { expect, test } from 'vitest';
import { ListedResource, Resource } from '#contract/catalogue/catalogue.ts';
import { AccessDecision, ResourceAccess } from '#contract/commerce/access.ts';
import { Billing } from '#contract/commerce/billing.ts';
import { Purchase } from '#contract/commerce/purchases.ts';
import { Subscription } from '#contract/commerce/subscriptions.ts';
import { completeReply } from './bare-replies.ts';

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

test.for([
  ['/api/resources/:id', Resource, { ...bare, tags: null, metadata: null }],
  ['/api/resources/:id', Resource, { ...bare, metadata: { slideshowImages: 'https://pictures.example.org/1.png' } }],
  ['/api/resources/:id/access', AccessDecision, { hasAccess: false, reason: 'Purchase required' }],
  ['/api/user/billing', Billing, { totalSpent: '28.98', subscriptionTotal: 8.99, purchaseTotal: 19.99 }],
  [
    '/api/user/billing',
    Billing,
    {
      invoices: [{ id: 'in_1', status: 'paid', amount: 8.99, paidAt: 1767603600 }],
      paymentMethods: [{ last4: '4242', brand: 'visa', expMonth: 1, expYear: 2030 }],
    },
  ],
  ['/api/user/subscription', Subscription, { id: 3, status: 'active', currentPeriodEnd: '2026-02-05T09:00:00Z' }],
  ['/api/complete-purchase', Purchase, paid],
] as const)('GEN-26 a reply of %s in the bare shape is completed', ([path, schema, reply]) => {
  expect(schema.safeParse(completeReply(path, reply)).error).toBeUndefined();
});

test('GEN-26 lists in the bare shape are completed, and whole replies stay as they are', () => {
  const list = completeReply('/api/resources', [
    bare,
    { ...bare, tags: ['ethics'], rappPrinciples: 'adaptive' },
  ]) as object[];
  for (const one of list) expect(ListedResource.safeParse(one).error).toBeUndefined();
  expect(list).toMatchObject([
    { price: 19.99, tags: [] },
    { tags: ['ethics'], rappPrinciples: ['adaptive'] },
  ]);
  const access = completeReply('/api/user/resource-access', [{ resourceId: 7, hasAccess: true }]) as object[];
  for (const one of access) expect(ResourceAccess.safeParse(one).error).toBeUndefined();
  expect(completeReply('/api/user/subscription', null)).toBeNull();
  expect(completeReply('/api/user/purchases', [paid])).toMatchObject([{ amount: 19.99, currency: 'GBP' }]);
  const whole = completeReply('/api/resources/:id', bare);
  expect(completeReply('/api/resources/:id', whole)).toEqual(whole);
});

test.for([
  ['Resource access blocked by administrator', 'access.blocked'],
  ['Active subscription required', 'access.subscription-required'],
  ['A Subscription required here', 'access.subscription-other'],
  ['Anything else', null],
])('GEN-26 DETAIL-17 the reason "%s" without a code gets %s', ([reason, code]) => {
  expect(completeReply('/api/resources/:id/access', { hasAccess: false, reason })).toMatchObject({ code });
  const known = { hasAccess: false, reason, code: 'access.new' };
  expect(completeReply('/api/resources/:id/access', known)).toEqual(known);
});
