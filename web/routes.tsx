import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { articleRoute } from './catalogue/articles/routes.ts';
import { catalogueRoutes } from './catalogue/catalogue/routes.ts';
import { contentRoute } from './catalogue/content/routes.ts';
import { publishingRoutes } from './catalogue/publishing/routes.ts';
import { browseRoute } from './catalogue/search/routes.ts';
import { billingRoutes } from './commerce/billing/routes.ts';
import { purchaseRoutes } from './commerce/purchases/routes.ts';
import { subscribeRoute } from './commerce/subscriptions/routes.ts';
import { currentUserQuery } from './identity/accounts/api.ts';
import { accountRoutes } from './identity/accounts/routes.ts';
import { assistantRequestRoute } from './identity/assistants/routes.ts';
import { connectionTestRoute, portalSignInRoute } from './identity/connections/routes.ts';
import { developersRoute, portalSettingsRoute } from './identity/settings/routes.ts';
import { signInRoutes } from './identity/sign-in/routes.ts';
import {
  assessmentRoute,
  keepResultRoute,
  planRoute,
  publicAssessmentRoute,
  roundAnswersRoute,
  roundRoute,
} from './learning/assessment/routes.ts';
import { checkRoute } from './learning/checks/routes.ts';
import { myLearningRoute } from './learning/learning/routes.ts';
import { libraryRoutes, viewerRoute } from './learning/library/routes.ts';
import { toolAccessRoute, toolRoute } from './learning/tools/routes.ts';
import { figuresRoute } from './operations/analytics/routes.ts';
import { auditRoute } from './operations/audit/routes.ts';
import { newsRoute, unsubscribeRoute } from './operations/notifications/routes.ts';
import { memberRoute, overviewRoute } from './operations/overview/routes.ts';
import { systemRoute } from './operations/system/routes.ts';
import {
  invitationRoute,
  organisationAdminRoutes,
  organisationRoute,
  planOrderRoute,
} from './organisations/organisations/routes.ts';
import { dashboardRoutes } from './pages/dashboard/routes.ts';
import { storefrontRoutes } from './pages/storefront/routes.ts';
import { noPage, type Page } from './platform/page.ts';
import { parseSearch, stringifySearch } from './platform/search.ts';
import { FailedScreen } from './shell/FailedScreen.tsx';
import { assessmentLayout, members, root, shell } from './shell/layouts.tsx';
import { NotFoundScreen } from './shell/NotFoundScreen.tsx';
import { PendingScreen } from './shell/PendingScreen.tsx';
import { adminRoutes, authRoute } from './shell/routes.tsx';
import { preloadSignIn } from './shell/SignIn.tsx';

const tree = root.addChildren([
  authRoute,
  ...signInRoutes,
  unsubscribeRoute,
  ...storefrontRoutes,
  publicAssessmentRoute,
  members.addChildren([
    shell.addChildren([
      ...dashboardRoutes,
      ...catalogueRoutes,
      browseRoute,
      articleRoute,
      ...libraryRoutes,
      ...billingRoutes,
      ...accountRoutes,
      organisationRoute,
      planOrderRoute,
      roundRoute,
      myLearningRoute,
      invitationRoute,
      toolAccessRoute,
      ...adminRoutes,
      overviewRoute,
      memberRoute,
      ...organisationAdminRoutes,
      keepResultRoute,
      planRoute,
      auditRoute,
      contentRoute,
      portalSettingsRoute,
      developersRoute,
      portalSignInRoute,
      systemRoute,
      figuresRoute,
      newsRoute,
    ]),
    assessmentLayout.addChildren([assessmentRoute]),
    connectionTestRoute,
    assistantRequestRoute,
    roundAnswersRoute,
    toolRoute,
    viewerRoute,
    checkRoute,
    ...publishingRoutes,
    ...purchaseRoutes,
    subscribeRoute,
  ]),
]);

/**
 * Makes the router with every path of the app (NAV-01 to NAV-05). Query parameters are plain text, repeated for lists.
 */
export function createPortalRouter(client: QueryClient, options: { history?: RouterHistory; isDrawn: boolean }) {
  const { history, isDrawn } = options;
  const router = createRouter({
    routeTree: tree,
    context: { client, isDrawn },
    history,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    // Each page has one path (NAV-04).
    caseSensitive: true,
    defaultPreload: 'intent',
    defaultPendingComponent: PendingScreen,
    defaultPendingMs: 100,
    // By default the router keeps the pending screen for half a second; even on a slow line most screens arrive sooner.
    defaultPendingMinMs: 0,
    defaultErrorComponent: FailedScreen,
    defaultNotFoundComponent: NotFoundScreen,
    notFoundMode: 'root',
  });
  // A screen that failed repeats its calls when the member comes back to it.
  router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
    if (fromLocation) client.removeQueries({ type: 'inactive', predicate: (query) => query.state.status === 'error' });
  });
  return router;
}

/** Whether the URL shows the sign-in screen to a visitor: /auth does, and so does each path of members. */
export function showsSignIn(router: PortalRouter, client: QueryClient): boolean {
  const isVisitor = client.getQueryData(currentUserQuery.queryKey) === null;
  const signIn: string[] = [authRoute.id, members.id];
  return isVisitor && router.matchRoutes(router.latestLocation).some(({ routeId }) => signIn.includes(routeId));
}

/**
 * Whether the server renders the sign-in screen. The browser renders its other views, because they load code of their
 * own.
 */
export function drawsSignIn(router: PortalRouter, client: QueryClient): boolean {
  const { view, email } = router.latestLocation.search;
  return showsSignIn(router, client) && !email && (view === undefined || view === 'register');
}

type PortalRouter = ReturnType<typeof createPortalRouter>;

/** Whether the server renders the screen of a member at this URL. */
export function drawsScreen(router: PortalRouter, client: QueryClient): boolean {
  return Boolean(client.getQueryData(currentUserQuery.queryKey) && leafOf(router)?.staticData.prepare);
}

/**
 * Loads everything needed to render or hydrate the screen of this URL completely.
 * @returns the page's title and trail; null when its data are missing
 */
export async function prepare(router: PortalRouter, client: QueryClient): Promise<Page | null> {
  if (showsSignIn(router, client)) {
    await preloadSignIn();
    return noPage;
  }
  const leaf = leafOf(router);
  return (await leaf?.staticData.prepare?.(client, leaf.params)) ?? null;
}

/** Returns the innermost route of the URL, which has the screen. */
export function leafOf(router: PortalRouter) {
  return router.matchRoutes(router.latestLocation).at(-1);
}

/** Whether no page can be at this URL: no route matches, an id is invalid, or the loader found nothing. */
export function isUnknown(router: PortalRouter): boolean {
  const { pathname } = router.latestLocation;
  const [, params, route] = router.getMatchedRoutes(pathname);
  // For a path below a page the router matches that page, with the rest in `**`.
  const isNowhere = route ? route.path !== '/' && params['**'] !== undefined : pathname !== '/';
  const isId = (value: unknown) => /^[1-9]\d{0,9}$/.test(String(value)) && Number(value) <= 2_147_483_647;
  const isWrong = Object.entries(params).some(([name, value]) => /(^i|I)d$/.test(name) && !isId(value));
  return isWrong || isNowhere || router.state.matches.some(({ status }) => status === 'notFound');
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}
