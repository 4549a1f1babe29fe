import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { useMember } from './api.ts';
import { useResendVerification } from './profile-api.ts';

/**
 * Shows the sentence `need` about an action that requires a verified address, and a button that mails the link; null
 * for a verified address.
 */
export function VerifyAddress({ need }: { need: string }) {
  const { email, emailVerified } = useMember();
  const sending = useResendVerification();
  if (emailVerified) return null;
  return (
    <Banner tone="warning">
      <p className="font-semibold">{need}</p>
      <p className="mt-1 wrap-anywhere">
        Open the link in the email to <span translate="no">{email}</span>. It works for 24 hours.
      </p>
      <Button
        className="mt-3"
        variant="outline"
        size="small"
        isBusy={sending.isPending}
        disabled={sending.isSuccess}
        onClick={() => sending.mutate()}
      >
        {sending.isSuccess ? 'Link sent' : 'Send the link'}
      </Button>
    </Banner>
  );
}
