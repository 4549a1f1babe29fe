import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { tellWaitingPage } from '../../platform/confirmation.ts';
import { usePage } from '../../platform/page.ts';
import { Banner } from '../../ui/Banner.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { AuthFrame } from './AuthFrame.tsx';

/** The end of the small window in which the sign-in provider was asked who sits there (PERM-05). */
export function ConfirmedScreen() {
  const { outcome } = useSearch({ from: '/confirmed' });
  const isConfirmed = outcome === undefined;
  usePage('Confirm that it is you');

  // The waiting page is another window, so a message is the only way to reach it.
  useEffect(() => tellWaitingPage(isConfirmed), [isConfirmed]);

  return (
    <AuthFrame>
      <PageHeading title={isConfirmed ? 'Thank you' : 'Not confirmed'} className="mb-0!" />
      <Banner tone={isConfirmed ? 'success' : 'danger'}>
        {isConfirmed
          ? 'You can close this window and go on where you were.'
          : 'That was not the Google account that you signed in with. Close this window and try again.'}
      </Banner>
    </AuthFrame>
  );
}
