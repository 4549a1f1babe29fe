import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { usePortalConfig } from '../../platform/config.ts';
import { lazyPart } from '../../platform/screen.ts';
import { everything, newestPublicResources, publicCounts } from '../storefront/api.ts';
import { BareFrame, PhoneStrip, Promises } from './AuthFrame.tsx';

const Inside = lazyPart(async () => (await import('./Inside.tsx')).Inside);

/** Loads the code of what is inside, which then is drawn without a wait. */
export async function prepareInside(): Promise<void> {
  await Inside.preload?.();
}

/** The frame of the sign-in screen: what is inside the portal, which phones show below the form (AUTH-23). */
export function EntryFrame({ children }: { children: ReactNode }) {
  const { catalogueIsPublic } = usePortalConfig();
  const { data: counts } = useQuery({ ...publicCounts(everything), enabled: catalogueIsPublic });
  const { data: newest } = useQuery({ ...newestPublicResources, enabled: catalogueIsPublic });
  const isInsideShown = counts !== undefined && newest !== undefined && newest.length > 0;
  // One frame for both: another would take the form away with what was typed into it.
  return (
    <BareFrame
      about={
        isInsideShown ? (
          <Suspense fallback={null}>
            <Inside counts={counts} newest={newest} />
          </Suspense>
        ) : (
          <Promises />
        )
      }
      below={isInsideShown ? null : <PhoneStrip />}
      hasAboutBelow={isInsideShown}
    >
      {children}
    </BareFrame>
  );
}
