import { createRoute } from '@tanstack/react-router';
import { loadAccessTo } from '#web/commerce/access/api.ts';
import { loadForMember } from '#web/identity/accounts/loader.ts';
import { savedIdsQuery } from '#web/learning/library/api.ts';
import { screen } from '#web/platform/screen.ts';
import { shell } from '#web/shell/layouts.tsx';
import { browseClosest, browseCounts, browseResources } from './api.ts';
import { asksClosest, browseSearch } from './browse-display.ts';

export const browseRoute = createRoute({
  getParentRoute: () => shell,
  path: '/browse',
  validateSearch: browseSearch.validateSearch,
  ...screen(
    'BrowseScreen',
    () => import('./BrowseScreen.tsx'),
    async () => ({ title: 'Browse Resources', trail: [] }),
  ),
  loader: ({ context, location }) => {
    const query = browseSearch.read(location.search);
    return loadForMember(context, (client) =>
      Promise.all([
        client.fetchQuery(browseResources(query)).then(async (found) => {
          const closest = asksClosest(query, found) ? await client.fetchQuery(browseClosest(query)) : [];
          await Promise.all([loadAccessTo(client, found.items), loadAccessTo(client, closest)]);
        }),
        client.prefetchQuery(browseCounts(query)),
        client.prefetchQuery(savedIdsQuery),
      ]),
    );
  },
});
