import { createRoute } from '@tanstack/react-router';
import { newestResources } from '#web/catalogue/catalogue/api.ts';
import { loadAccessTo } from '#web/commerce/access/api.ts';
import { loadForMember } from '#web/identity/accounts/loader.ts';
import { resultQuery } from '#web/learning/assessment/plan-api.ts';
import { savedIdsQuery, unfinishedQuery } from '#web/learning/library/api.ts';
import { screen } from '#web/platform/screen.ts';
import { shell } from '#web/shell/layouts.tsx';
import { dashboardQuery, idsOf } from './api.ts';

const load = () => import('./DashboardScreen.tsx');

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/',
  ...screen('DashboardScreen', load, async (client) =>
    (await (await load()).prepareParts(client)) ? { title: 'Dashboard', trail: [] } : null,
  ),
  loader: ({ context }) =>
    loadForMember(context, async (client) => {
      const others = [client.prefetchQuery(unfinishedQuery), client.prefetchQuery(savedIdsQuery)];
      const [shown, { items }] = await Promise.all([
        client.fetchQuery(dashboardQuery).catch(() => undefined),
        client.fetchQuery(newestResources),
      ]);
      const latest = shown?.assessment.latest;
      await Promise.all([
        ...others,
        loadAccessTo(
          client,
          idsOf(shown, items).map((id) => ({ id })),
        ),
        latest && client.prefetchQuery(resultQuery(latest.id)),
      ]);
    }),
});

export const dashboardRoutes = [dashboard] as const;
