import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { OpenPage } from '#contract/first-page.ts';
import type { PortalConfig } from '#contract/portal.ts';
import type { Env } from './env.ts';
import { getAccess, requireAccess } from './features/access/actions.ts';
import { accessAdminRoutes } from './features/access/admin-routes.ts';
import { accessRoutes } from './features/access/routes.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { analyticsRoutes } from './features/analytics/routes.ts';
import { articleRoutes } from './features/articles/routes.ts';
import { assessmentLimits } from './features/assessment/limits.ts';
import { assessmentRoutes } from './features/assessment/routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { billingAdminRoutes } from './features/billing/admin-routes.ts';
import { billingRoutes, webhookRoutes } from './features/billing/routes.ts';
import { watchCatalogueVersion } from './features/catalogue/version-actions.ts';
import { fileAdminRoutes } from './features/files/admin-routes.ts';
import { uploadLimit } from './features/files/limits.ts';
import { fileRoutes } from './features/files/routes.ts';
import { importExportRoutes } from './features/imports/export-routes.ts';
import { importLimit } from './features/imports/limits.ts';
import { importRoutes } from './features/imports/routes.ts';
import { downloadLimits } from './features/library/limits.ts';
import { libraryRoutes } from './features/library/routes.ts';
import { savedRoutes } from './features/library/saved-routes.ts';
import { shelfRoutes } from './features/library/shelf-routes.ts';
import { notificationRoutes } from './features/notifications/routes.ts';
import { erasureRoutes } from './features/privacy/erasure-routes.ts';
import { exportRoutes } from './features/privacy/export-routes.ts';
import { privacyLimits } from './features/privacy/limits.ts';
import { productRoutes } from './features/products/routes.ts';
import { progressRoutes } from './features/progress/routes.ts';
import { promoAdminRoutes } from './features/promotions/admin-routes.ts';
import { promoLimits } from './features/promotions/limits.ts';
import { promoRoutes } from './features/promotions/routes.ts';
import { publishingRoutes } from './features/publishing/routes.ts';
import { isBought } from './features/purchases/actions.ts';
import { purchaseAdminRoutes } from './features/purchases/admin-routes.ts';
import { purchaseLimits } from './features/purchases/limits.ts';
import { purchaseRoutes } from './features/purchases/routes.ts';
import { searchRoutes } from './features/search/routes.ts';
import { signInAdminRoutes } from './features/sign-in/admin-routes.ts';
import { loadCommonPasswords } from './features/sign-in/common-passwords.ts';
import { signInLimits } from './features/sign-in/limits.ts';
import { providerRoutes } from './features/sign-in/provider-routes.ts';
import { sessionCookies, signInRoutes } from './features/sign-in/routes.ts';
import { actorOf } from './features/sign-in/session-actions.ts';
import { settingsRoutes } from './features/sign-in/settings-routes.ts';
import { subscriptionAdminRoutes } from './features/subscriptions/admin-routes.ts';
import { subscriptionLimits } from './features/subscriptions/limits.ts';
import { subscriptionRoutes } from './features/subscriptions/routes.ts';
import { toolLimits } from './features/tools/limits.ts';
import { outsideToolRoutes } from './features/tools/outside-routes.ts';
import { toolRoutes } from './features/tools/routes.ts';
import type { MemberContext } from './platform/context.ts';
import type { Database } from './platform/database/db.ts';
import type { Blobs } from './platform/files/blobs.ts';
import { guardRoutes } from './platform/http/guard.ts';
import { createLimiter } from './platform/http/limits.ts';
import { describeApi } from './platform/http/openapi.ts';
import { portalRoutes } from './platform/http/portal-routes.ts';
import { createFrame } from './platform/http/server.ts';
import { mountStandIn, type StandIn } from './platform/http/stand-in.ts';
import { serveWebApp } from './platform/http/web-app.ts';
import { freshSignInSeconds } from './platform/security/fresh-sign-in.ts';
import type { IdentityProvider } from './platform/security/identity-provider.ts';
import type { Sealer } from './platform/security/sealing.ts';
import type { StripeGateway } from './platform/stripe/gateway.ts';

