import { createRoute } from '@tanstack/react-router';
import { loadAccessTo } from '../../commerce/access/api.ts';
import { loadForMember } from '../../identity/accounts/loader.ts';
import { savedIdsQuery } from '../../learning/library/api.ts';
import { screen } from '../../platform/screen.ts';
import { shell } from '../../shell/layouts.tsx';
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
