import { getPortalConfig } from '#contract/portal.endpoints.ts';
import { PortalConfig } from '#contract/portal.ts';
import type { Feature, RouteServices } from '#server/feature.ts';
import { portalOrigin } from '#server/platform/http/origin.ts';
import { routesOf } from '#server/platform/http/routes.ts';

const stripeScript = 'https://js.stripe.com/endive/stripe.js';
const sandboxPath = '/sandbox/payments';

export const portal: Feature = {
  routes: (app, services) => {
    const { visitors } = routesOf(app, services.database);
    visitors.read(getPortalConfig, { reply: PortalConfig }, async (_ctx, { request }) =>
      portalConfig(services, request.host),
    );
  },
};

/** What the web app needs to know before sign-in (BOOT-06). */
function portalConfig({ env, payments, identityProvider }: RouteServices, host: string): PortalConfig {
  return {
    payments: {
      publishableKey: payments?.publishableKey ?? null,
      apiBase: payments?.sandbox ? `${portalOrigin(env, host)}${sandboxPath}` : (payments?.apiBase ?? null),
      scriptUrl: payments?.sandbox ? `${sandboxPath}/v3/stripe.js` : payments && stripeScript,
      sandbox: payments?.sandbox ?? false,
    },
    currency: env.currency,
    productName: env.productName,
    passwordMin: env.passwordMin,
    googleSignIn: identityProvider !== null,
    supportEmail: env.support.email,
    termsUrl: env.support.termsUrl,
    privacyUrl: env.support.privacyUrl,
    publisher: env.support.publisher,
  };
}
