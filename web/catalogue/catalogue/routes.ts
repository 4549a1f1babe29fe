import { environmentManager, type QueryClient } from '@tanstack/react-query';
import { createRoute } from '@tanstack/react-router';
import { accessQuery, loadAccessTo, onlineProductQuery } from '#web/commerce/access/api.ts';
import { loadForMember } from '#web/identity/accounts/loader.ts';
import { progressQuery, savedIdsQuery } from '#web/learning/library/api.ts';
import { screen } from '#web/platform/screen.ts';
import { shell } from '#web/shell/layouts.tsx';
import { relatedResources, resourceQuery } from './api.ts';
import { detailSearch, resourceIdOf } from './display.ts';
import { resourcePage } from './resource-page.ts';

const detail = createRoute({
  getParentRoute: () => shell,
  path: '/resource/$id',
  validateSearch: detailSearch.validateSearch,
  ...screen('DetailScreen', () => import('./DetailScreen.tsx'), resourcePage),
  loader: ({ context, params, location }) => {
    const id = resourceIdOf(params.id);
    if (id === null) return;
    const isPreview = detailSearch.read(location.search).preview !== null;
    return loadForMember(context, async (client) => {
      const { bundle, onlineProductId } = await client.fetchQuery(resourceQuery(id));
      // In a browser the parts of the screen request these themselves, once the resource is known to exist.
      if (!environmentManager.isServer()) return;
      await Promise.all([
        ...(isPreview ? [] : [loadOwn(client, id)]),
        onlineProductId && client.prefetchQuery(onlineProductQuery(onlineProductId)),
        client.prefetchQuery(savedIdsQuery),
        ...(isPreview || !bundle ? [] : [loadAccessTo(client, bundle.parts)]),
        client.fetchQuery(relatedResources(id)).then((related) => loadAccessTo(client, related)),
      ]);
    });
  },
});

/** Loads the member's access to the resource, and the progress if there is access. */
async function loadOwn(client: QueryClient, id: number): Promise<void> {
  const access = await client.fetchQuery(accessQuery(id));
  if (access.hasAccess) await client.prefetchQuery(progressQuery(id));
}

export const catalogueRoutes = [detail] as const;
