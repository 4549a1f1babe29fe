import { createRoute } from '@tanstack/react-router';
import { screen } from '#web/platform/screen.ts';
import { shell } from '#web/shell/layouts.tsx';
import { figureSearch } from './figure-search-display.ts';

export const figuresRoute = createRoute({
  getParentRoute: () => shell,
  path: '/admin-dashboard/figures',
  validateSearch: figureSearch.validateSearch,
  ...screen('FigureScreen', () => import('./FigureScreen.tsx')),
});
