import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { currentUserQuery } from './features/accounts/api.ts';
import { newestResources } from './features/catalogue/api.ts';
import { parseSearch, stringifySearch } from './platform/search.ts';
import { FailedScreen } from './shell/FailedScreen.tsx';
import { LoadingScreen } from './shell/LoadingScreen.tsx';
import { MemberShell } from './shell/MemberShell.tsx';
import { MembersOnly } from './shell/MembersOnly.tsx';
import { NotFoundScreen } from './shell/NotFoundScreen.tsx';
import { Root } from './shell/Root.tsx';
import { AuthPage } from './shell/SignIn.tsx';

const root = createRootRouteWithContext<{ client: QueryClient }>()({ component: Root });

const auth = createRoute({ getParentRoute: () => root, path: '/auth', component: AuthPage });
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('./features/accounts/ResetPasswordScreen.tsx'), 'ResetPasswordScreen'),
});

const members = createRoute({ getParentRoute: () => root, id: 'members', component: MembersOnly });
const shell = createRoute({ getParentRoute: () => members, id: 'shell', component: MemberShell });

/** A member's screen inside the shell. */
const inShell = () => shell;

const shellScreens = [
  createRoute({
    getParentRoute: inShell,
    path: '/',
    component: lazyRouteComponent(() => import('./features/catalogue/DashboardScreen.tsx'), 'DashboardScreen'),
    // The cards are on their way while the screen's code still is.
    loader: ({ context }) => void fetchForMember(context.client),
  }),
  createRoute({
    getParentRoute: inShell,
    path: '/browse',
    component: lazyRouteComponent(() => import('./features/catalogue/BrowseScreen.tsx'), 'BrowseScreen'),
  }),
  createRoute({
    getParentRoute: inShell,
    path: '/resource/$id',
    component: lazyRouteComponent(() => import('./features/catalogue/DetailScreen.tsx'), 'DetailScreen'),
  }),
];

const adminScreens = ['/admin', '/admin-dashboard'].map((path) =>
  createRoute({
    getParentRoute: inShell,
    path,
    component: lazyRouteComponent(() => import('./features/catalogue/admin/AdminScreen.tsx'), 'AdminScreen'),
  }),
);

const tree = root.addChildren([
  auth,
  resetPassword,
  members.addChildren([shell.addChildren([...shellScreens, ...adminScreens])]),
]);

async function fetchForMember(client: QueryClient): Promise<void> {
  const user = await client.fetchQuery(currentUserQuery);
  if (user) await client.prefetchQuery(newestResources);
}

/** Every address of the app (NAV-01 to NAV-05). Parameters of queries are plain text, repeated for lists. */
export function createPortalRouter(client: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { client },
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingComponent: LoadingScreen,
    defaultErrorComponent: FailedScreen,
    defaultNotFoundComponent: NotFoundScreen,
    notFoundMode: 'root',
  });
}
