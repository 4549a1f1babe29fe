import { createRoute } from '@tanstack/react-router';
import { screen } from '../../platform/screen.ts';
import { pageSearch, text } from '../../platform/search.ts';
import { shell } from '../../shell/layouts.tsx';
import { peopleList } from './display.ts';

export const organisationRoute = createRoute({
  getParentRoute: () => shell,
  path: '/organisation',
  validateSearch: peopleList.validateSearch,
  ...screen('OrganisationScreen', () => import('./OrganisationScreen.tsx')),
});

export const invitationRoute = createRoute({
  getParentRoute: () => shell,
  path: '/invitation',
  validateSearch: pageSearch({ token: text }).validateSearch,
  ...screen('InvitationScreen', () => import('./InvitationScreen.tsx')),
});
