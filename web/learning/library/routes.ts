import { createRoute } from '@tanstack/react-router';
import { loadForMember } from '#web/identity/accounts/loader.ts';
import { screen } from '#web/platform/screen.ts';
import { choice, pageSearch, whole } from '#web/platform/search.ts';
import { members, shell } from '#web/shell/layouts.tsx';
import { assignedQuery, savedIdsQuery, savedQuery, shelfCountsQuery, shelfQuery } from './api.ts';

import { savedSearch, shelfSearch } from './shelf-display.ts';

const myResources = createRoute({
  getParentRoute: () => shell,
  path: '/my-resources',
  validateSearch: shelfSearch.validateSearch,
  ...screen('MyResourcesScreen', () => import('./MyResourcesScreen.tsx')),
  loader: ({ context, location }) => {
    const { tab, page } = shelfSearch.read(location.search);
    return loadForMember(context, async (client) => {
      await Promise.all([
        client.prefetchQuery(shelfQuery(tab, page)),
        client.prefetchQuery(shelfCountsQuery),
        client.prefetchQuery(assignedQuery),
      ]);
    });
  },
});

const saved = createRoute({
  getParentRoute: () => shell,
  path: '/my-resources/saved',
  validateSearch: savedSearch.validateSearch,
  ...screen('SavedScreen', () => import('./SavedScreen.tsx')),
  loader: ({ context, location }) =>
    loadForMember(context, async (client) => {
      const { page } = savedSearch.read(location.search);
      await Promise.all([client.prefetchQuery(savedQuery(page)), client.prefetchQuery(savedIdsQuery)]);
    }),
});

export const libraryRoutes = [myResources, saved] as const;

export const viewerRoute = createRoute({
  getParentRoute: () => members,
  path: '/resource/$id/read',
  validateSearch: pageSearch({ page: whole(), as: choice(['text']) }).validateSearch,
  ...screen('ViewerScreen', () => import('./viewer/ViewerScreen.tsx')),
});
