import { createRoute } from '@tanstack/react-router';
import { screen } from '../../platform/screen.ts';
import { shell } from '../../shell/layouts.tsx';

export const developersRoute = createRoute({
  getParentRoute: () => shell,
  path: '/admin-dashboard/developers',
  ...screen('DevelopersScreen', () => import('./DevelopersScreen.tsx')),
});
