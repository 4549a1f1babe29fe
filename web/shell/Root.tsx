import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useDeferredValue, useEffect } from 'react';
import { currentUserQuery } from '../features/accounts/api.ts';
import { portalConfigQuery } from '../platform/config.ts';
import { useGo, usePath, useSearchParameters } from '../platform/link.tsx';
import { toast, toastFailure } from '../platform/toast.ts';
import { LoadError } from '../ui/LoadError.tsx';
import { ConfirmSignIn } from './ConfirmSignIn.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';
import { Toaster } from './Toaster.tsx';

/** Around every screen: asks what the portal is and who is here, then draws the screen, with questions and toasts above it. */
export function Root() {
  const config = useQuery(portalConfigQuery);
  const { error: userError } = useQuery(currentUserQuery);
  useAddressNotice();
  // The first screen is drawn in steps, between which the browser can answer.
  const isBegun = useDeferredValue(true, false);

  // A toast is shown by an event; here the event is that the answer failed. Without an answer one counts as a visitor.
  useEffect(() => {
    if (userError) toastFailure('Your sign-in could not be checked', userError);
  }, [userError]);

  return (
    <>
      {config.data && isBegun ? <Outlet /> : null}
      {config.isPending || !isBegun ? <LoadingScreen /> : null}
      {config.isError ? (
        <main className="mx-auto grid min-h-dvh max-w-160 content-center p-4">
          <LoadError
            title="The portal could not be reached"
            description="Nothing was changed. Check your connection, then try again."
            isBusy={config.isFetching}
            onRetry={() => void config.refetch()}
          />
        </main>
      ) : null}
      <ConfirmSignIn />
      <Toaster />
    </>
  );
}

/** A verification mail and the sign-in provider lead here with their outcome in the address: said once, then removed. */
function useAddressNotice() {
  const path = usePath();
  const go = useGo();
  const { email, outcome } = useSearchParameters();
  useEffect(() => {
    if (email === undefined && outcome === undefined) return;
    let isCurrent = true;
    // Rarely needed, so its words come then.
    void import('../features/sign-in/address-notice.ts').then(({ addressNotice }) => {
      const notice = addressNotice(path, { email, outcome });
      if (!notice || !isCurrent) return;
      toast(notice);
      void go(path, { replace: true, keepScroll: true });
    });
    return () => {
      isCurrent = false;
    };
  }, [email, outcome, path, go]);
}
