import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { AdminOnly } from '../features/accounts/AdminOnly.tsx';
import { SettingsLink } from '../features/portal/SettingsLink.tsx';
import { SystemLink } from '../features/system/SystemLink.tsx';
import { usePortalConfig } from '../platform/config.ts';
import { usePage } from '../platform/page.ts';
import { lazyPart } from '../platform/screen.ts';
import { PageHeading } from '../ui/PageHeading.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { TabPanel, Tabs } from '../ui/Tabs.tsx';
import { adminSearch, type TabName, tabOf } from './admin-tabs.ts';

const loadResources = () => import('../features/publishing/ResourcesPanel.tsx');
const loadProducts = () => import('../features/products/OnlineProductsPanel.tsx');
const loadUsers = () => import('../features/accounts/admin/UsersPanel.tsx');

// A tab's code is loaded when it is opened.
const tabs = {
  resources: {
    label: 'Resources',
    Panel: lazyPart(loadResources, 'ResourcesPanel'),
    Actions: lazyPart(loadResources, 'AddResource'),
  },
  'online-products': {
    label: 'Online Products',
    Panel: lazyPart(loadProducts, 'OnlineProductsPanel'),
    Actions: lazyPart(loadProducts, 'AddProduct'),
  },
  subscriptions: {
    label: 'Subscriptions',
    Panel: lazyPart(() => import('../features/subscriptions/admin/SubscriptionsPanel.tsx'), 'SubscriptionsPanel'),
    Actions: lazyPart(() => import('../features/billing/admin/ReconciliationLink.tsx'), 'ReconciliationLink'),
  },
  'promo-codes': {
    label: 'Promo Codes',
    Panel: lazyPart(() => import('../features/promotions/admin/PromoCodesPanel.tsx'), 'PromoCodesPanel'),
    Actions: null,
  },
  users: {
    label: 'Users',
    Panel: lazyPart(loadUsers, 'UsersPanel'),
    Actions: lazyPart(loadUsers, 'AddUser'),
  },
  analytics: {
    label: 'Analytics',
    Panel: lazyPart(() => import('../features/analytics/AnalyticsPanel.tsx'), 'AnalyticsPanel'),
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
          <>
            <SystemLink />
            <SettingsLink />
            {Actions && (
              <Suspense>
                <Actions />
              </Suspense>
            )}
          </>
        }
      />
      <Tabs
        label="Admin sections"
        tabs={Object.entries(tabs).map(([value, { label }]) => ({ value, label }))}
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