/** Everything the app is built from; tests give the same with stand-ins only for the outside world. */
export type Dependencies = {
  env: Env;
  database: Database;
  logger: FastifyBaseLogger;
  /** Where uploaded files live. */
  blobs: Blobs;
  /** How browsers pay; null when paid actions are off. */
  payments: { publishableKey: string; apiBase: string | null; sandbox: boolean } | null;
  /** The server's own way to the payment provider; null exactly when `payments` is. */
  stripe: StripeGateway | null;
  /** Who signs people in beside the portal itself; null when there is nobody. */
  identityProvider: IdentityProvider | null;
  /** What second factors are sealed with. */
  sealer: Sealer;
  standIns: StandIn[];
  /** Whether this node is about to end, so that proxies should leave it out; absent: never. */
  isLeaving?: () => boolean;
  /** The folder of the built web app. */
  webFolder: string;
  /** The web app's own way to load a page's data; absent: pages come without data. */
  openPage?: OpenPage | null;
};

/** What Stripe's own documentation asks a content security policy to let through. */
const stripeOrigins = [
  'https://js.stripe.com',
  'https://*.js.stripe.com',
  'https://api.stripe.com',
  'https://hooks.stripe.com',
];

/** Where tools may lie (ADM-PROD-10): on https, and in demo mode on this very machine. */
const toolFrames = (isDemo: boolean) => ['https:', ...(isDemo ? ['http://localhost:*', 'http://127.0.0.1:*'] : [])];

