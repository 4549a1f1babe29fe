import { createRoute } from '@tanstack/react-router';
import { screen } from '#web/platform/screen.ts';
import { shell } from '#web/shell/layouts.tsx';

export const overviewRoute = createRoute({
  getParentRoute: () => shell,
  path: '/admin-dashboard/overview',
  ...screen('OverviewScreen', () => import('./OverviewScreen.tsx')),
});

export const memberRoute = createRoute({
  getParentRoute: () => shell,
  path: '/admin-dashboard/members/$id',
  // The screen reads its parameters itself, so that the first page of members loads nothing of it.
  ...screen('MemberScreen', () => import('./member/MemberScreen.tsx')),
});
