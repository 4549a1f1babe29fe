import { createRoute } from '@tanstack/react-router';
import { screen } from '../../platform/screen.ts';
import { shell } from '../../shell/layouts.tsx';

export const portalSettingsRoute = createRoute({
  getParentRoute: () => shell,
  path: '/admin-dashboard/settings',
  ...screen('PortalSettingsScreen', () => import('./PortalSettingsScreen.tsx')),
});
