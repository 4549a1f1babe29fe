import { createRoute } from '@tanstack/react-router';
import { screen } from '../../platform/screen.ts';
import { members } from '../../shell/layouts.tsx';
import { checkSearch } from './check-search.ts';

export const checkRoute = createRoute({
  getParentRoute: () => members,
  path: '/resource/$id/check',
  validateSearch: checkSearch.validateSearch,
  ...screen('CheckScreen', () => import('./CheckScreen.tsx')),
});
