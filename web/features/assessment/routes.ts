import { createRoute } from '@tanstack/react-router';
import { screen } from '../../platform/screen.ts';
import { exactText, pageSearch } from '../../platform/search.ts';
import { assessmentLayout, shell } from '../../shell/layouts.tsx';

export const assessmentRoute = createRoute({
  getParentRoute: () => assessmentLayout,
  path: '/tools/responsible-ai-assessment',
  validateSearch: pageSearch({ attempt: exactText }).validateSearch,
  ...screen('AssessmentScreen', () => import('./AssessmentScreen.tsx')),
});

export const needsRoute = createRoute({
  getParentRoute: () => shell,
  path: '/admin-dashboard/needs',
  ...screen('NeedsScreen', () => import('./admin/NeedsScreen.tsx')),
});
