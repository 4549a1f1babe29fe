import { createRoute } from '@tanstack/react-router';
import { screen } from '#web/platform/screen.ts';
import { shell } from '#web/shell/layouts.tsx';

export const myLearningRoute = createRoute({
  getParentRoute: () => shell,
  path: '/organisation/my-learning',
  ...screen('MyLearningScreen', () => import('./MyLearningScreen.tsx')),
});
