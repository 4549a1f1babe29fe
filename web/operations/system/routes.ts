import { createRoute } from '@tanstack/react-router';
import { screen } from '#web/platform/screen.ts';
import { shell } from '#web/shell/layouts.tsx';

export const systemRoute = createRoute({
  getParentRoute: () => shell,
  path: '/admin-dashboard/system',
  ...screen('SystemScreen', () => import('./SystemScreen.tsx')),
});
