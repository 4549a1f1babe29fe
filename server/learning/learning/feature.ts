import type { Feature } from '#server/app/feature.ts';
import { certificateRoutes } from './certificate-routes.ts';
import { completionRoutes } from './completion-routes.ts';
import { evidenceRoutes } from './evidence-routes.ts';
import { learningRoutes } from './routes.ts';

const hour = 3_600;

export const learning: Feature = {
  routes: (app, services) => {
    const { publicUrl, limitFactor } = services.env;
    const limits = {
      prints: { name: 'certificate-prints', max: 60 * limitFactor, windowSeconds: hour },
      packs: { name: 'evidence-packs', max: 20 * limitFactor, windowSeconds: hour },
    };
    learningRoutes(app, services);
    completionRoutes(app, services);
    certificateRoutes(app, { ...services, limits, publicUrl });
    evidenceRoutes(app, { ...services, limits });
  },
};
