import type { FastifyInstance } from 'fastify';
import { getPortalConfig } from '#contract/portal.endpoints.ts';
import { PortalConfig } from '#contract/portal.ts';
import type { RouteServices } from '#server/feature.ts';
import { portalOrigin } from '#server/platform/http/origin.ts';
import { routesOf } from '#server/platform/http/routes.ts';

const stripeScript = 'https://js.stripe.com/endive/stripe.js';
const sandboxPath = '/sandbox/payments';

/** What the web app must know before sign-in (BOOT-06). */
export function portalRoutes(app: FastifyInstance, services: RouteServices): void {
  const { visitors } = routesOf(app, services.database);
  visitors.read(getPortalConfig, { reply: PortalConfig }, async (_ctx, { request }) =>
    portalConfig(services, request.host),
  );
}

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
