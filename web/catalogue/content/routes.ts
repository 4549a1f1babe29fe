import { createRoute } from '@tanstack/react-router';
import { screen } from '#web/platform/screen.ts';
import { shell } from '#web/shell/layouts.tsx';

export const contentRoute = createRoute({
  getParentRoute: () => shell,
  path: '/admin-dashboard/content',
  ...screen('ContentScreen', () => import('./ContentScreen.tsx')),
});
