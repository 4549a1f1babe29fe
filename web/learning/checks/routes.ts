import { createRoute } from '@tanstack/react-router';
import { screen } from '#web/platform/screen.ts';
import { members } from '#web/shell/layouts.tsx';

type Given = { attempt?: number; question?: number; step?: 'summary' };

export const checkRoute = createRoute({
  getParentRoute: () => members,
  path: '/resource/$id/check',
  // The screen checks the parameters itself, so that the first page of members loads nothing of it.
  validateSearch: (given: Given) => given,
  ...screen('CheckScreen', () => import('./CheckScreen.tsx')),
});
