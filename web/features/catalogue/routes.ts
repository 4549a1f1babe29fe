import { environmentManager } from '@tanstack/react-query';
import { createRoute } from '@tanstack/react-router';
import { screen } from '../../platform/screen.ts';
import { shell } from '../../shell/layouts.tsx';
import { accessQuery, loadAccessTo } from '../access/api.ts';
import { loadForMember } from '../accounts/loader.ts';
import { savedIdsQuery } from '../library/api.ts';
import { relatedResources, resourceQuery } from './api.ts';
import { detailSearch, resourceIdOf } from './display.ts';

const detail = createRoute({
  getParentRoute: () => shell,
  path: '/resource/$id',
  validateSearch: detailSearch.validateSearch,
  ...screen('DetailScreen', () => import('./DetailScreen.tsx')),
  loader: ({ context, params, location }) => {
    const id = resourceIdOf(params.id);
    if (id === null) return;
    const isPreview = detailSearch.read(location.search).preview !== null;
    return loadForMember(context, async (client) => {
      const { bundle } = await client.fetchQuery(resourceQuery(id));
      // In a browser the parts of the screen ask for these themselves, once the resource is known to exist.
      if (!environmentManager.isServer()) return;
      await Promise.all([
        ...(isPreview ? [] : [client.prefetchQuery(accessQuery(id))]),
        client.prefetchQuery(savedIdsQuery),
        ...(isPreview || !bundle ? [] : [loadAccessTo(client, bundle.parts)]),
        client.fetchQuery(relatedResources(id)).then((related) => loadAccessTo(client, related)),
      ]);
    });
  },
});

export const catalogueRoutes = [detail] as const;
