import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { everything, newestPublicResources, publicCounts } from '#web/pages/storefront/api.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { BareFrame } from './BareFrame.tsx';
import { linkKindOf } from './display.ts';
import { EntryForms, entryParts, useTarget } from './EntryForms.tsx';
import { Opening } from './Opening.tsx';

const OtherView = lazyPart(async () => (await import('./OtherView.tsx')).OtherView);
const OutcomeNotice = lazyPart(async () => (await import('./OutcomeNotice.tsx')).OutcomeNotice);
const LinkEntry = lazyPart(async () => (await import('./LinkEntry.tsx')).LinkEntry);

/** Loads the parts of the screen beside the forms. */
export const prepare = prepareInside;

/** Sign-in and registration. They replace the requested page and keep its URL. */
export function AuthScreen() {
  const { view, email, outcome } = useSearch({ strict: false });
  const pathname = useLocation({ select: (location) => location.pathname });
  const target = useTarget();
  // The path that the visitor requested is kept until the sign-in, although registering navigates elsewhere first.
  const [cameTo] = useState(pathname);
  const link = pathname === '/auth' ? null : linkKindOf(cameTo);
  // The server renders the page without the secret of the link, because only the tab has it, and without the views and
  // notices whose code no other visitor needs.
  const [isInBrowser, setIsInBrowser] = useState(false);
  useEffect(() => setIsInBrowser(true), []);
  if (link)
    return isInBrowser ? (
      <Suspense fallback={<Opening />}>
        <LinkEntry kind={link} />
      </Suspense>
    ) : (
      <Opening />
    );
  // An address of members may name a view of its own.
  const shown = pathname === '/auth' && view !== 'register' ? (view ?? (email && 'company')) : null;
  return (
    <EntryFrame target={target}>
      <Suspense>
        {isInBrowser && outcome ? <OutcomeNotice outcome={outcome} back={target} /> : null}
        {shown ? isInBrowser && <OtherView view={shown} back={target} /> : <EntryForms />}
      </Suspense>
    </EntryFrame>
  );
}

const Inside = lazyPart(async () => (await import('./Inside.tsx')).Inside);
const Promises = lazyPart(async () => (await import('./AuthFrame.tsx')).Promises);
const PhoneStrip = lazyPart(async () => (await import('./AuthFrame.tsx')).PhoneStrip);

/** Loads the code of the parts beside the forms, so that they render without a wait. */
async function prepareInside(): Promise<void> {
  await Promise.all([...entryParts, OccasionPanel, Inside, Promises, PhoneStrip].map((part) => part.preload?.()));
}

const OccasionPanel = lazyPart(async () => (await import('./OccasionPanel.tsx')).OccasionPanel);

type EntryFrameProps = { target: string; children: ReactNode };

/**
 * Frame of the sign-in screen. Beside the form it shows the result that the visitor keeps (above the form on phones) or
 * the resource that the visitor comes from; otherwise what is inside the portal, below the form on phones (AUTH-23).
 */
function EntryFrame({ target, children }: EntryFrameProps) {
  const { catalogueIsPublic } = usePortalConfig();
  const { data: counts } = useQuery({ ...publicCounts(everything), enabled: catalogueIsPublic });
  const { data: newest } = useQuery({ ...newestPublicResources, enabled: catalogueIsPublic });
  const isInsideShown = counts !== undefined && newest !== undefined && newest.length > 0;
  const inside = isInsideShown ? <Inside counts={counts} newest={newest} /> : <Promises />;
  const isAbove = target.startsWith('/assessment/keep');
  // One frame for all cases, because another one would remount the form and lose its input.
  return (
    <BareFrame
      about={
        <Suspense>
          <OccasionPanel target={target} otherwise={inside} />
        </Suspense>
      }
      aboutOnPhones={isAbove ? 'above' : isInsideShown ? 'below' : 'hidden'}
      below={
        isInsideShown || isAbove ? null : (
          <Suspense>
            <PhoneStrip />
          </Suspense>
        )
      }
    >
      {children}
    </BareFrame>
  );
}
