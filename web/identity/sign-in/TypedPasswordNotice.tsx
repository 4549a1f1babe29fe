import { Link } from '@tanstack/react-router';
import { Banner } from '#web/ui/Banner.tsx';
import { textLinkClasses } from '#web/ui/TextLink.tsx';
import { useMember } from '../accounts/api.ts';

/** Advises the member to change a password that an administrator set; disappears after the change (ADM-USER-16). */
export function TypedPasswordNotice() {
  if (!useMember().isInvited) return null;
  return (
    <div className="mb-6">
      <Banner tone="warning">
        An administrator chose your password, and knows it:{' '}
        <Link to="/settings" className={textLinkClasses}>
          change your password
        </Link>{' '}
        in Settings or by the link in your invitation.
      </Banner>
    </div>
  );
}
