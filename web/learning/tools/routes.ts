import { environmentManager } from '@tanstack/react-query';
import { createRoute } from '@tanstack/react-router';
import { loadForMember } from '#web/identity/accounts/loader.ts';
import { screen } from '#web/platform/screen.ts';
import { exactText, pageSearch } from '#web/platform/search.ts';
import { members, shell } from '#web/shell/layouts.tsx';

export const toolAccessRoute = createRoute({
  getParentRoute: () => shell,
  path: '/tools/access',
  validateSearch: pageSearch({ product: exactText }).validateSearch,
  ...screen('ToolAccessScreen', () => import('./ToolScreen.tsx')),
});

export const toolRoute = createRoute({
  getParentRoute: () => members,
  path: '/tools/$slug',
  ...screen('ToolScreen', () => import('./ToolScreen.tsx')),
  // On the server alone, for the status of the page: the screen asks for the token.
  loader: async ({ context, params: { slug } }) => {
    if (!environmentManager.isServer()) return;
    const { toolQuery } = await import('./api.ts');
    await loadForMember(context, (client) => client.prefetchQuery(toolQuery(slug)));
  },
});
