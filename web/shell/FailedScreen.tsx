import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useAction } from '../platform/action.ts';
import { reloadWhenReachable, UnreachableError } from '../platform/screen.ts';
import { LoadError } from '../ui/LoadError.tsx';

/** Screen for a failure of another screen or of its code. */
export function FailedScreen({ error, reset }: ErrorComponentProps) {
  return (
    <main id="main" className="mx-auto grid min-h-dvh max-w-160 content-center p-4">
      {error instanceof UnreachableError ? (
        <Unreachable />
      ) : (
        <LoadError
          headingLevel={1}
          title="This page could not be shown"
          description="Something went wrong in the app. Nothing you saved is lost."
          onRetry={reset}
        />
      )}
    </main>
  );
}

/** Message that retries automatically when the browser is back online. */
function Unreachable() {
  const { mutate: retry } = useAction({ send: reloadWhenReachable });
  useEffect(() => {
    // `retry` is not used here, because an earlier press may still be waiting for a response that never arrives.
    const onOnline = () => void reloadWhenReachable();
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, []);
  return (
    <LoadError
      headingLevel={1}
      title="The portal could not be reached"
      description="Nothing was changed. Check your connection, then try again."
      onRetry={() => retry()}
    />
  );
}
