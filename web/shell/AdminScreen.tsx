import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { AdminOnly } from '../identity/accounts/AdminOnly.tsx';
import { usePortalConfig } from '../platform/config.ts';
import { usePage } from '../platform/page.ts';
import { lazyPart } from '../platform/screen.ts';
import { PageHeading } from '../ui/PageHeading.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { TabPanel, Tabs } from '../ui/Tabs.tsx';
import { adminSearch, type TabName, tabLabels, tabOf } from './admin-tabs.ts';

const loadProducts = () => import('../catalogue/products/OnlineProductsPanel.tsx');
const loadUsers = () => import('../identity/accounts/admin/UsersPanel.tsx');

// A tab's code is loaded when it is opened.
const tabs = {
  resources: {
    Panel: lazyPart(async () => (await import('../catalogue/publishing/ResourcesPanel.tsx')).ResourcesPanel),
    Actions: lazyPart(async () => (await import('../catalogue/publishing/AddResource.tsx')).AddResource),
  },
  'online-products': {
    Panel: lazyPart(async () => (await loadProducts()).OnlineProductsPanel),
    Actions: lazyPart(async () => (await loadProducts()).AddProduct),
  },
  subscriptions: {
    Panel: lazyPart(
      async () => (await import('../commerce/subscriptions/admin/SubscriptionsPanel.tsx')).SubscriptionsPanel,
    ),
    Actions: null,
  },
  'promo-codes': {
    Panel: lazyPart(async () => (await import('../commerce/promotions/admin/PromoCodesPanel.tsx')).PromoCodesPanel),
    Actions: null,
  },
  users: {
    Panel: lazyPart(async () => (await loadUsers()).UsersPanel),
    Actions: lazyPart(async () => (await loadUsers()).AddUser),
  },
  analytics: {
    Panel: lazyPart(async () => (await import('../operations/analytics/AnalyticsPanel.tsx')).AnalyticsPanel),
    Actions: null,
  },
} satisfies Record<TabName, object>;

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
  const tab = tabOf(useSearch({ from: '/members/shell/admin-dashboard' }));
  const { Panel, Actions } = tabs[tab];
  const { version } = usePortalConfig();
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
        tabs={Object.entries(tabLabels).map(([value, label]) => ({ value, label }))}
        value={tab}
        onValueChange={(next) => void navigate({ to: '/admin-dashboard', search: adminSearch({ tab: next }) })}
      >
        <TabPanel value={tab} className="mt-8">
          <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg!" />}>
            <Panel />
          </Suspense>
        </TabPanel>
      </Tabs>
      <p className="mt-12 text-xs text-muted-foreground">Version {version}</p>
    </>
  );
}
