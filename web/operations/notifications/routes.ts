import { createRoute } from '@tanstack/react-router';
import { screen } from '#web/platform/screen.ts';
import { root, shell } from '#web/shell/layouts.tsx';
import { newsList } from './display.ts';

export const unsubscribeRoute = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe',
  ...screen('UnsubscribeScreen', () => import('./UnsubscribeScreen.tsx')),
});

export const newsRoute = createRoute({
  getParentRoute: () => shell,
  path: '/admin-dashboard/news',
  validateSearch: newsList.validateSearch,
  ...screen('NewsScreen', () => import('./admin/NewsScreen.tsx')),
});
