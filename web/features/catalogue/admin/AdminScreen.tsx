import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { paths } from '../../../paths.ts';
import { useGo, useSearchParameters } from '../../../platform/link.tsx';
import { usePage } from '../../../platform/page.ts';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { TabPanel, Tabs } from '../../../ui/Tabs.tsx';
import { useMember } from '../../accounts/api.ts';
import { AccessDenied } from './AccessDenied.tsx';

// Each tab's code is loaded when it is opened.
const tabs = [
  {
    value: 'resources',
    label: 'Resources',
    Panel: lazyRouteComponent(() => import('./ResourcesPanel.tsx'), 'ResourcesPanel'),
    Actions: lazyRouteComponent(() => import('./AddResource.tsx'), 'AddResource'),
  },
  {
    value: 'online-products',
    label: 'Online Products',
    Panel: lazyRouteComponent(() => import('../../tools/admin/OnlineProductsPanel.tsx'), 'OnlineProductsPanel'),
    Actions: lazyRouteComponent(() => import('../../tools/admin/AddProduct.tsx'), 'AddProduct'),
  },
  {
    value: 'subscriptions',
    label: 'Subscriptions',
    Panel: lazyRouteComponent(() => import('../../subscriptions/admin/SubscriptionsPanel.tsx'), 'SubscriptionsPanel'),
    Actions: lazyRouteComponent(() => import('../../billing/admin/ReconciliationLink.tsx'), 'ReconciliationLink'),
  },
  {
    value: 'promo-codes',
    label: 'Promo Codes',
    Panel: lazyRouteComponent(() => import('../../promotions/admin/PromoCodesPanel.tsx'), 'PromoCodesPanel'),
    Actions: null,
  },
  {
    value: 'users',
    label: 'Users',
    Panel: lazyRouteComponent(() => import('../../accounts/admin/UsersPanel.tsx'), 'UsersPanel'),
    Actions: lazyRouteComponent(() => import('../../accounts/admin/AddUser.tsx'), 'AddUser'),
  },
  {
    value: 'analytics',
    label: 'Analytics',
    Panel: lazyRouteComponent(() => import('../../analytics/AnalyticsPanel.tsx'), 'AnalyticsPanel'),
    Actions: null,
  },
] as const;

/** The administrator's dashboard (ADM-01, ADM-02). */
export function AdminScreen() {
  const { role } = useMember();
  return role === 'administrator' ? <AdminDashboard /> : <AccessDenied />;
}

function AdminDashboard() {
  const go = useGo();
  const { tab } = useSearchParameters();
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
        onValueChange={(next) => void go(paths.admin({ tab: next === 'resources' ? undefined : next }))}
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
