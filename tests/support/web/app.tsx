import { createBrowserHistory } from '@tanstack/react-router';
import { followBrowse } from '../../../web/catalogue/search/BackToBrowse.tsx';
import { currentUserQuery, forgetMember } from '../../../web/identity/accounts/api.ts';
import { hideAddressToken } from '../../../web/platform/address-token.ts';
import { portalConfigQuery } from '../../../web/platform/config.ts';
import { createQueryClient } from '../../../web/platform/queries.ts';
import { createPortalRouter, showsSignIn } from '../../../web/routes.tsx';
import { followMember } from '../../../web/shell/known-member.ts';
import { PortalApp } from '../../../web/shell/PortalApp.tsx';
import { preloadSignIn } from '../../../web/shell/SignIn.tsx';

/**
 * Does what web/main.tsx does for a page that the browser draws, up to the drawing.
 * @param untilHeld resolves when the test holds a call back: a browser waits for its first calls for a moment only
 */
export async function openApp(untilHeld: Promise<void>) {
  hideAddressToken();
  const client = createQueryClient({ onSignedOut: forgetMember });
  const history = createBrowserHistory();
  const router = createPortalRouter(client, { history, isDrawn: false });
  followBrowse(router);
  const isKnown = Promise.all([client.prefetchQuery(portalConfigQuery), client.prefetchQuery(currentUserQuery)]);
  await Promise.race([isKnown, untilHeld]);
  if (showsSignIn(router, client)) await preloadSignIn();
  const stopFollowing = followMember(client);
  const close = () => {
    stopFollowing();
    history.destroy();
    client.clear();
  };
  return { client, router, element: <PortalApp client={client} router={router} />, close };
}
