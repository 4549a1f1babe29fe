import { createRoute } from '@tanstack/react-router';
import { screen } from '../../platform/screen.ts';
import { shell } from '../../shell/layouts.tsx';

export const overviewRoute = createRoute({
  getParentRoute: () => shell,
  path: '/admin-dashboard/overview',
  ...screen('OverviewScreen', () => import('./OverviewScreen.tsx')),
});
