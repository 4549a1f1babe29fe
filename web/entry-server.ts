import { dehydrate, type QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { portalZone } from '#contract/dates.ts';
import type { OpenPage } from '#contract/first-page.ts';
import { currentUserQuery } from './identity/accounts/api.ts';
import { providerReturnPath } from './identity/sign-in/display.ts';
import { knownBrowserKey } from './identity/sign-in/known-browser-api.ts';
import { loadReturnResource } from './identity/sign-in/return-api.ts';
import { keepTimeOfDrawing } from './platform/clock.ts';
import { portalConfigQuery } from './platform/config.ts';
import { isNotFound } from './platform/errors.ts';
import { expectPage, noPage, type Page } from './platform/page.ts';
import { createQueryClient } from './platform/queries.ts';
import { createPortalRouter, drawsScreen, drawsSignIn, isUnknown, leafOf, prepare, showsSignIn } from './routes.tsx';
import { PortalApp } from './shell/PortalApp.tsx';

/**
 * Runs the loaders of a page's routes on the server, as the browser would a moment later. Renders public pages, the
 * sign-in screen and the screens that have a `prepare`.
 */
export const openPage: OpenPage = async ({ address, fetch, signal, isPublic, isKnownBrowser }) => {
  const client = createQueryClient({ fetch });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createPortalRouter(client, { history, isDrawn: true });
  // Scroll restoration would write a script into the page, which the content security policy refuses.
  router.options.scrollRestoration = false;
  // Cleans the URL's query as the browser does, because the router's server side would redirect instead.
  history.replace(router.buildLocation({ ...present, to: router.latestLocation.pathname }).publicHref);
  const load = async () => {
    await Promise.all([
      client.prefetchQuery(portalConfigQuery),
      // A page that is cached for every visitor does not know its reader (FRONT-06).
      isPublic || client.prefetchQuery(currentUserQuery),
    ]);
    const isVisitor = client.getQueryData(currentUserQuery.queryKey) === null;
    // The sign-in screen needs it, which every page of a visitor leads to without another page.
    if (isVisitor) client.setQueryData(knownBrowserKey, isKnownBrowser);
    if (showsSignIn(router, client)) {
      const { pathname, searchStr } = router.latestLocation;
      await loadReturnResource(client, providerReturnPath({ pathname, search: searchStr }));
    }
    const isRendered = isPublic || drawsSignIn(router, client) || drawsScreen(router, client);
    // The server loads no code of a screen that the browser renders.
    router.options.defaultSsr = isRendered ? true : 'data-only';
    await router.load();
    if (!isRendered || !isLoaded(client)) return null;
    return isPublic ? noPage : prepare(router, client);
  };
  const page = await Promise.race([load(), aborted(signal)]);
  if (page) {
    const member = client.getQueryData(currentUserQuery.queryKey);
    keepTimeOfDrawing(client, member?.timeZone ?? portalZone);
  }
  const isKnown = client.getQueryData(currentUserQuery.queryKey) !== undefined;
  const screen = showsSignIn(router, client)
    ? 'AuthScreen'
    : (isKnown || isPublic) && leafOf(router)?.staticData.screen;
  return {
    state: dehydrate(client),
    screen: screen || null,
    isUnknown:
      isUnknown(router) ||
      client
        .getQueryCache()
        .getAll()
        .some(({ state }) => isNotFound(state.error)),
    markup: page ? draw(page, { client, router }) : '',
  };
};

function draw(page: Page, app: Parameters<typeof PortalApp>[0]): string {
  expectPage(page);
  return renderToString(createElement(PortalApp, app));
}

/**
 * Whether every query has data or a 404, which is rendered as such. The browser repeats failed calls, so it must render
 * a page with other failures itself.
 */
function isLoaded(client: QueryClient): boolean {
  const queries = client.getQueryCache().getAll();
  return queries.every(({ state }) => state.status === 'success' || isNotFound(state.error));
}

const present = { search: true, params: true, hash: true, state: true, _includeValidateSearch: true } as const;

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
}

/** @public Returns every path of the app, for the test of the list of requirements. */
export function addressesOfApp(): string[] {
  const history = createMemoryHistory({ initialEntries: ['/'] });
  return Object.keys(createPortalRouter(createQueryClient(), { history, isDrawn: false }).routesByPath);
}
