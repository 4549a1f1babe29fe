import type { Feature } from '#server/app/feature.ts';
import { publicBadgeRoutes } from './public-routes.ts';
import { badgeRoutes } from './routes.ts';

const hour = 3_600;

export const badges: Feature = {
  routes: (app, services) => {
    const { publicUrl, limitFactor, networkLimitFactor } = services.env;
    const windowSeconds = hour;
    badgeRoutes(app, {
      ...services,
      publicUrl,
      limits: {
        // Each badge takes a place in a status list for ever.
        issues: { name: 'badge-issues', max: 10 * limitFactor, windowSeconds: 24 * hour },
        pictures: { name: 'badge-pictures', max: 60 * limitFactor, windowSeconds },
      },
    });
    publicBadgeRoutes(app, {
      ...services,
      publicUrl,
      limits: {
        // The counter of the page that checks certificates by their codes.
        wrongCodes: { name: 'certificate-codes', max: 60 * networkLimitFactor, windowSeconds },
        pictures: { name: 'shared-badge-pictures', max: 120 * networkLimitFactor, windowSeconds },
        checks: { name: 'badge-checks', max: 60 * networkLimitFactor, windowSeconds },
      },
    });
  },
};
