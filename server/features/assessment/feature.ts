import type { Feature } from '#server/feature.ts';
import { assessmentLimits, assessmentRoutes } from './routes.ts';

export const assessment: Feature = {
  routes: (app, { env, database, limiter, settings, contents, printedBrand, catalogueVersion: version }) => {
    assessmentRoutes(app, {
      database,
      version,
      limiter,
      limits: assessmentLimits(env),
      settings,
      contents,
      printedBrand,
    });
  },
};
