import { createRoute } from '@tanstack/react-router';
import { screen } from '#web/platform/screen.ts';
import { members, shell } from '#web/shell/layouts.tsx';

export const portalSignInRoute = createRoute({
  getParentRoute: () => shell,
  path: '/admin-dashboard/sign-in',
  ...screen('PortalSignInScreen', () => import('./PortalSignInScreen.tsx')),
});

/** The end of a test, in a window of its own. */
export const connectionTestRoute = createRoute({
  getParentRoute: () => members,
  path: '/connection-test',
  ...screen('ConnectionTestScreen', () => import('./ConnectionTestScreen.tsx')),
});
