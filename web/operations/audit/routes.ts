import { createRoute } from '@tanstack/react-router';
import { screen } from '#web/platform/screen.ts';
import { pageSearch, text } from '#web/platform/search.ts';
import { shell } from '#web/shell/layouts.tsx';

export const auditRoute = createRoute({
  getParentRoute: () => shell,
  path: '/admin-dashboard/audit',
  validateSearch: pageSearch({ person: text }).validateSearch,
  ...screen('AuditScreen', () => import('./AuditScreen.tsx')),
});
