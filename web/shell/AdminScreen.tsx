import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { SectionLinks } from '../admin/SectionLinks.tsx';
import { AdminOnly } from '../identity/accounts/AdminOnly.tsx';
import { usePortalConfig } from '../platform/config.ts';
import { linkTo } from '../platform/link.tsx';
import { usePage } from '../platform/page.ts';
import { lazyPart } from '../platform/screen.ts';
import type { RenderLink } from '../ui/link.ts';
import { PageHeading } from '../ui/PageHeading.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { TabPanel, Tabs } from '../ui/Tabs.tsx';
import { adminSearch, type TabName, tabLabels, tabOf, type ViewName, viewOf } from './admin-tabs.ts';

const loadProducts = () => import('../catalogue/products/OnlineProductsPanel.tsx');
const loadUsers = () => import('../identity/accounts/admin/UsersPanel.tsx');

// The code of a tab is loaded when the tab is opened.
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

/** Further views of tabs. Their heading replaces the dashboard's. */
const views = {
  import: {
    title: 'Import and export',
    subtitle: 'The whole catalogue as a file, and files back into the catalogue.',
    Panel: lazyPart(async () => (await import('../catalogue/imports/Imports.tsx')).Imports),
  },
  needs: {
    title: 'What members need',
    subtitle: 'From members’ latest readiness assessments: the actions they need most, and the gaps in the catalogue.',
    Panel: lazyPart(async () => (await import('../learning/assessment/admin/Needs.tsx')).Needs),
  },
} satisfies Record<ViewName, object>;

// By default the router also marks a link as active whose parameters are a subset of the current ones.
const activeOptions = { exact: true, explicitUndefined: true };

/** Views of a tab, the tab itself first. */
const sectionsOfTab: Partial<Record<TabName, Section[]>> = {
  resources: [
    {
      label: 'All resources',
      link: linkTo({ to: '/admin-dashboard', search: { tab: undefined, view: undefined }, activeOptions }),
      view: null,
    },
    {
      label: views.import.title,
      link: linkTo({ to: '/admin-dashboard', search: adminSearch({ view: 'import' }), activeOptions }),
      view: 'import',
    },
  ],
  analytics: [
    {
      label: 'Figures',
      link: linkTo({ to: '/admin-dashboard', search: adminSearch({ tab: 'analytics' }), activeOptions }),
      view: null,
    },
    {
      label: views.needs.title,
      link: linkTo({ to: '/admin-dashboard', search: adminSearch({ tab: 'analytics', view: 'needs' }), activeOptions }),
      view: 'needs',
    },
  ],
};
type Section = { label: string; link: RenderLink; view: ViewName | null };

const trail = [{ label: 'Admin Dashboard', link: linkTo({ to: '/admin-dashboard' }) }];

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
  const search = useSearch({ from: '/members/shell/admin-dashboard' });
  const tab = tabOf(search);
  const view = viewOf(search);
  const { title, subtitle, Panel, Actions, above } = view
    ? { ...views[view], Actions: null, above: trail }
    : { title: 'Admin Dashboard', subtitle: undefined, ...tabs[tab], above: undefined };
  const { version } = usePortalConfig();
  usePage(title, above);
  const sections = sectionsOfTab[tab];
  return (
    <>
      <PageHeading
        title={title}
        subtitle={subtitle}
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
        label="Sections of the administration"
        tabs={Object.entries(tabLabels).map(([value, label]) => ({ value, label }))}
        value={tab}
        onValueChange={(next) => void navigate({ to: '/admin-dashboard', search: adminSearch({ tab: next }) })}
      >
        <TabPanel value={tab} className={sections ? 'mt-5' : 'mt-8'}>
          {sections ? (
            <SectionLinks
              label={`${tabLabels[tab]} views`}
              sections={sections.map((section) => ({ ...section, isActive: section.view === view }))}
            />
          ) : null}
          <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg!" />}>
            <Panel />
          </Suspense>
        </TabPanel>
      </Tabs>
      <p className="mt-12 text-xs text-muted-foreground">Version {version}</p>
    </>
  );
}