/** Builds the HTTP app; it listens when its maker says so. */
export async function createApp(dependencies: Dependencies): Promise<FastifyInstance> {
  const { env, database, logger, payments, blobs, stripe } = dependencies;
  const { publicUrl, productName, passwordMin, support } = env;
  const cookies = sessionCookies(publicUrl);
  const portal = { publicUrl, productName, supportEmail: support.email };
  const limiter = createLimiter(database);
  const freshSeconds = freshSignInSeconds(env.demo);

  const app = await createFrame({
    logger,
    trustProxy: env.trustProxy,
    publicUrl,
    paymentOrigins: payments && !payments.sandbox ? stripeOrigins : [],
  });
  const metrics = env.metricsToken ? (await import('./platform/telemetry/metrics.ts')).createMetrics(database) : null;
  metrics?.watch(app);
  guardRoutes(app, {
    publicUrl,
    findActor: async (request) => {
      const secret = cookies.read(request);
      return secret ? actorOf(database.db, secret, freshSeconds) : null;
    },
  });
  await describeApi(app, productName);
  portalRoutes(app, {
    database,
    isLeaving: dependencies.isLeaving ?? (() => false),
    config: (request) => portalConfig(dependencies, request.host),
  });
  const deps = {
    portal,
    limiter,
    limits: signInLimits(env.demo),
    passwordMin,
    isCommonPassword: await loadCommonPasswords(passwordMin),
    sealer: dependencies.sealer,
  };
  accountRoutes(app, { database });
  signInRoutes(app, { database, deps, cookies });
  settingsRoutes(app, { database, deps, cookies });
  const isSecure = publicUrl.startsWith('https:');
  providerRoutes(app, { database, deps, cookies, provider: dependencies.identityProvider, isSecure });
  signInAdminRoutes(app, { database, deps });
  publishingRoutes(app, { database, currency: env.currency });
  productRoutes(app, { database, deps: { portalOrigin: publicUrl, isDemo: env.demo, isBought } });
  const version = watchCatalogueVersion(database, (message) => logger.warn(message));
  app.addHook('onReady', () => version.ready);
  app.addHook('onClose', () => version.stop());
  searchRoutes(app, { database, version });
  accessRoutes(app, { database, version });
  progressRoutes(app, { database });
  const tools = { database, limiter, limits: toolLimits(env.demo) };
  toolRoutes(app, tools);
  outsideToolRoutes(app, { ...tools, publicUrl });
  accessAdminRoutes(app, { database });
  libraryRoutes(app, { database, blobs, limiter, limits: downloadLimits(env.demo) });
  articleRoutes(app, { database, requireAccess });
  shelfRoutes(app, { database });
  savedRoutes(app, { database });
  fileRoutes(app, { database, blobs });
  const scanner = env.clamav
    ? (await import('./platform/files/scanner.ts')).createScanner({
        address: env.clamav,
        log: (message) => logger.warn(message),
      })
    : null;
  await fileAdminRoutes(app, { database, blobs, scanner, limiter, limit: uploadLimit(env.demo) });
  await importRoutes(app, { database, blobs, limiter, limit: importLimit(env.demo) });
  importExportRoutes(app, { database });
  purchaseRoutes(app, {
    database,
    deps: { portal, stripe, limiter, limits: purchaseLimits(env.demo), hasGrant },
    seller: support.publisher ?? productName,
  });
  purchaseAdminRoutes(app, { database });
  promoAdminRoutes(app, { database, currency: env.currency });
  assessmentRoutes(app, { database, version, limiter, limits: assessmentLimits(env.demo), productName });
  const subscribing = {
    portal,
    stripe,
    limiter,
    graceDays: env.pastDueGraceDays,
    limits: subscriptionLimits(env.demo),
  };
  subscriptionRoutes(app, { database, deps: subscribing });
  subscriptionAdminRoutes(app, { database, deps: subscribing });
  erasureRoutes(app, { database, deps: { signIn: deps, subscriptions: subscribing }, cookies });
  exportRoutes(app, { database, blobs, limiter, limits: privacyLimits(env.demo) });
  const originOf = (host: string) => (payments?.sandbox ? ownOrigin(env, host) : publicUrl);
  billingRoutes(app, { database, deps: subscribing, currency: env.currency, originOf });
  billingAdminRoutes(app, { database, deps: subscribing });
  const isSandbox = payments?.sandbox ?? false;
  promoRoutes(app, {
    database,
    deps: { ...subscribing, limits: promoLimits(env.demo), isSandbox, currency: env.currency },
  });
  await notificationRoutes(app, { database, sealer: dependencies.sealer });
  analyticsRoutes(app, { database, currency: env.currency });
  auditRoutes(app, { database });
  await webhookRoutes(app, { database, stripe });
  if (metrics && env.metricsToken) {
    const { metricsRoutes } = await import('./features/metrics/routes.ts');
    metricsRoutes(app, { database, metrics, token: env.metricsToken });
  }
  for (const standIn of dependencies.standIns) mountStandIn(app, standIn);
  await serveWebApp(app, {
    folder: dependencies.webFolder,
    openPage: dependencies.openPage ?? null,
    toolFrames: toolFrames(env.demo),
  });
  return app;
}

/** Purchases may not know grants, which stand to their right; a granted resource is not sold (CHECKOUT-16). */
async function hasGrant(ctx: MemberContext, resourceId: number): Promise<boolean> {
  const { because } = await getAccess(ctx, resourceId);
  return because.some(({ kind }) => kind === 'grant');
}

/** Where a browser reaches this portal: a demo is also visited from other machines, under other names. */
function ownOrigin({ publicUrl }: Env, host: string): string {
  return `${new URL(publicUrl).protocol}//${host}`;
}

function portalConfig({ env, payments, identityProvider }: Dependencies, host: string): PortalConfig {
  const apiBase = payments?.sandbox ? `${ownOrigin(env, host)}/sandbox/payments` : (payments?.apiBase ?? null);
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
    googleSignIn: identityProvider !== null,
    supportEmail: env.support.email,
    termsUrl: env.support.termsUrl,
    privacyUrl: env.support.privacyUrl,
    publisher: env.support.publisher,
  };
}
