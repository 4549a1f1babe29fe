import type { ErrorComponentProps } from '@tanstack/react-router';
import { LoadError } from '../ui/LoadError.tsx';

/** A screen broke, or its code could not be fetched. */
export function FailedScreen({ reset }: ErrorComponentProps) {
  return (
    <main id="main" className="mx-auto grid min-h-dvh max-w-160 content-center p-4">
      <LoadError
        title="This page could not be shown"
        description="Something went wrong in the app. Nothing you saved is lost."
        onRetry={reset}
      />
    </main>
  );
}
