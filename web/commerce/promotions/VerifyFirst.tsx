import { useResendVerification } from '#web/identity/accounts/profile-api.ts';
import { ApiError, sentenceOf } from '#web/platform/errors.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';

/** Whether the server rejected the call because the email address must be verified first (ACCT-06). */
export function isVerificationNeeded(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'promotions.verify-first';
}

/**
 * Notice that a free trial requires a verified email address, with a button that mails the link again (ACCT-06);
 * renders nothing for other errors.
 */
export function VerifyFirst({ error }: { error: Error | null }) {
  const sending = useResendVerification();
  if (!isVerificationNeeded(error)) return null;
  return (
    <Banner tone="warning" role="alert">
      <p className="font-semibold">{sentenceOf(error)}</p>
      <p className="mt-1">Open the link in the email we sent you, then redeem the code again.</p>
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
