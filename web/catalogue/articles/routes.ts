import { createRoute } from '@tanstack/react-router';
import { loadForMember } from '#web/identity/accounts/loader.ts';
import { screen } from '#web/platform/screen.ts';
import { shell } from '#web/shell/layouts.tsx';
import { resourceQuery } from '../catalogue/api.ts';
import { resourceIdOf } from '../catalogue/display.ts';
import { articleQuery } from './api.ts';

export const articleRoute = createRoute({
  getParentRoute: () => shell,
  path: '/resource/$id/article',
  ...screen('ArticleScreen', () => import('./ArticleScreen.tsx')),
  loader: ({ context, params }) => {
    const id = resourceIdOf(params.id);
    if (id === null) return;
    return loadForMember(context, async (client) => {
      await Promise.all([client.prefetchQuery(resourceQuery(id)), client.prefetchQuery(articleQuery(id))]);
    });
  },
});
