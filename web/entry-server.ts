import { dehydrate } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { OpenPage } from '#contract/first-page.ts';
import { currentUserQuery } from './features/accounts/api.ts';
import { createQueryClient } from './platform/queries.ts';
import { createPortalRouter, showsSignIn } from './routes.tsx';
import { PortalApp } from './shell/PortalApp.tsx';

/** Runs the loaders of a page's routes on the server, as the browser would a moment later, and draws public pages. */
export const openPage: OpenPage = async ({ address, fetch, signal, isDrawn }) => {
  const client = createQueryClient({ fetch });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createPortalRouter(client, { history, isDrawn });
  // The browser draws members' screens, so the server does not load their code.
  router.options.defaultSsr = isDrawn ? true : 'data-only';
  // It would write a script into the page, which the content policy refuses.
  router.options.scrollRestoration = false;
  // The browser cleans the query of its address in the same way; the router's server side would redirect instead.
  history.replace(router.buildLocation({ ...present, to: router.latestLocation.pathname }).publicHref);
  await Promise.race([router.load(), aborted(signal)]);
  const isKnown = client.getQueryData(currentUserQuery.queryKey) !== undefined;
  const [leaf] = router.matchRoutes(router.latestLocation).slice(-1);
  const screen = showsSignIn(router, client) ? 'AuthScreen' : (isKnown || isDrawn) && leaf?.staticData.screen;
  return {
    state: dehydrate(client),
    screen: screen || null,
    markup: isDrawn && !signal.aborted ? renderToString(createElement(PortalApp, { client, router })) : '',
  };
};

const present = { search: true, params: true, hash: true, state: true, _includeValidateSearch: true } as const;

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
