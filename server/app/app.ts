import type { FastifyInstance } from 'fastify';
import type { OpenPage } from '#contract/first-page.ts';
import type { PortalConfig } from '#contract/identity/settings.ts';
import { announceCatalogueChange, watchCatalogueVersion } from '../catalogue/catalogue/version-actions.ts';
import { type Content, openContents } from '../catalogue/content/actions.ts';
import { findUpload } from '../catalogue/files/actions.ts';
import { requireAccess } from '../commerce/access/actions.ts';
import { isBought } from '../commerce/purchases/actions.ts';
import { keyFinder, keyReader } from '../identity/api-keys/feature.ts';
import { listOffered } from '../identity/connections/enforcement-actions.ts';
import { providersOf } from '../identity/connections/feature.ts';
import { dressOf, type PortalSettings, readPrintedBrand, readSettings } from '../identity/settings/actions.ts';
import { actorFinder, browserKnower, passkeyRule } from '../identity/sign-in/feature.ts';
import { nameOrganisation } from '../organisations/organisations/admin-actions.ts';
import { isInvited } from '../organisations/organisations/invitation-actions.ts';
import { actingOwner } from '../organisations/organisations/key-actions.ts';
import { bearerOf, guardRoutes } from '../platform/http/guard.ts';
import { sharedHeaders } from '../platform/http/headers.ts';
import { healthRoutes } from '../platform/http/health.ts';
import { keptAssetRoutes } from '../platform/http/kept-assets.ts';
import { createLimiter } from '../platform/http/limits.ts';
import { describeApi } from '../platform/http/openapi.ts';
import { logRequests } from '../platform/http/request-log.ts';
import { createFrame } from '../platform/http/server.ts';
import { mountStandIn, type StandIn } from '../platform/http/stand-in.ts';
import { type Dress, openWebApp, serveWebApp } from '../platform/http/web-app.ts';
import type { Traces } from '../platform/telemetry/traces.ts';
import { endpointFiles } from './endpoints.ts';
import type { AppServices } from './feature.ts';
import { features } from './features.ts';

export type Dependencies = AppServices & {
  standIns: StandIn[];
  /** Whether this node is stopping, so that proxies stop sending requests; by default never. */
  isLeaving?: () => boolean;
  /** The folder of the built web app. */
  webFolder: string;
  /** Loads a page's data on the server; without it, pages have no data. */
  openPage?: OpenPage | null;
  /** Records traces; by default none. */
  traces?: Traces | null;
};

/** Origins that Stripe's documentation requires in a content security policy. */
const stripeOrigins = [
  'https://js.stripe.com',
  'https://*.js.stripe.com',
  'https://api.stripe.com',
  'https://hooks.stripe.com',
];

/** @param apiBase STRIPE_API_BASE, whose server has its own script and pages */
const originsOf = (apiBase: string | null) => (apiBase ? [new URL(apiBase).origin] : stripeOrigins);

const videoFrames = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'];

/** Builds the HTTP app. The caller must make it listen. */
export async function createApp(dependencies: Dependencies): Promise<FastifyInstance> {
  const { env, database, logger, payments, version } = dependencies;
  const { publicUrl } = env;
  const app = await createFrame({
    logger,
    trustProxy: env.trustProxy,
    publicUrl,
    paymentOrigins: payments && !payments.sandbox ? originsOf(payments.apiBase) : [],
    assetsOrigin: env.assetsOrigin,
    frames: videoFrames,
    ownsDatabase: env.databaseUrl === null,
  });
  dependencies.traces?.watch(app);
  // Imported here, so that the metrics library is loaded only where it is used.
  const metrics = env.metricsToken
    ? (await import('../platform/telemetry/metrics.ts')).createMetrics(database, version, env.dataDir)
    : null;
  metrics?.watch(app);
  const limiter = createLimiter(database);
  const readKey = keyReader(dependencies, { actingOwner, withRule: passkeyRule(dependencies) });
  const findKey = keyFinder(readKey);
  const findSignedIn = actorFinder(dependencies);
  // A key that the guard has accepted, or the session of a request without one (APIKEY-04).
  const findActor: typeof findSignedIn = async (request) =>
    request.actor ?? (bearerOf(request) === null ? findSignedIn(request) : null);
  const keyLimit = { name: 'api-key', max: 300 * env.limitFactor, windowSeconds: 60 };
  guardRoutes(app, { publicUrl, findActor, findKey, limiter, keyLimit });
  logRequests(app, (id) => dependencies.sealer.fingerprint(`${id}`, 'log').toString('hex').slice(0, 16));
  await describeApi(app, { publicUrl, ...(await readSettings(database, env)) }, endpointFiles);
  healthRoutes(app, { database, version, isLeaving: dependencies.isLeaving ?? (() => false) });

  const catalogueVersion = watchCatalogueVersion(database, (message) => logger.warn(message));
  app.addHook('onReady', () => catalogueVersion.ready);
  app.addHook('onClose', () => catalogueVersion.stop());
  // Settings share the catalogue's cache, because saving a setting changes the pages of the catalogue.
  const keptSettings = catalogueVersion.cacheOf<PortalSettings>({ maxEntries: 1, maxBytes: 1, bytesOf: () => 0 });
  const settings = () => keptSettings.get('all', () => readSettings({ db: database.separate }, env));
  const keptSignIns = catalogueVersion.cacheOf<PortalConfig['companySignIn']>({
    maxEntries: 1,
    maxBytes: 1,
    bytesOf: () => 0,
  });
  const offeredSignIns = () => keptSignIns.get('all', () => listOffered({ db: database.separate }));
  const keptContent = catalogueVersion.cacheOf<Content>({
    maxEntries: 20,
    maxBytes: 8 * 1024 * 1024,
    // The size of the words and the assessment as JSON, times about three in memory.
    bytesOf: (content) => 3 * JSON.stringify(content).length,
  });
  const contents = openContents(database.separate, keptContent);
  const printedBrand = async () => readPrintedBrand(await settings(), dependencies.blobs);
  const keptDress = catalogueVersion.cacheOf<Dress>({ maxEntries: 1, maxBytes: 1, bytesOf: () => 0 });
  const dress = () => keptDress.get('all', async () => dressOf(await settings()));
  const webApp = await openWebApp({
    folder: dependencies.webFolder,
    assetsOrigin: env.assetsOrigin,
    openPage: dependencies.openPage ?? null,
    isKnownBrowser: browserKnower(dependencies),
    dress,
  });
  const answers = {
    isBought,
    isInvited,
    nameOrganisation,
    requireAccess,
    findActor,
    readKey,
    keyLimit,
    findUpload,
    announceCatalogueChange,
  };
  const ofPortal = { settings, offeredSignIns, contents, printedBrand, webApp };
  const providers = providersOf(dependencies);
  const services = {
    ...dependencies,
    providers,
    limiter,
    metrics,
    catalogueVersion,
    ...ofPortal,
    ...answers,
  };
  for (const { routes } of features) await routes?.(app, services);

  for (const standIn of dependencies.standIns) mountStandIn(app, standIn);
  keptAssetRoutes(app, database.db, env.assetsOrigin === '' ? {} : sharedHeaders);
  await serveWebApp(app, {
    webApp,
    pageRules: features.flatMap(({ pageRules }) => pageRules?.(env) ?? []),
  });
  return app;
}
