import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { everything, newestPublicResources, publicCounts } from '#web/pages/storefront/api.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { PhoneStrip, Promises } from './AuthFrame.tsx';
import { BareFrame } from './BareFrame.tsx';
import { Inside } from './Inside.tsx';
import { OccasionPanel } from './OccasionPanel.tsx';
import { useReturnResource } from './return-api.ts';

type EntryFrameProps = { target: string; children: ReactNode };

/**
 * Frame of the sign-in screen. Beside the form, on phones above it, it shows the result that the visitor keeps or the
 * resource that the visitor comes from; otherwise what is inside a public catalogue, below the form on phones, or
 * what the portal promises (AUTH-23).
 */
export function EntryFrame({ target, children }: EntryFrameProps) {
  const { catalogueIsPublic } = usePortalConfig();
  const { data: counts } = useQuery({ ...publicCounts(everything), enabled: catalogueIsPublic });
  const { data: newest } = useQuery({ ...newestPublicResources, enabled: catalogueIsPublic });
  const isInsideShown = counts !== undefined && newest !== undefined && newest.length > 0;
  const inside = isInsideShown ? <Inside counts={counts} newest={newest} /> : <Promises />;
  const isReturn = useReturnResource(target) !== undefined;
  const isAbove = isReturn || target.startsWith('/assessment/keep');
  // One frame for all cases, because another one would remount the form and lose its input.
  return (
    <BareFrame
      about={<OccasionPanel target={target} otherwise={inside} />}
      aboutOnPhones={isAbove ? 'above' : isInsideShown ? 'below' : 'hidden'}
      below={isInsideShown || isAbove ? null : <PhoneStrip />}
    >
      {children}
    </BareFrame>
  );
}
