import { createRoute } from '@tanstack/react-router';
import { screen } from '#web/platform/screen.ts';
import { members } from '#web/shell/layouts.tsx';

/** The page on which a member decides about the request of an assistant (MCP-02). */
export const assistantRequestRoute = createRoute({
  getParentRoute: () => members,
  path: '/oauth/authorize',
  ...screen('ConsentScreen', () => import('./ConsentScreen.tsx')),
});
