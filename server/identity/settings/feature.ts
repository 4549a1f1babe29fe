import { isDeepStrictEqual } from 'node:util';
import { getPortalConfig } from '#contract/identity/settings.endpoints.ts';
import type { PortalConfig } from '#contract/identity/settings.ts';
import { usualWords, type Words } from '#contract/words.ts';
import type { Env } from '#server/app/env.ts';
import type { Feature, RouteServices } from '#server/app/feature.ts';
import { now } from '#server/platform/clock.ts';
import { portalOrigin } from '#server/platform/http/origin.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { passkeySupportOf } from '#server/platform/security/relying-party.ts';
import { versionText } from '#server/platform/telemetry/version.ts';
import type { PortalSettings } from './actions.ts';
import { installRoutes } from './install-routes.ts';
import { settingsRoutes } from './routes.ts';

const stripeScript = 'https://js.stripe.com/endive/stripe.js';
const sandboxPath = '/sandbox/payments';

export const settings: Feature = {
  routes: (app, services) => {
    const { env, database, settings, contents, findUpload, announceCatalogueChange } = services;
    const { visitors } = routesOf(app, database);
    visitors.read(getPortalConfig, async (_ctx, { request }) => {
      const { words } = await contents.current();
      const companySignIn = await services.offeredSignIns();
      return { ...portalConfig(await settings(), services, { host: request.host, words }), companySignIn };
    });
    installRoutes(app, { settings, blobs: services.blobs });
    settingsRoutes(app, database, { surroundings: env, findUpload, announceChange: announceCatalogueChange });
    const open = { config: { caller: 'visitor' }, schema: { hide: true } } as const;
    app.get('/.well-known/security.txt', open, async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(securityText(env, await settings())),
    );
    for (const path of ['/dashboard', '/dashboard/'])
      app.get(path, open, (_request, reply) => reply.redirect('/', 302));
    // Password managers open this path for "Change password"; visitors sign in first.
    app.get('/.well-known/change-password', open, (_request, reply) => reply.redirect('/settings', 302));
  },
};

const pictureAddress = (fileId: string | null) => fileId && `/media/${fileId}`;

/** Returns the settings that the web app needs before sign-in (BOOT-06, SETUP-04). */
function portalConfig(
  settings: PortalSettings,
  { env, payments, identityProvider, version }: RouteServices,
  { host, words }: { host: string; words: Words },
): Omit<PortalConfig, 'companySignIn'> {
  const { productName, tagline, signInText, supportEmail, termsUrl, privacyUrl } = settings;
  const { catalogueIsPublic, assessmentIsPublic, registration, assistantsMayConnect: assistants } = settings;
  return {
    payments: {
      publishableKey: payments?.publishableKey ?? null,
      apiBase: payments?.sandbox ? `${portalOrigin(env, host)}${sandboxPath}` : (payments?.apiBase ?? null),
      scriptUrl: payments && scriptOf(payments),
      sandbox: payments?.sandbox ?? false,
      invoiceDueDays: [...env.invoiceDueDays],
    },
    currency: env.currency,
    tax: env.tax,
    passwordMin: env.passwordMin,
    googleSignIn: identityProvider !== null,
    passkeys: passkeySupportOf(env.publicUrl).party !== null,
    adminPasskey: env.isAdminPasskeyRequired,
    notice: noticeOf(env),
    version: versionText(version),
    ...{ productName, tagline, signInText, supportEmail, termsUrl, privacyUrl },
    publisher: settings.publisherName,
    brand: {
      colour: settings.brandColour,
      logoUrl: pictureAddress(settings.logoFileId),
      darkLogoUrl: pictureAddress(settings.darkLogoFileId),
      faviconUrl: pictureAddress(settings.faviconFileId),
    },
    ...{ catalogueIsPublic, assessmentIsPublic, registration, assistants },
    // Null for the default words, which are in the web app, because every page carries this object.
    words: isDeepStrictEqual(words, usualWords) ? null : words,
  };
}

/**
 * Returns the URL of Stripe's script. The script belongs to Stripe's API: keys of another server at STRIPE_API_BASE
 * work only with that server's script.
 */
function scriptOf({ sandbox, apiBase }: NonNullable<RouteServices['payments']>): string {
  if (sandbox) return `${sandboxPath}/v3/stripe.js`;
  return apiBase ? new URL('/v3/stripe.js', apiBase).href : stripeScript;
}

const securityTextDays = 180;

/**
 * Returns security.txt, which says where faults of the portal are reported (RFC 9116). Without a support address, it
 * has the portal's own URL.
 */
function securityText({ publicUrl }: Env, { supportEmail }: PortalSettings): string {
  const expires = new Date(now().getTime() + securityTextDays * 86_400_000);
  const lines = [
    `Contact: ${supportEmail ? `mailto:${supportEmail}` : publicUrl}`,
    `Expires: ${expires.toISOString().slice(0, 10)}T00:00:00Z`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
  ];
  return `${lines.join('\n')}\n`;
}

function noticeOf({ demo, isPublicDemo, stripe }: Env): PortalConfig['notice'] {
  if (isPublicDemo) return 'public-demo';
  return !demo && stripe && !stripe.isLive ? 'test-payments' : null;
}
