import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { tellWaitingPage } from '#web/platform/confirmation.ts';
import { usePage } from '#web/platform/page.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { confirmRejection } from './display.ts';
import { outcomeSentence } from './outcome-display.ts';

/** Last page of the small window in which a provider was asked to confirm the person (PERM-05, AUTH-26). */
export function ConfirmedScreen() {
  const { outcome } = useSearch({ from: '/confirmed' });
  const rejection = outcome === undefined ? null : (outcomeSentence(outcome) ?? confirmRejection(outcome));
  usePage('Confirm that it is you');

  // The waiting page is another window, so a message is the only way to reach it.
  useEffect(() => tellWaitingPage(rejection), [rejection]);

  return (
    <AuthFrame>
      <PageHeading title={rejection === null ? 'Thank you' : 'Not confirmed'} className="mb-0!" />
      <Banner tone={rejection === null ? 'success' : 'danger'}>
        {rejection === null
          ? 'You can close this window and go on where you were.'
          : `${rejection} You can close this window.`}
      </Banner>
    </AuthFrame>
  );
}
