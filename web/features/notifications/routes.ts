import { createRoute } from '@tanstack/react-router';
import { screen } from '../../platform/screen.ts';
import { root } from '../../shell/layouts.tsx';

export const unsubscribeRoute = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe',
  ...screen('UnsubscribeScreen', () => import('./UnsubscribeScreen.tsx')),
});
