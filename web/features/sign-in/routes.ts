import { createRoute } from '@tanstack/react-router';
import { screen } from '../../platform/screen.ts';
import { root } from '../../shell/layouts.tsx';

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  ...screen('ResetPasswordScreen', () => import('./ResetPasswordScreen.tsx')),
});

const confirmed = createRoute({
  getParentRoute: () => root,
  path: '/confirmed',
  ...screen('ConfirmedScreen', () => import('./ConfirmedScreen.tsx')),
});

export const signInRoutes = [resetPassword, confirmed] as const;
