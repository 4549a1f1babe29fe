import './styles/members.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderedAttribute } from '#contract/first-page.ts';
import { followBrowse } from './catalogue/search/BackToBrowse.tsx';
import { currentUserQuery, forgetMember } from './identity/accounts/api.ts';
import { hideAddressToken } from './platform/address-token.ts';
import { portalConfigQuery } from './platform/config.ts';
import { hydrateFirstPage, noticeNewData } from './platform/first-page.ts';
import { expectPage, noPage } from './platform/page.ts';
import { createQueryClient } from './platform/queries.ts';
import { applyTheme } from './platform/theme.ts';
import { createPortalRouter, prepare, showsSignIn } from './routes.tsx';
import { loadFonts } from './shell/fonts.ts';
import { followMember, mayBeMember } from './shell/known-member.ts';
import { PortalApp } from './shell/PortalApp.tsx';
import { preloadSignIn } from './shell/SignIn.tsx';

/**
 * Maximum time that the page's own mark is shown while the configuration and the user are missing; then the screens say
 * what they wait for.
 */
const patienceMilliseconds = 400;

async function start() {
  const container = document.getElementById('root');
  if (!container) throw new Error('The page has no element #root');
  const client = createQueryClient({ onSignedOut: forgetMember });
  hydrateFirstPage(client);
  followMember(client);
  const isRendered = container.hasAttribute(renderedAttribute);
  const router = createPortalRouter(client, { isDrawn: isRendered });
  followBrowse(router);
  const app = <PortalApp client={client} router={router} />;
  if (isRendered) {
    // A page that is the same for every visitor does not contain the user.
    const isPublic = client.getQueryData(currentUserQuery.queryKey) === undefined;
    if (isPublic && !mayBeMember()) client.setQueryData(currentUserQuery.queryKey, null);
    const hasNewData = noticeNewData(client);
    // The screen's code and data must be loaded before hydration.
    const loadEarlyInput = import('./platform/early-input.ts');
    const parts = [loadEarlyInput, prepare(router, client), router.load()] as const;
    const [{ repeatEarlyInput }, page] = await Promise.all(parts);
    expectPage(page ?? noPage);
    router.ssr = { manifest: undefined };
    // React renders a part again when its data has changed since the server rendered it. Any other difference is a bug.
    const onRecoverableError = (error: unknown) => hasNewData() || isTranslated(container) || reportError(error);
    // Hydrates in steps that leave the browser time between them, because a single step would block the page on a
    // phone.
    startTransition(() => {
      if (isTranslated(container)) createRoot(container).render(app);
      else hydrateRoot(container, app, { onRecoverableError });
    });
    repeatEarlyInput();
  } else {
    // Usually known by now, so that the frame is rendered once and complete. The screens show failures.
    const isKnown = Promise.all([client.prefetchQuery(portalConfigQuery), client.prefetchQuery(currentUserQuery)]);
    await Promise.race([isKnown, new Promise((resolve) => setTimeout(resolve, patienceMilliseconds))]);
    // Preloaded so that the screen is rendered complete at once, while the page shows its mark: React delays the
    // content that replaces a fallback.
    if (showsSignIn(router, client)) await preloadSignIn();
    startTransition(() => createRoot(container).render(app));
  }
  loadFonts(client);
}

/**
 * Whether the browser has translated the server's HTML: it wraps each text in a `font` element, so the texts differ
 * from React's.
 */
const isTranslated = (container: HTMLElement) => container.querySelector('font') !== null;

hideAddressToken();
applyTheme();
void start();
