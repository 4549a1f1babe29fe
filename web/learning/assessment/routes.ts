import { environmentManager } from '@tanstack/react-query';
import { createRoute, notFound } from '@tanstack/react-router';
import { loadForMember } from '#web/identity/accounts/loader.ts';
import { portalConfigQuery } from '#web/platform/config.ts';
import { screen } from '#web/platform/screen.ts';
import { exactText, pageSearch } from '#web/platform/search.ts';
import { assessmentLayout, members, root, shell } from '#web/shell/layouts.tsx';
import { historyQuery, ownAssessmentQuery, resultQuery } from './plan-api.ts';
import { publicAssessmentQuery } from './visitor-api.ts';
import { visitorSearch } from './visitor-display.ts';

export const publicAssessmentRoute = createRoute({
  getParentRoute: () => root,
  path: '/assessment',
  validateSearch: visitorSearch.validateSearch,
  ...screen('PublicAssessmentScreen', () => import('./PublicAssessmentScreen.tsx')),
  loader: async ({ context: { client } }) => {
    const { assessmentIsPublic } = await client.fetchQuery(portalConfigQuery);
    if (!assessmentIsPublic) throw notFound();
    await client.prefetchQuery(publicAssessmentQuery);
  },
});

export const keepResultRoute = createRoute({
  getParentRoute: () => shell,
  path: '/assessment/keep',
  ...screen('KeepResultScreen', () => import('./KeepResultScreen.tsx')),
});

export const planRoute = createRoute({
  getParentRoute: () => shell,
  path: '/my-plan',
  ...screen('MyPlanScreen', () => import('./MyPlanScreen.tsx')),
  loader: ({ context }) =>
    loadForMember(context, async (client) => {
      const { latest } = await client.fetchQuery(ownAssessmentQuery);
      if (latest) {
        await Promise.all([client.prefetchQuery(resultQuery(latest.id)), client.prefetchQuery(historyQuery(1))]);
      }
    }),
});

export const assessmentRoute = createRoute({
  getParentRoute: () => assessmentLayout,
  path: '/tools/responsible-ai-assessment',
  validateSearch: pageSearch({ attempt: exactText }).validateSearch,
  ...screen('AssessmentScreen', () => import('./AssessmentScreen.tsx')),
});

export const roundRoute = createRoute({
  getParentRoute: () => shell,
  path: '/organisation/assessment/$roundId',
  ...screen('RoundScreen', () => import('./rounds/RoundScreen.tsx')),
  // On the server alone, for the status of the page.
  loader: async ({ context: { client }, params }) => {
    if (!environmentManager.isServer()) return;
    const { loadResults } = await import('./rounds/page-api.ts');
    await loadResults(client, Number(params.roundId));
  },
});

export const roundAnswersRoute = createRoute({
  getParentRoute: () => members,
  path: '/organisation/assessment/$roundId/answers',
  ...screen('RoundAnswersScreen', () => import('./rounds/RoundAnswersScreen.tsx')),
  // On the server alone, for the status of the page.
  loader: async ({ context: { client }, params }) => {
    if (!environmentManager.isServer()) return;
    const { loadSheet } = await import('./rounds/page-api.ts');
    await loadSheet(client, Number(params.roundId));
  },
});
