import { Suspense } from 'react';
import { lazyPart } from '#web/platform/screen.ts';

// Loaded lazily, so that the members' first page refers to this file only, and not to the other files of checks.
const CheckViews = lazyPart(async () => (await import('./CheckViews.tsx')).CheckViews);

export function CheckScreen() {
  return (
    <Suspense fallback={<Opening />}>
      <CheckViews />
    </Suspense>
  );
}

function Opening() {
  return (
    <main id="main">
      <h1 className="sr-only">Knowledge check</h1>
      <p role="status" className="sr-only">
        Opening the check
      </p>
    </main>
  );
}
