import { createRoute } from '@tanstack/react-router';
import type { ResourceType } from '#contract/catalogue/catalogue.ts';
import { screen } from '#web/platform/screen.ts';
import { members } from '#web/shell/layouts.tsx';

export const publishingRoutes = [
  createRoute({
    getParentRoute: () => members,
    path: '/admin-dashboard/resources/new',
    // The screen checks the type itself, so that the first page of members loads nothing of it.
    validateSearch: ({ type }: { type?: ResourceType }) => ({ type }),
    ...screen('NewResourceScreen', () => import('./NewResourceScreen.tsx')),
  }),
  createRoute({
    getParentRoute: () => members,
    path: '/admin-dashboard/resources/$id/edit',
    validateSearch: (given: { section?: 'check' }) => given,
    ...screen('EditResourceScreen', () => import('./EditResourceScreen.tsx')),
  }),
] as const;
