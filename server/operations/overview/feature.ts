import { getMemberSummary, getOverview, getUnderWay } from '#contract/operations/overview.endpoints.ts';
import type { Feature } from '#server/app/feature.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './actions.ts';
import { readOverview } from './flows.ts';

export const overview: Feature = {
  routes: (app, { env: { currency }, database, laneOf }) => {
    const { read, flow } = routesOf(app, database);
    flow(getOverview, (ctx) => readOverview(ctx, { currency, laneOf }));
    read(getUnderWay, (ctx) => actions.getUnderWay(ctx, laneOf));
    read(getMemberSummary, (ctx, { params }) => actions.getMemberSummary(ctx, params.id));
  },
};
