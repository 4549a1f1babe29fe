import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { currentUserQuery } from './features/accounts/api.ts';
import { articleQuery } from './features/articles/api.ts';
import { billingQuery, subscriptionsQuery } from './features/billing/api.ts';
import { newestResources, resourceQuery } from './features/catalogue/api.ts';
import { resourceIdOf } from './features/catalogue/display.ts';
import { shelfCountsQuery, shelfQuery, unfinishedQuery } from './features/library/api.ts';
import { savedIdsQuery, savedQuery } from './features/library/saved-api.ts';
import { readSavedAddress, readShelfAddress } from './features/library/shelf-display.ts';
import { browseCounts, browseResources } from './features/search/api.ts';
import { readBrowseQuery } from './features/search/browse-display.ts';
import { signInsQuery } from './features/sign-in/api.ts';
import { parseSearch, stringifySearch } from './platform/search.ts';
import { AssessmentFrame } from './shell/AssessmentFrame.tsx';
import { FailedScreen } from './shell/FailedScreen.tsx';
import { MemberShell } from './shell/MemberShell.tsx';
import { MembersOnly } from './shell/MembersOnly.tsx';
import { NotFoundScreen } from './shell/NotFoundScreen.tsx';
import { PendingScreen } from './shell/PendingScreen.tsx';
import { Root } from './shell/Root.tsx';
import { AuthPage } from './shell/SignIn.tsx';
import { ToAdminDashboard } from './shell/ToAdminDashboard.tsx';

const root = createRootRouteWithContext<{ client: QueryClient }>()({ component: Root });

const auth = createRoute({ getParentRoute: () => root, path: '/auth', component: AuthPage });
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('./features/sign-in/ResetPasswordScreen.tsx'), 'ResetPasswordScreen'),
});

const confirmed = createRoute({
  getParentRoute: () => root,
  path: '/confirmed',
  component: lazyRouteComponent(() => import('./features/sign-in/ConfirmedScreen.tsx'), 'ConfirmedScreen'),
});

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe',
  component: lazyRouteComponent(() => import('./features/notifications/UnsubscribeScreen.tsx'), 'UnsubscribeScreen'),
});

const members = createRoute({ getParentRoute: () => root, id: 'members', component: MembersOnly });
const shell = createRoute({ getParentRoute: () => members, id: 'shell', component: MemberShell });

const inShell = () => shell;

// The loaders only start what a screen will ask for, so that its data travels beside its code; the screen shows it.
const shellScreens = [
  createRoute({
    getParentRoute: inShell,
    path: '/',
    component: lazyRouteComponent(() => import('./features/catalogue/DashboardScreen.tsx'), 'DashboardScreen'),
    loader: ({ context }) =>
      void fetchForMember(context.client, async (client) => {
        await Promise.all([client.prefetchQuery(newestResources), client.prefetchQuery(unfinishedQuery)]);
      }),
  }),
  createRoute({
    getParentRoute: inShell,
    path: '/browse',
    component: lazyRouteComponent(() => import('./features/search/BrowseScreen.tsx'), 'BrowseScreen'),
    loader: ({ context, location }) => {
      const query = readBrowseQuery(location.search);
      void fetchForMember(context.client, async (client) => {
        await Promise.all([client.prefetchQuery(browseResources(query)), client.prefetchQuery(browseCounts(query))]);
      });
    },
  }),
  createRoute({
    getParentRoute: inShell,
    path: '/resource/$id',
    component: lazyRouteComponent(() => import('./features/catalogue/DetailScreen.tsx'), 'DetailScreen'),
    loader: ({ context, params }) => {
      const id = resourceIdOf(params.id);
      if (id !== null) void fetchForMember(context.client, (client) => client.prefetchQuery(resourceQuery(id)));
    },
  }),
  createRoute({
    getParentRoute: inShell,
    path: '/resource/$id/article',
    component: lazyRouteComponent(() => import('./features/articles/ArticleScreen.tsx'), 'ArticleScreen'),
    loader: ({ context, params }) => {
      const id = resourceIdOf(params.id);
      if (id === null) return;
      void fetchForMember(context.client, async (client) => {
        await Promise.all([client.prefetchQuery(resourceQuery(id)), client.prefetchQuery(articleQuery(id))]);
      });
    },
  }),
  createRoute({
    getParentRoute: inShell,
    path: '/my-resources',
    component: lazyRouteComponent(() => import('./features/library/MyResourcesScreen.tsx'), 'MyResourcesScreen'),
    loader: ({ context, location }) => {
      const { shelf, page } = readShelfAddress(location.search);
      void fetchForMember(context.client, async (client) => {
        await Promise.all([client.prefetchQuery(shelfQuery(shelf, page)), client.prefetchQuery(shelfCountsQuery)]);
      });
    },
  }),
  createRoute({
    getParentRoute: inShell,
    path: '/my-resources/saved',
    component: lazyRouteComponent(() => import('./features/library/SavedScreen.tsx'), 'SavedScreen'),
    loader: ({ context, location }) =>
      void fetchForMember(context.client, async (client) => {
        const page = readSavedAddress(location.search);
        await Promise.all([client.prefetchQuery(savedQuery(page)), client.prefetchQuery(savedIdsQuery)]);
      }),
  }),
  createRoute({
    getParentRoute: inShell,
    path: '/billing',
    component: lazyRouteComponent(() => import('./features/billing/BillingScreen.tsx'), 'BillingScreen'),
    loader: ({ context }) =>
      void fetchForMember(context.client, async (client) => {
        await Promise.all([client.prefetchQuery(billingQuery), client.prefetchQuery(subscriptionsQuery)]);
      }),
  }),
  createRoute({
    getParentRoute: inShell,
    path: '/profile',
    component: lazyRouteComponent(() => import('./features/accounts/ProfileScreen.tsx'), 'ProfileScreen'),
  }),
  createRoute({
    getParentRoute: inShell,
    path: '/settings',
    component: lazyRouteComponent(() => import('./features/accounts/SettingsScreen.tsx'), 'SettingsScreen'),
    loader: ({ context }) => void fetchForMember(context.client, (client) => client.prefetchQuery(signInsQuery)),
  }),
];

