import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { PortalConfig } from '#contract/portal.ts';
import type { Env } from './env.ts';
import { actorOf } from './features/accounts/actions.ts';
import { accountLimits } from './features/accounts/limits.ts';
import { accountRoutes, sessionCookie } from './features/accounts/routes.ts';
import { fileAdminRoutes } from './features/files/admin-routes.ts';
import { uploadLimit } from './features/files/limits.ts';
import { fileRoutes } from './features/files/routes.ts';
import type { Blobs } from './platform/blobs.ts';
import type { Database } from './platform/db.ts';
import { createFrame } from './platform/http/frame.ts';
import { guardRoutes } from './platform/http/guard.ts';
import { createLimiter } from './platform/http/limits.ts';
import { describeApi } from './platform/http/openapi.ts';
import { portalRoutes } from './platform/http/portal-routes.ts';
import { serveWebApp } from './platform/http/web-app.ts';
import { mountStandIn, type StandIn } from './platform/stand-in.ts';

/** Everything the app is built from; tests give the same with stand-ins only for the outside world. */
export type Dependencies = {
  env: Env;
  database: Database;
  logger: FastifyBaseLogger;
  /** Where uploaded files live. */
  blobs: Blobs;
  /** How browsers pay; null when paid actions are off. */
  payments: { publishableKey: string; apiBase: string | null; sandbox: boolean } | null;
  standIns: StandIn[];
  /** The folder of the built web app. */
  webFolder: string;
};

/** Builds the HTTP app; it listens when its maker says so. */
export async function createApp(dependencies: Dependencies): Promise<FastifyInstance> {
  const { env, database, logger, payments, blobs } = dependencies;
  const { publicUrl, productName, passwordMin, support } = env;
  const secureCookie = publicUrl.startsWith('https:');
  const cookie = sessionCookie(secureCookie);
  const portal = { publicUrl, productName, supportEmail: support.email };
  const limiter = createLimiter(database);

  const app = await createFrame({
    logger,
    trustProxy: env.trustProxy,
    publicUrl,
    paymentOrigins: payments && !payments.sandbox ? ['https://js.stripe.com', 'https://api.stripe.com'] : [],
  });
  guardRoutes(app, {
    publicUrl,
    findActor: async (request) => {
      const secret = cookie.read(request);
      return secret ? actorOf(database.db, secret) : null;
    },
  });
  await describeApi(app, productName);
  portalRoutes(app, { database, config: (request) => portalConfig(dependencies, request.host) });
  const deps = { portal, limiter, limits: accountLimits(env.demo), passwordMin };
  accountRoutes(app, { database, deps, secureCookie });
  fileRoutes(app, { database, blobs });
  await fileAdminRoutes(app, { database, blobs, limiter, limit: uploadLimit(env.demo) });
  for (const standIn of dependencies.standIns) mountStandIn(app, standIn);
  await serveWebApp(app, dependencies.webFolder);
  return app;
}

function portalConfig({ env, payments }: Dependencies, host: string): PortalConfig {
  const ownOrigin = `${new URL(env.publicUrl).protocol}//${host}`;
  const apiBase = payments?.sandbox ? `${ownOrigin}/sandbox/payments` : (payments?.apiBase ?? null);
  return {
    payments: {
      publishableKey: payments?.publishableKey ?? null,
      apiBase,
      scriptUrl: payments?.sandbox
        ? '/sandbox/payments/v3/stripe.js'
        : payments && 'https://js.stripe.com/endive/stripe.js',
      sandbox: payments?.sandbox ?? false,
    },
    currency: env.currency,
    productName: env.productName,
    passwordMin: env.passwordMin,
    supportEmail: env.support.email,
    termsUrl: env.support.termsUrl,
    privacyUrl: env.support.privacyUrl,
    publisher: env.support.publisher,
  };
}
