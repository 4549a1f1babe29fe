import { createRoute } from '@tanstack/react-router';
import { screen } from '#web/platform/screen.ts';
import { root } from '#web/shell/layouts.tsx';

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  ...screen('ResetPasswordScreen', () => import('./ResetPasswordScreen.tsx')),
});

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email',
  ...screen('VerifyEmailScreen', () => import('./VerifyEmailScreen.tsx')),
});

const confirmed = createRoute({
  getParentRoute: () => root,
  path: '/confirmed',
  ...screen('ConfirmedScreen', () => import('./ConfirmedScreen.tsx')),
});

export const signInRoutes = [resetPassword, verifyEmail, confirmed] as const;