const toolAccess = createRoute({
  getParentRoute: inShell,
  path: '/tools/access',
  component: lazyRouteComponent(() => import('./features/tools/ToolAccessScreen.tsx'), 'ToolAccessScreen'),
});

const tool = createRoute({
  getParentRoute: () => members,
  path: '/tools/$slug',
  component: lazyRouteComponent(() => import('./features/tools/ToolScreen.tsx'), 'ToolScreen'),
});

const assessmentFrame = createRoute({ getParentRoute: () => members, id: 'assessment', component: AssessmentFrame });
const assessment = createRoute({
  getParentRoute: () => assessmentFrame,
  path: '/tools/responsible-ai-assessment',
  component: lazyRouteComponent(() => import('./features/assessment/AssessmentScreen.tsx'), 'AssessmentScreen'),
});

const viewer = createRoute({
  getParentRoute: () => members,
  path: '/resource/$id/read',
  component: lazyRouteComponent(() => import('./features/library/viewer/ViewerScreen.tsx'), 'ViewerScreen'),
});

const adminScreens = [
  // The same screen at a second address (ADM-01), which gives way to the first.
  createRoute({ getParentRoute: inShell, path: '/admin', component: ToAdminDashboard }),
  createRoute({
    getParentRoute: inShell,
    path: '/admin-dashboard',
    component: lazyRouteComponent(() => import('./shell/AdminScreen.tsx'), 'AdminScreen'),
  }),
];

/** Screens of administrators beside the six tabs, below /admin-dashboard. */
const besideTabs = {
  needs: lazyRouteComponent(() => import('./features/assessment/admin/NeedsScreen.tsx'), 'NeedsScreen'),
  reconciliation: lazyRouteComponent(
    () => import('./features/billing/admin/ReconciliationScreen.tsx'),
    'ReconciliationScreen',
  ),
  import: lazyRouteComponent(() => import('./features/imports/ImportScreen.tsx'), 'ImportScreen'),
  audit: lazyRouteComponent(() => import('./features/audit/AuditScreen.tsx'), 'AuditScreen'),
};
const adminBeside = Object.entries(besideTabs).map(([name, component]) =>
  createRoute({ getParentRoute: inShell, path: `/admin-dashboard/${name}`, component }),
);

const paymentScreens = [
  createRoute({
    getParentRoute: () => members,
    path: '/checkout/$resourceId',
    component: lazyRouteComponent(() => import('./features/purchases/CheckoutScreen.tsx'), 'CheckoutScreen'),
    loader: ({ context, params }) => {
      const id = resourceIdOf(params.resourceId);
      if (id !== null) void fetchForMember(context.client, (client) => client.prefetchQuery(resourceQuery(id)));
    },
  }),
  createRoute({
    getParentRoute: () => members,
    path: '/subscribe/$resourceId',
    component: lazyRouteComponent(() => import('./features/subscriptions/SubscribeScreen.tsx'), 'SubscribeScreen'),
    loader: ({ context, params }) => {
      const id = resourceIdOf(params.resourceId);
      if (id !== null) void fetchForMember(context.client, (client) => client.prefetchQuery(resourceQuery(id)));
    },
  }),
  createRoute({
    getParentRoute: () => members,
    path: '/payment-success',
    component: lazyRouteComponent(
      () => import('./features/purchases/PaymentSuccessScreen.tsx'),
      'PaymentSuccessScreen',
    ),
  }),
];

const tree = root.addChildren([
  auth,
  resetPassword,
  confirmed,
  unsubscribe,
  members.addChildren([
    shell.addChildren([...shellScreens, toolAccess, ...adminScreens, ...adminBeside]),
    assessmentFrame.addChildren([assessment]),
    tool,
    viewer,
    ...paymentScreens,
  ]),
]);

/** Visitors are asked to sign in first. What fails here is told by the screen, and not asked for again. */
async function fetchForMember(client: QueryClient, fetch: (client: QueryClient) => Promise<void>): Promise<void> {
  if (client.getQueryState(currentUserQuery.queryKey)?.status === 'error') return;
  const user = await client.fetchQuery(currentUserQuery).catch(() => null);
  if (user) await fetch(client);
}

/** Every address of the app (NAV-01 to NAV-05). Parameters of queries are plain text, repeated for lists. */
export function createPortalRouter(client: QueryClient) {
  const router = createRouter({
    routeTree: tree,
    context: { client },
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingComponent: PendingScreen,
    defaultPendingMs: 100,
    defaultErrorComponent: FailedScreen,
    defaultNotFoundComponent: NotFoundScreen,
    notFoundMode: 'root',
  });
  // A screen that failed asks anew when somebody comes back to it.
  router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
    if (fromLocation) client.removeQueries({ type: 'inactive', predicate: (query) => query.state.status === 'error' });
  });
  return router;
}
