import { createRoute } from '@tanstack/react-router';
import type { ResourceType } from '#contract/catalogue/catalogue.ts';
import { screen } from '../../platform/screen.ts';
import { members } from '../../shell/layouts.tsx';

export const publishingRoutes = [
  createRoute({
    getParentRoute: () => members,
    path: '/admin-dashboard/resources/new',
    // The screen checks the type: nothing of it is in the first page that members load.
    validateSearch: ({ type }: { type?: ResourceType }) => ({ type }),
    ...screen('NewResourceScreen', () => import('./NewResourceScreen.tsx')),
  }),
  createRoute({
    getParentRoute: () => members,
    path: '/admin-dashboard/resources/$id/edit',
    ...screen('EditResourceScreen', () => import('./EditResourceScreen.tsx')),
  }),
] as const;
