import { createRoute } from '@tanstack/react-router';
import { screen } from '../../platform/screen.ts';
import { shell } from '../../shell/layouts.tsx';

export const importRoute = createRoute({
  getParentRoute: () => shell,
  path: '/admin-dashboard/import',
  ...screen('ImportScreen', () => import('./ImportScreen.tsx')),
});
