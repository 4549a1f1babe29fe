import { createRoute } from '@tanstack/react-router';
import { screen } from '#web/platform/screen.ts';
import type { Search } from '#web/platform/search.ts';
import { shell } from '#web/shell/layouts.tsx';
import { ordersOfList, organisationsList, peopleOfList } from './admin/display.ts';
import { organisationList } from './display.ts';

export const organisationRoute = createRoute({
  getParentRoute: () => shell,
  path: '/organisation',
  validateSearch: organisationList.validateSearch,
  ...screen('OrganisationScreen', () => import('./OrganisationScreen.tsx')),
});

export const planOrderRoute = createRoute({
  getParentRoute: () => shell,
  path: '/organisation/order',
  ...screen('PlanOrderScreen', () => import('./PlanOrderScreen.tsx')),
});

export const invitationRoute = createRoute({
  getParentRoute: () => shell,
  path: '/invitation',
  ...screen('InvitationScreen', () => import('./InvitationScreen.tsx')),
});

export const organisationAdminRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/admin-dashboard/organisations',
    validateSearch: organisationsList.validateSearch,
    ...screen('OrganisationsScreen', () => import('./admin/OrganisationsScreen.tsx')),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/admin-dashboard/organisations/$id',
    validateSearch: (search: Search) => ({
      ...peopleOfList.validateSearch(search),
      ...ordersOfList.validateSearch(search),
    }),
    ...screen('AdminOrganisationScreen', () => import('./admin/AdminOrganisationScreen.tsx')),
  }),
] as const;
