import { environmentManager, type QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, Outlet, useSearch } from '@tanstack/react-router';
import { currentUserQuery } from '../identity/accounts/api.ts';
import { everything, newestPublicResources, publicCounts } from '../pages/storefront/api.ts';
import { portalConfigQuery } from '../platform/config.ts';
import { exactText, pageSearch } from '../platform/search.ts';
import { MemberShell } from './MemberShell.tsx';
import { MembersOnly } from './MembersOnly.tsx';
import { Root } from './Root.tsx';

export type RouterContext = {
  client: QueryClient;
  /** Whether the server rendered this page and the browser hydrates it. */
  isDrawn: boolean;
};

/** Root of every screen. Screens of visitors are its direct children. */
export const root = createRootRouteWithContext<RouterContext>()({
  component: Root,
  // The server redirects here with the outcome of a sign-in by a provider, and the connection to it.
  validateSearch: pageSearch({ outcome: exactText, connection: exactText }).validateSearch,
  // Configuration and user are requested before the router starts (entry-server.ts, main.tsx). Another request would
  // repeat a call that failed (NAV-06).
  loader: async ({ context: { client } }) => {
    if (!environmentManager.isServer()) return;
    const isVisitor = client.getQueryData(currentUserQuery.queryKey) === null;
    if (!isVisitor || !client.getQueryData(portalConfigQuery.queryKey)?.catalogueIsPublic) return;
    // Visitors see the sign-in screen, which shows these data (AUTH-23).
    await Promise.all([client.prefetchQuery(publicCounts(everything)), client.prefetchQuery(newestPublicResources)]);
  },
});

/** Screens of members that fill the window. */
export const members = createRoute({ getParentRoute: () => root, id: 'members', component: MembersOnly });

/** Screens of members with sidebar and header. */
export const shell = createRoute({ getParentRoute: () => members, id: 'shell', component: MemberShell });

/** Results of the assessment have sidebar and header; its questions, at the same path, fill the window. */
export const assessmentLayout = createRoute({
  getParentRoute: () => members,
  id: 'assessment',
  component: AssessmentFrame,
});

function AssessmentFrame() {
  const { attempt } = useSearch({ from: '/members/assessment/tools/responsible-ai-assessment' });
  return attempt === undefined ? <Outlet /> : <MemberShell />;
}
