import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { lazyPart } from '../../platform/screen.ts';
import { hasLanding, landing } from './api.ts';

/** Loaded where there is something to show; the page's loader waits for it, so that the server draws it. */
export const LandingSections = lazyPart(async () => (await import('./LandingSections.tsx')).LandingSections);

/** What the publisher put at the start of the catalogue (FRONT-14). Without it, or when it did not load, the list comes at once. */
export function LandingParts() {
  const { data } = useQuery(landing);
  if (!hasLanding(data)) return null;
  return (
    <Suspense fallback={null}>
      <LandingSections {...data} />
    </Suspense>
  );
}
