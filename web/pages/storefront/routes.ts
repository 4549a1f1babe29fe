import type { QueryClient } from '@tanstack/react-query';
import { createRoute, notFound } from '@tanstack/react-router';
import { resourceIdOf } from '#web/catalogue/catalogue/display.ts';
import { asksClosest, browseSearch } from '#web/catalogue/search/browse-display.ts';
import { portalConfigQuery } from '#web/platform/config.ts';
import { isNotFound } from '#web/platform/errors.ts';
import { screen } from '#web/platform/screen.ts';
import { type RouterContext, root } from '#web/shell/layouts.tsx';
import {
  everything,
  hasLanding,
  isLanding,
  landing,
  publicCertificate,
  publicClosest,
  publicCounts,
  publicResource,
  publicResources,
} from './api.ts';

/** Loads the data of a page for visitors. Throws not-found without a public catalogue or without the resource. */
async function loadForVisitor({ client }: RouterContext, load: () => Promise<unknown>): Promise<void> {
  const { catalogueIsPublic } = await client.fetchQuery(portalConfigQuery);
  if (!catalogueIsPublic) throw notFound();
  await load().catch((error: unknown) => {
    // The screen shows other failures itself.
    if (isNotFound(error)) throw notFound();
  });
}

async function loadLanding(client: QueryClient): Promise<void> {
  await client.prefetchQuery(landing);
  if (!hasLanding(client.getQueryData(landing.queryKey))) return;
  const { LandingSections } = await import('./LandingParts.tsx');
  await LandingSections.preload?.();
}

const catalogue = createRoute({
  getParentRoute: () => root,
  path: '/catalogue',
  validateSearch: browseSearch.validateSearch,
  ...screen('CatalogueScreen', () => import('./CatalogueScreen.tsx')),
  loader: ({ context, location }) => {
    const { client } = context;
    const query = browseSearch.read(location.search);
    return loadForVisitor(context, () =>
      Promise.all([
        client.fetchQuery(publicResources(query)).then(async (found) => {
          if (asksClosest(query, found)) await client.prefetchQuery(publicClosest(query));
        }),
        client.prefetchQuery(publicCounts(query)),
        client.prefetchQuery(publicCounts(everything)),
        isLanding(query) && loadLanding(client),
      ]),
    );
  },
});

const resource = createRoute({
  getParentRoute: () => root,
  path: '/catalogue/$id/$slug',
  ...screen('PublicResourceScreen', () => import('./PublicResourceScreen.tsx')),
  loader: ({ context, params }) => {
    const id = resourceIdOf(params.id);
    if (id === null) throw notFound();
    return loadForVisitor(context, async () => {
      const { outline } = await context.client.fetchQuery(publicResource(id));
      if (outline) await loadOutline();
    });
  },
});

/** Loads the code that lists the steps of a path, so that the server renders them (PATH-04). */
async function loadOutline(): Promise<void> {
  const { OutlinePart } = await import('#web/learning/paths/PathSlots.tsx');
  await OutlinePart.preload?.();
}

/** Card for a frame on other sites; the server renders it without script. */
const card = createRoute({
  getParentRoute: () => root,
  path: '/catalogue/$id/card',
  ...screen('CardScreen', () => import('./CardScreen.tsx')),
  loader: ({ context, params }) => {
    const id = resourceIdOf(params.id);
    if (id === null) throw notFound();
    return loadForVisitor(context, () => context.client.fetchQuery(publicResource(id)));
  },
});

/** Picture of a resource for link previews. The server makes a PNG of this screen. */
const picture = createRoute({
  getParentRoute: () => root,
  path: '/catalogue/$id/card.png',
  ...screen('PictureScreen', () => import('./PictureScreen.tsx')),
  loader: ({ context, params }) => {
    const id = resourceIdOf(params.id);
    if (id === null) throw notFound();
    return loadForVisitor(context, () => context.client.fetchQuery(publicResource(id)));
  },
});

/** Page where a visitor types the code of a certificate. */
const verify = createRoute({
  getParentRoute: () => root,
  path: '/verify',
  ...screen('VerifyScreen', () => import('./CertificateScreen.tsx')),
});

/** Page of a certificate's code. Its loader never fails, because the screen itself shows a wrong code. */
const certificate = createRoute({
  getParentRoute: () => root,
  path: '/verify/$code',
  ...screen('CertificateScreen', () => import('./CertificateScreen.tsx')),
  loader: ({ context, params }) => context.client.prefetchQuery(publicCertificate(params.code)),
});

export const storefrontRoutes = [catalogue, resource, card, picture, verify, certificate] as const;
