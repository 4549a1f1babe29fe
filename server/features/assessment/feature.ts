import type { Feature } from '#server/feature.ts';
import { assessmentLimits, assessmentRoutes } from './routes.ts';

export const assessment: Feature = {
  routes: (app, { env, database, limiter, catalogueVersion: version }) => {
    const limits = assessmentLimits(env.limitFactor);
    assessmentRoutes(app, { database, version, limiter, limits, productName: env.productName });
  },
};
