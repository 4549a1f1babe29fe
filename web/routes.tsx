import { environmentManager, type QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, type RouterHistory } from '@tanstack/react-router';
import { accessQuery, loadAccessTo } from './features/access/api.ts';
import { currentUserQuery } from './features/accounts/api.ts';
import { loadForMember } from './features/accounts/loader.ts';
import { articleQuery } from './features/articles/api.ts';
import { billingQuery, subscriptionsQuery } from './features/billing/api.ts';
import { newestResources, relatedResources, resourceQuery } from './features/catalogue/api.ts';
import { detailSearch } from './features/catalogue/detail-display.ts';
import { resourceIdOf } from './features/catalogue/display.ts';
import { savedIdsQuery, savedQuery, shelfCountsQuery, shelfQuery, unfinishedQuery } from './features/library/api.ts';
import { savedSearch, shelfSearch } from './features/library/shelf-display.ts';
import { returnSearch } from './features/purchases/success-display.ts';
import { browseCounts, browseResources } from './features/search/api.ts';
import { browseSearch } from './features/search/browse-display.ts';
import { signInsQuery } from './features/sign-in/api.ts';
import { portalConfigQuery } from './platform/config.ts';
import { screen } from './platform/screen.ts';
import { choice, exactText, pageSearch, parseSearch, stringifySearch, text, whole } from './platform/search.ts';
import { AssessmentFrame } from './shell/AssessmentFrame.tsx';
import { adminSearch } from './shell/admin-search.ts';
import { FailedScreen } from './shell/FailedScreen.tsx';
import { MemberShell } from './shell/MemberShell.tsx';
import { MembersOnly } from './shell/MembersOnly.tsx';
import { NotFoundScreen } from './shell/NotFoundScreen.tsx';
import { PendingScreen } from './shell/PendingScreen.tsx';
import { Root } from './shell/Root.tsx';
import { AuthPage } from './shell/SignIn.tsx';
import { ToAdminDashboard } from './shell/ToAdminDashboard.tsx';

const root = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Root,
  // The outcome of a mailed link and of the sign-in provider.
  validateSearch: pageSearch({ email: exactText, outcome: exactText }).validateSearch,
  // In a browser main.tsx asks for both before the router starts; asking again would repeat a call that failed (NAV-06).
  loader: async ({ context: { client } }) => {
    if (!environmentManager.isServer()) return;
    await Promise.all([client.prefetchQuery(portalConfigQuery), client.prefetchQuery(currentUserQuery)]);
  },
});

const auth = createRoute({
  getParentRoute: () => root,
  path: '/auth',
  validateSearch: pageSearch({ view: choice(['forgot-password', 'code']) }).validateSearch,
  component: AuthPage,
});
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  ...screen('ResetPasswordScreen', () => import('./features/sign-in/ResetPasswordScreen.tsx')),
});

const confirmed = createRoute({
  getParentRoute: () => root,
  path: '/confirmed',
  ...screen('ConfirmedScreen', () => import('./features/sign-in/ConfirmedScreen.tsx')),
});

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe',
  ...screen('UnsubscribeScreen', () => import('./features/notifications/UnsubscribeScreen.tsx')),
});

const members = createRoute({ getParentRoute: () => root, id: 'members', component: MembersOnly });
const shell = createRoute({ getParentRoute: () => members, id: 'shell', component: MemberShell });

const inShell = () => shell;

