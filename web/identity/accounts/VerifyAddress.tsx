import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { useMember } from './api.ts';
import { useResendVerification } from './profile-api.ts';

/** Says what needs a verified address before it is tried, and mails the link; nothing where the address is verified. */
export function VerifyAddress({ need }: { need: string }) {
  const { email, emailVerified } = useMember();
  const sending = useResendVerification();
  if (emailVerified) return null;
  return (
    <Banner tone="warning">
      <p className="font-semibold">{need}</p>
      <p className="mt-1 wrap-anywhere">Open the link in the email to {email}. It works for 24 hours.</p>
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
