import { createRoute } from '@tanstack/react-router';
import { screen } from '#web/platform/screen.ts';
import { shell } from '#web/shell/layouts.tsx';

const developers = '/developers';

// One screen for both paths, because the first page of every screen would name a second file.
const settingsRoute = <Part extends '' | typeof developers>(part: Part) =>
  createRoute({
    getParentRoute: () => shell,
    path: `/admin-dashboard/settings${part}`,
    ...screen('PortalSettingsScreen', () => import('./PortalSettingsScreen.tsx')),
  });

export const portalSettingsRoute = settingsRoute('');
export const developersRoute = settingsRoute(developers);
