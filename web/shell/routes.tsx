import { createRoute, Navigate } from '@tanstack/react-router';
import { arrivalParameters } from '../pages/storefront/arrival-display.ts';
import { screen } from '../platform/screen.ts';
import { choice, exactText, ownPath, pageSearch, type Search } from '../platform/search.ts';
import { adminSearch } from './admin-tabs.ts';
import { root, shell } from './layouts.tsx';
import { AuthPage } from './SignIn.tsx';

export const authRoute = createRoute({
  getParentRoute: () => root,
  path: '/auth',
  validateSearch: pageSearch({
    view: choice(['forgot-password', 'code', 'register', 'company', 'link', 'switch', 'emergency']),
    next: ownPath,
    email: exactText,
    ...arrivalParameters,
  }).validateSearch,
  component: AuthPage,
});

const adminDashboard = createRoute({
  getParentRoute: () => shell,
  path: '/admin-dashboard',
  validateSearch: adminSearch,
  ...screen('AdminScreen', () => import('./AdminScreen.tsx')),
});

/** The admin dashboard's second path (ADM-01), which redirects to the first with tab, search and filters. */
const admin = createRoute({
  getParentRoute: () => shell,
  path: '/admin',
  validateSearch: adminSearch,
  component: () => <Navigate from="/admin" to="/admin-dashboard" search={(given) => given} replace />,
});

/**
 * Former paths of screens that are now views of tabs. Each redirects to its view; the import's keeps its parameters.
 */
const formerImport = createRoute({
  getParentRoute: () => shell,
  path: '/admin-dashboard/import',
  validateSearch: (given: Search) => adminSearch({ ...given, tab: 'resources', view: 'import' }),
  component: () => <Navigate from="/admin-dashboard/import" to="/admin-dashboard" search={(given) => given} replace />,
});
const formerNeeds = createRoute({
  getParentRoute: () => shell,
  path: '/admin-dashboard/needs',
  component: () => <Navigate to="/admin-dashboard" search={{ tab: 'analytics', view: 'needs' }} replace />,
});

export const adminRoutes = [adminDashboard, admin, formerImport, formerNeeds] as const;
