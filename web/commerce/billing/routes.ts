import { createRoute } from '@tanstack/react-router';
import { loadForMember } from '#web/identity/accounts/loader.ts';
import { screen } from '#web/platform/screen.ts';
import { shell } from '#web/shell/layouts.tsx';
import { billingQuery, subscriptionsQuery } from './api.ts';

const billing = createRoute({
  getParentRoute: () => shell,
  path: '/billing',
  ...screen('BillingScreen', () => import('./BillingScreen.tsx')),
  loader: ({ context }) =>
    loadForMember(context, async (client) => {
      await Promise.all([client.prefetchQuery(billingQuery), client.prefetchQuery(subscriptionsQuery)]);
    }),
});

const reconciliation = createRoute({
  getParentRoute: () => shell,
  path: '/admin-dashboard/reconciliation',
  ...screen('ReconciliationScreen', () => import('./admin/ReconciliationScreen.tsx')),
});

export const billingRoutes = [billing, reconciliation] as const;
