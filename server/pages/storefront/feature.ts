import type { Feature } from '#server/app/feature.ts';
import { openStorefront } from './actions.ts';
import { certificateRoutes } from './certificate-routes.ts';
import { pageRoutes } from './page-routes.ts';
import { pictureRoutes } from './picture-routes.ts';
import { storefrontRoutes } from './routes.ts';

export const storefront: Feature = {
  routes: (app, services) => {
    const { env, limiter, payments, settings, catalogueVersion: version } = services;
    const { publicUrl, currency } = env;
    const options = {
      ...services,
      storefront: openStorefront({ version, settings, limiter, limitFactor: env.limitFactor, currency }),
      site: async () => {
        const { productName, publisherName: publisher } = await settings();
        return { publicUrl, productName, publisher, currency };
      },
      isOpen: async () => (await settings()).catalogueIsPublic,
      isAssessmentOpen: async () => (await settings()).assessmentIsPublic,
      // The sandbox of payments depends on the host of the request; without it, a page is the same on every host.
      hostOf: (request: { host: string }) => (payments?.sandbox ? request.host : new URL(publicUrl).host),
    };
    storefrontRoutes(app, options);
    pageRoutes(app, options);
    pictureRoutes(app, options);
    certificateRoutes(app, { ...options, networkLimitFactor: env.networkLimitFactor });
  },
};
