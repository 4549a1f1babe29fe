import { createBrowserHistory } from '@tanstack/react-router';
import { followBrowse } from '#web/catalogue/search/BackToBrowse.tsx';
import { currentUserQuery, forgetMember } from '#web/identity/accounts/api.ts';
import { hideAddressToken } from '#web/platform/address-token.ts';
import { portalConfigQuery } from '#web/platform/config.ts';
import { createQueryClient } from '#web/platform/queries.ts';
import { createPortalRouter, showsSignIn } from '#web/routes.tsx';
import { followMember } from '#web/shell/known-member.ts';
import { PortalApp } from '#web/shell/PortalApp.tsx';
import { preloadSignIn } from '#web/shell/SignIn.tsx';

/**
 * Opens the app like web/main.tsx for a page that the browser renders, without the render itself.
 * @param untilHeld resolves when the test holds a call back, because a browser waits for its first calls only for a
 * moment
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
