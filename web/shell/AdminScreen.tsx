import { lazyRouteComponent, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { AdminOnly } from '../features/accounts/AdminOnly.tsx';
import { usePage } from '../platform/page.ts';
import { PageHeading } from '../ui/PageHeading.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { TabPanel, Tabs } from '../ui/Tabs.tsx';
import { adminSearch } from './admin-search.ts';

// Each tab's code is loaded when it is opened.
const tabs = [
  {
    value: 'resources',
    label: 'Resources',
    Panel: lazyRouteComponent(() => import('../features/publishing/ResourcesPanel.tsx'), 'ResourcesPanel'),
    Actions: lazyRouteComponent(() => import('../features/publishing/ResourcesPanel.tsx'), 'AddResource'),
  },
  {
    value: 'online-products',
    label: 'Online Products',
    Panel: lazyRouteComponent(() => import('../features/products/OnlineProductsPanel.tsx'), 'OnlineProductsPanel'),
    Actions: lazyRouteComponent(() => import('../features/products/OnlineProductsPanel.tsx'), 'AddProduct'),
  },
  {
    value: 'subscriptions',
    label: 'Subscriptions',
    Panel: lazyRouteComponent(
      () => import('../features/subscriptions/admin/SubscriptionsPanel.tsx'),
      'SubscriptionsPanel',
    ),
    Actions: lazyRouteComponent(() => import('../features/billing/admin/ReconciliationLink.tsx'), 'ReconciliationLink'),
  },
  {
    value: 'promo-codes',
    label: 'Promo Codes',
    Panel: lazyRouteComponent(() => import('../features/promotions/admin/PromoCodesPanel.tsx'), 'PromoCodesPanel'),
    Actions: null,
  },
  {
    value: 'users',
    label: 'Users',
    Panel: lazyRouteComponent(() => import('../features/accounts/admin/UsersPanel.tsx'), 'UsersPanel'),
    Actions: lazyRouteComponent(() => import('../features/accounts/admin/UsersPanel.tsx'), 'AddUser'),
  },
  {
    value: 'analytics',
    label: 'Analytics',
    Panel: lazyRouteComponent(() => import('../features/analytics/AnalyticsPanel.tsx'), 'AnalyticsPanel'),
    Actions: null,
  },
] as const;

/** The administrator's dashboard (ADM-01, ADM-02). */
export function AdminScreen() {
  return (
    <AdminOnly>
      <AdminDashboard />
    </AdminOnly>
  );
}

function AdminDashboard() {
  const navigate = useNavigate();
  const { tab } = useSearch({ from: '/members/shell/admin-dashboard' });
  const { value, Panel, Actions } = tabs.find((one) => one.value === tab) ?? tabs[0];
  usePage('Admin Dashboard');
  return (
    <>
      <PageHeading
        title="Admin Dashboard"
        className="mb-5!"
        actions={
          Actions && (
            <Suspense>
              <Actions />
            </Suspense>
          )
        }
      />
      <Tabs
        label="Admin sections"
        tabs={[...tabs]}
        value={value}
        onValueChange={(next) =>
          void navigate({ to: '/admin-dashboard', search: { tab: adminSearch.parameters.tab([next]) } })
        }
      >
        <TabPanel value={value} className="mt-8">
          <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg!" />}>
            <Panel />
          </Suspense>
        </TabPanel>
      </Tabs>
    </>
  );
}