const shellScreens = [
  createRoute({
    getParentRoute: inShell,
    path: '/',
    ...screen('DashboardScreen', () => import('./features/catalogue/DashboardScreen.tsx')),
    loader: ({ context }) =>
      loadForMember(context, (client) =>
        Promise.all([
          client.fetchQuery(newestResources).then(({ items }) => loadAccessTo(client, items)),
          client.prefetchQuery(unfinishedQuery),
          client.prefetchQuery(savedIdsQuery),
        ]),
      ),
  }),
  createRoute({
    getParentRoute: inShell,
    path: '/browse',
    validateSearch: browseSearch.validateSearch,
    ...screen('BrowseScreen', () => import('./features/search/BrowseScreen.tsx')),
    loader: ({ context, location }) => {
      const query = browseSearch.read(location.search);
      return loadForMember(context, (client) =>
        Promise.all([
          client.fetchQuery(browseResources(query)).then(({ items }) => loadAccessTo(client, items)),
          client.prefetchQuery(browseCounts(query)),
          client.prefetchQuery(savedIdsQuery),
        ]),
      );
    },
  }),
  createRoute({
    getParentRoute: inShell,
    path: '/resource/$id',
    validateSearch: detailSearch.validateSearch,
    ...screen('DetailScreen', () => import('./features/catalogue/DetailScreen.tsx')),
    loader: ({ context, params, location }) => {
      const id = resourceIdOf(params.id);
      if (id === null) return;
      const isPreview = detailSearch.read(location.search).preview !== null;
      return loadForMember(context, async (client) => {
        await client.fetchQuery(resourceQuery(id));
        // In a browser the parts of the screen ask for these themselves, once the resource is known to exist.
        if (!environmentManager.isServer()) return;
        await Promise.all([
          ...(isPreview ? [] : [client.prefetchQuery(accessQuery(id))]),
          client.prefetchQuery(savedIdsQuery),
          client.fetchQuery(relatedResources(id)).then((related) => loadAccessTo(client, related)),
        ]);
      });
    },
  }),
  createRoute({
    getParentRoute: inShell,
    path: '/resource/$id/article',
    ...screen('ArticleScreen', () => import('./features/articles/ArticleScreen.tsx')),
    loader: ({ context, params }) => {
      const id = resourceIdOf(params.id);
      if (id === null) return;
      return loadForMember(context, async (client) => {
        await Promise.all([client.prefetchQuery(resourceQuery(id)), client.prefetchQuery(articleQuery(id))]);
      });
    },
  }),
  createRoute({
    getParentRoute: inShell,
    path: '/my-resources',
    validateSearch: shelfSearch.validateSearch,
    ...screen('MyResourcesScreen', () => import('./features/library/MyResourcesScreen.tsx')),
    loader: ({ context, location }) => {
      const { tab, page } = shelfSearch.read(location.search);
      return loadForMember(context, async (client) => {
        await Promise.all([client.prefetchQuery(shelfQuery(tab, page)), client.prefetchQuery(shelfCountsQuery)]);
      });
    },
  }),
  createRoute({
    getParentRoute: inShell,
    path: '/my-resources/saved',
    validateSearch: savedSearch.validateSearch,
    ...screen('SavedScreen', () => import('./features/library/SavedScreen.tsx')),
    loader: ({ context, location }) =>
      loadForMember(context, async (client) => {
        const { page } = savedSearch.read(location.search);
        await Promise.all([client.prefetchQuery(savedQuery(page)), client.prefetchQuery(savedIdsQuery)]);
      }),
  }),
  createRoute({
    getParentRoute: inShell,
    path: '/billing',
    ...screen('BillingScreen', () => import('./features/billing/BillingScreen.tsx')),
    loader: ({ context }) =>
      loadForMember(context, async (client) => {
        await Promise.all([client.prefetchQuery(billingQuery), client.prefetchQuery(subscriptionsQuery)]);
      }),
  }),
  createRoute({
    getParentRoute: inShell,
    path: '/profile',
    ...screen('ProfileScreen', () => import('./features/accounts/ProfileScreen.tsx')),
  }),
  createRoute({
    getParentRoute: inShell,
    path: '/settings',
    ...screen('SettingsScreen', () => import('./features/accounts/SettingsScreen.tsx')),
    loader: ({ context }) => loadForMember(context, (client) => client.prefetchQuery(signInsQuery)),
  }),
];

const toolAccess = createRoute({
  getParentRoute: inShell,
  path: '/tools/access',
  validateSearch: pageSearch({ product: exactText }).validateSearch,
  ...screen('ToolAccessScreen', () => import('./features/tools/ToolScreen.tsx')),
});

const tool = createRoute({
  getParentRoute: () => members,
  path: '/tools/$slug',
  ...screen('ToolScreen', () => import('./features/tools/ToolScreen.tsx')),
});

