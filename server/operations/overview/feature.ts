import { getMemberSummary, getOverview, getUnderWay } from '#contract/operations/overview.endpoints.ts';
import { MemberSummary, Overview, UnderWay } from '#contract/operations/overview.ts';
import { IdParams } from '#contract/text.ts';
import type { Feature } from '#server/app/feature.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './actions.ts';
import { readOverview } from './flows.ts';

export const overview: Feature = {
  routes: (app, { env: { currency }, database, laneOf }) => {
    const { read, flow } = routesOf(app, database);
    flow(getOverview, { reply: Overview }, (ctx) => readOverview(ctx, { currency, laneOf }));
    read(getUnderWay, { reply: UnderWay }, (ctx) => actions.getUnderWay(ctx, laneOf));
    read(getMemberSummary, { params: IdParams, reply: MemberSummary }, (ctx, { params }) =>
      actions.getMemberSummary(ctx, params.id),
    );
  },
};
