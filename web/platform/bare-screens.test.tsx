import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { getResource } from '#contract/catalogue/catalogue.endpoints.ts';
import { listResources } from '#contract/catalogue/search.endpoints.ts';
import { getBilling } from '#contract/commerce/billing.endpoints.ts';
import { listPurchases } from '#contract/commerce/purchases.endpoints.ts';
import { forBilling, forBrowse, forDashboard, forResource } from '#tests/support/web/answers.ts';
import type { Answer } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';

const none = { tags: null, roleAffiliations: null, rappPrinciples: null, rappImplementationPhase: null };
const report = {
  id: 1,
  title: 'A bare report',
  description: 'About reports',
  type: 'report',
  accessType: 'purchase',
  price: '19.99',
  createdAt: '2026-01-05T09:00:00Z',
  isPublished: true,
  ...none,
};
const bought = { id: 1, resourceId: 1, purchaseDate: '2026-01-05T09:00:00Z', amount: '19.99', resource: report };

/** Answers with a reply that the contract does not allow. */
const bare = (endpoint: Answer['endpoint'], reply: unknown): Answer => ({
  endpoint,
  respond: () => Response.json(reply),
});

test('GEN-26 BROWSE-01 Browse shows resources whose lists are null', async () => {
  await renderPortal('/browse', { answers: [...forBrowse(), bare(listResources, [report])] });
  expect(await screen.findByRole('article')).toHaveTextContent('A bare report');
});

test.for([
  ['null', null],
  ['the fields of the specification', { slideshowImages: ['/a.png', '/b.png'], instructionalVideoUrl: null }],
] as const)(
  'GEN-26 DETAIL-05 a resource is shown whose lists are null and whose metadata is %s',
  async ([, metadata]) => {
    const answers = [...forDashboard(), ...forResource(), bare(getResource, { ...report, metadata })];
    await renderPortal('/resource/1', { answers });
    expect(await screen.findByRole('heading', { name: 'A bare report', level: 1 })).toBeVisible();
    expect(screen.getByRole('tab', { name: /description/i })).toBeVisible();
  },
);

test('GEN-26 BILL-01 Billing shows totals that came as text, without lists', async () => {
  const totals = { totalSpent: '28.98', subscriptionTotal: '8.99', purchaseTotal: '19.99' };
  await renderPortal('/billing', {
    answers: [...forBilling(), bare(getBilling, totals), bare(listPurchases, [bought])],
  });
  expect(await screen.findByText('£28.98')).toBeVisible();
});

test('GEN-26 SUCCESS-02 the page after a payment shows a purchase whose amount came as text', async () => {
  await renderPortal('/payment-success', { answers: [bare(listPurchases, [bought])] });
  expect(await screen.findByText('£19.99')).toBeVisible();
});
