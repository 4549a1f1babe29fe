import type { Feature } from '#server/feature.ts';
import { assessmentLimits, assessmentRoutes } from './routes.ts';

export const assessment: Feature = {
  routes: (app, { env, database, limiter, catalogueVersion: version }) => {
    assessmentRoutes(app, {
      database,
      version,
      limiter,
      limits: assessmentLimits(env),
      productName: env.productName,
      isPublic: () => env.assessmentIsPublic,
      catalogueIsPublic: () => env.catalogueIsPublic,
    });
  },
};
