import { createRoute } from '@tanstack/react-router';
import { screen } from '../../platform/screen.ts';
import { shell } from '../../shell/layouts.tsx';
import { memberSearch } from '../access/admin/member-display.ts';

export const overviewRoute = createRoute({
  getParentRoute: () => shell,
  path: '/admin-dashboard/overview',
  ...screen('OverviewScreen', () => import('./OverviewScreen.tsx')),
});

export const memberRoute = createRoute({
  getParentRoute: () => shell,
  path: '/admin-dashboard/members/$id',
  validateSearch: memberSearch.validateSearch,
  ...screen('MemberScreen', () => import('./member/MemberScreen.tsx')),
});
