import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { lazyPart } from '#web/platform/screen.ts';
import { hasLanding, landing } from './api.ts';

/** Loaded only where there is something to show. The page's loader waits for it, so that the server renders it. */
export const LandingSections = lazyPart(async () => (await import('./LandingSections.tsx')).LandingSections);

/**
 * Parts that the publisher put at the start of the catalogue (FRONT-14). Renders nothing when there are none or they
 * did not load.
 */
export function LandingParts() {
  const { data } = useQuery(landing);
  if (!hasLanding(data)) return null;
  return (
    <Suspense fallback={null}>
      <LandingSections {...data} />
    </Suspense>
  );
}
