import type { Feature } from '#server/feature.ts';
import { certificateRoutes } from './certificate-routes.ts';
import { learningRoutes } from './routes.ts';

export const learning: Feature = {
  routes: (app, services) => {
    const { publicUrl, limitFactor } = services.env;
    const limits = { prints: { name: 'certificate-prints', max: 60 * limitFactor, windowSeconds: 3_600 } };
    learningRoutes(app, services);
    certificateRoutes(app, { ...services, limits, publicUrl });
  },
};
