import { ApiError, sentenceOf } from '#web/platform/errors.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { useForgotPassword } from './api.ts';
import { CompanyNotice } from './CompanyNotice.tsx';
import { requiredIn } from './required-connection-api.ts';

type RejectedNoticeProps = {
  error: unknown;
  /** Address that was refused; absent where the page does not know it. */
  email?: string;
};

/** Shows the next step after a refusal that the form cannot help with; renders nothing for others. */
export function RejectedNotice({ error, email }: RejectedNoticeProps) {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'accounts.sign-in-locked' && email) return <LockedNotice sentence={sentenceOf(error)} email={email} />;
  const required = requiredIn(error);
  return required && <CompanyNotice sentence={sentenceOf(error)} connection={required} email={email} />;
}

/** Offers the mailed link that leads in after too many wrong passwords (ACCT-04). */
function LockedNotice({ sentence, email }: { sentence: string; email: string }) {
  const ask = useForgotPassword();
  return (
    <Banner tone={ask.data ? 'success' : 'warning'} role="status">
      {ask.data ? (
        <p>{ask.data.message}</p>
      ) : (
        <>
          <p>{sentence}</p>
          <Button
            variant="outline"
            size="small"
            className="mt-3"
            isBusy={ask.isPending}
            onClick={() => ask.mutate({ email })}
          >
            Email Me a Link
          </Button>
        </>
      )}
    </Banner>
  );
}
