import { useLocation, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '#web/platform/screen.ts';
import { linkKindOf } from './display.ts';
import { EntryForms, entryParts, useTarget } from './EntryForms.tsx';
import { Opening } from './Opening.tsx';

const OtherView = lazyPart(async () => (await import('./OtherView.tsx')).OtherView);
const OutcomeNotice = lazyPart(async () => (await import('./OutcomeNotice.tsx')).OutcomeNotice);
const LinkEntry = lazyPart(async () => (await import('./LinkEntry.tsx')).LinkEntry);
const EntryFrame = lazyPart(async () => (await import('./EntryFrame.tsx')).EntryFrame);

/** Loads the code of the frame and of the parts beside the forms, so that they render without a wait. */
export async function prepare(): Promise<void> {
  await Promise.all([...entryParts, EntryFrame].map((part) => part.preload?.()));
}

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
  // Only at /auth, because the URL of a member's screen may have a `view` of its own.
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
