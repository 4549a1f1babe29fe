import { createRoute } from '@tanstack/react-router';
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
});