const assessmentFrame = createRoute({ getParentRoute: () => members, id: 'assessment', component: AssessmentFrame });
const assessment = createRoute({
  getParentRoute: () => assessmentFrame,
  path: '/tools/responsible-ai-assessment',
  validateSearch: pageSearch({ attempt: exactText }).validateSearch,
  ...screen('AssessmentScreen', () => import('./features/assessment/AssessmentScreen.tsx')),
});

const viewer = createRoute({
  getParentRoute: () => members,
  path: '/resource/$id/read',
  validateSearch: pageSearch({ page: whole() }).validateSearch,
  ...screen('ViewerScreen', () => import('./features/library/viewer/ViewerScreen.tsx')),
});

const adminScreens = [
  // The same screen at a second address (ADM-01), which gives way to the first.
  createRoute({
    getParentRoute: inShell,
    path: '/admin',
    validateSearch: adminSearch.validateSearch,
    component: ToAdminDashboard,
  }),
  createRoute({
    getParentRoute: inShell,
    path: '/admin-dashboard',
    validateSearch: adminSearch.validateSearch,
    ...screen('AdminScreen', () => import('./shell/AdminScreen.tsx')),
  }),
  createRoute({
    getParentRoute: inShell,
    path: '/admin-dashboard/needs',
    ...screen('NeedsScreen', () => import('./features/assessment/admin/NeedsScreen.tsx')),
  }),
  createRoute({
    getParentRoute: inShell,
    path: '/admin-dashboard/reconciliation',
    ...screen('ReconciliationScreen', () => import('./features/billing/admin/ReconciliationScreen.tsx')),
  }),
  createRoute({
    getParentRoute: inShell,
    path: '/admin-dashboard/import',
    ...screen('ImportScreen', () => import('./features/imports/ImportScreen.tsx')),
  }),
  createRoute({
    getParentRoute: inShell,
    path: '/admin-dashboard/audit',
    validateSearch: pageSearch({ person: text }).validateSearch,
    ...screen('AuditScreen', () => import('./features/audit/AuditScreen.tsx')),
  }),
];

const paymentScreens = [
  createRoute({
    getParentRoute: () => members,
    path: '/checkout/$resourceId',
    ...screen('CheckoutScreen', () => import('./features/purchases/CheckoutScreen.tsx')),
    loader: ({ context, params }) => {
      const id = resourceIdOf(params.resourceId);
      return id === null ? undefined : loadForMember(context, (client) => client.prefetchQuery(resourceQuery(id)));
    },
  }),
  createRoute({
    getParentRoute: () => members,
    path: '/subscribe/$resourceId',
    validateSearch: returnSearch.validateSearch,
    ...screen('SubscribeScreen', () => import('./features/subscriptions/SubscribeScreen.tsx')),
    loader: ({ context, params }) => {
      const id = resourceIdOf(params.resourceId);
      return id === null ? undefined : loadForMember(context, (client) => client.prefetchQuery(resourceQuery(id)));
    },
  }),
  createRoute({
    getParentRoute: () => members,
    path: '/payment-success',
    validateSearch: returnSearch.validateSearch,
    ...screen('PaymentSuccessScreen', () => import('./features/purchases/PaymentSuccessScreen.tsx')),
  }),
];

const tree = root.addChildren([
  auth,
  resetPassword,
  confirmed,
  unsubscribe,
  members.addChildren([
    shell.addChildren([...shellScreens, toolAccess, ...adminScreens]),
    assessmentFrame.addChildren([assessment]),
    tool,
    viewer,
    ...paymentScreens,
  ]),
]);

/** Every address of the app (NAV-01 to NAV-05). Parameters of queries are plain text, repeated for lists. */
export function createPortalRouter(client: QueryClient, history?: RouterHistory) {
  const router = createRouter({
    routeTree: tree,
    context: { client },
    history,
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
  // A screen that failed asks anew when the member comes back to it.
  router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
    if (fromLocation) client.removeQueries({ type: 'inactive', predicate: (query) => query.state.status === 'error' });
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}
