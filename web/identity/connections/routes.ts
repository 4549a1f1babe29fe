import { createRoute } from '@tanstack/react-router';
import { screen } from '../../platform/screen.ts';
import { members, shell } from '../../shell/layouts.tsx';
import { connectionSearch } from './list-display.ts';

export const portalSignInRoute = createRoute({
  getParentRoute: () => shell,
  path: '/admin-dashboard/sign-in',
  validateSearch: connectionSearch.validateSearch,
  ...screen('PortalSignInScreen', () => import('./PortalSignInScreen.tsx')),
});

/** The end of a test, in a window of its own. */
export const connectionTestRoute = createRoute({
  getParentRoute: () => members,
  path: '/connection-test',
  validateSearch: connectionSearch.validateSearch,
  ...screen('ConnectionTestScreen', () => import('./ConnectionTestScreen.tsx')),
});
