import { getOverview } from '#contract/overview.endpoints.ts';
import { Overview } from '#contract/overview.ts';
import type { Feature } from '#server/feature.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { readOverview } from './flows.ts';

export const overview: Feature = {
  routes: (app, { env: { currency }, database, laneOf }) => {
    const { flow } = routesOf(app, database);
    flow(getOverview, { reply: Overview }, (ctx) => readOverview(ctx, { currency, laneOf }));
  },
};
