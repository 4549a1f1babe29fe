import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useNavigate, useRouteContext, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useState } from 'react';
import { usualWords } from '#contract/words.ts';
import { currentUserQuery } from '../identity/accounts/api.ts';
import { portalConfigQuery } from '../platform/config.ts';
import { toast, toastFailure, useToast } from '../platform/toast.ts';
import { followWrongFields } from '../platform/wrong-fields.ts';
import { LoadError } from '../ui/LoadError.tsx';
import { WordsContext } from '../ui/words.ts';
import { LoadingScreen } from './LoadingScreen.tsx';
import { PortalNotice } from './PortalNotice.tsx';

/**
 * Root of every screen. Loads the configuration and the signed-in user, then shows the screen with dialogs and toasts.
 */
export function Root() {
  const config = useQuery(portalConfigQuery);
  const { error: userError } = useQuery(currentUserQuery);
  useAddressNotice();
  useEffect(followWrongFields, []);
  const { isDrawn } = useRouteContext({ from: '__root__' });
  // The first screen is rendered in steps, so that the browser stays responsive. A screen that the server rendered is
  // there at once.
  const isBegun = useDeferredValue(true, isDrawn);

  // Shows a toast when the request failed. Without a response the caller counts as a visitor.
  useEffect(() => {
    if (userError) toastFailure('Your sign-in could not be checked', userError);
  }, [userError]);

  return (
    <>
      {config.data ? <PortalNotice /> : null}
      {config.data && isBegun ? (
        <WordsContext value={config.data.words ?? usualWords}>
          <Outlet />
        </WordsContext>
      ) : null}
      {config.isPending || !isBegun ? <LoadingScreen /> : null}
      {config.isLoadingError ? (
        <main className="mx-auto grid min-h-dvh max-w-160 content-center p-4">
          <LoadError
            headingLevel={1}
            title="The portal could not be reached"
            description="Nothing was changed. Check your connection, then try again."
            isBusy={config.isFetching}
            onRetry={() => void config.refetch()}
          />
        </main>
      ) : null}
      <LaterOverlays />
    </>
  );
}

/** Shows the outcome of a sign-in by a provider once, as a toast, and removes it from the URL. */
function useAddressNotice() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const navigate = useNavigate();
  const { outcome } = useSearch({ from: '__root__' });
  useEffect(() => {
    if (outcome === undefined) return;
    let isCurrent = true;
    // Loaded on demand, because it is rarely needed.
    void import('../identity/sign-in/address-notice.ts').then(({ addressNotice }) => {
      const notice = addressNotice(path, outcome);
      if (!notice || !isCurrent) return;
      toast(notice);
      void navigate({ to: path, replace: true, resetScroll: false });
    });
    return () => {
      isCurrent = false;
    };
  }, [outcome, path, navigate]);
}

const loadOverlays = async () => (await import('./Overlays.tsx')).Overlays;

/** Time that the first screen has the network to itself. */
const headStartMs = 2000;

/**
 * `Overlays`, loaded 2 s after the app starts, or at once for a toast, so that its code is there before the network is
 * lost.
 */
function LaterOverlays() {
  const isToastShown = useToast() !== null;
  const [Overlays, setOverlays] = useState<Awaited<ReturnType<typeof loadOverlays>> | null>(null);
  useEffect(() => {
    if (Overlays) return;
    const load = () =>
      void loadOverlays().then(
        (loaded) => setOverlays(() => loaded),
        () => undefined,
      );
    const timer = setTimeout(load, isToastShown ? 0 : headStartMs);
    return () => clearTimeout(timer);
  }, [Overlays, isToastShown]);
  return Overlays ? <Overlays /> : null;
}
