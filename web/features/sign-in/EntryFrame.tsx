import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePortalConfig } from '../../platform/config.ts';
import { everything, newestPublicResources, publicCounts } from '../storefront/api.ts';
import { BareFrame, PhoneStrip, Promises } from './AuthFrame.tsx';
import { Inside } from './Inside.tsx';

/** The frame of the sign-in screen: what is inside the portal, which phones show below the form (AUTH-23). */
export function EntryFrame({ children }: { children: ReactNode }) {
  const { catalogueIsPublic } = usePortalConfig();
  const { data: counts } = useQuery({ ...publicCounts(everything), enabled: catalogueIsPublic });
  const { data: newest } = useQuery({ ...newestPublicResources, enabled: catalogueIsPublic });
  const isInsideShown = counts !== undefined && newest !== undefined && newest.length > 0;
  // One frame for both: another would take the form away with what was typed into it.
  return (
    <BareFrame
      about={isInsideShown ? <Inside counts={counts} newest={newest} /> : <Promises />}
      below={isInsideShown ? null : <PhoneStrip />}
      hasAboutBelow={isInsideShown}
    >
      {children}
    </BareFrame>
  );
}
