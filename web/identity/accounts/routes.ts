import { createRoute } from '@tanstack/react-router';
import { screen } from '#web/platform/screen.ts';
import { shell } from '#web/shell/layouts.tsx';
import { signInsQuery } from '../sign-in/session-api.ts';
import { loadForMember } from './loader.ts';

const profile = createRoute({
  getParentRoute: () => shell,
  path: '/profile',
  ...screen('ProfileScreen', () => import('./ProfileScreen.tsx')),
});

const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  ...screen('SettingsScreen', () => import('./SettingsScreen.tsx')),
  loader: ({ context }) => loadForMember(context, (client) => client.prefetchQuery(signInsQuery)),
});

export const accountRoutes = [profile, settings] as const;
