import { ApiError, sentenceOf } from '#web/platform/errors.ts';
import { useSingleRun } from '#web/platform/single-run.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { useForgotPassword } from './api.ts';
import { CompanyNotice } from './CompanyNotice.tsx';

type RefusedNoticeProps = { error: unknown; email: string };

/** Shows the next step after a refusal that the form cannot help with; renders nothing for others. */
export function RefusedNotice({ error, email }: RefusedNoticeProps) {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'accounts.sign-in-locked') return <LockedNotice sentence={sentenceOf(error)} email={email} />;
  if (code === 'connections.company-required') return <CompanyNotice sentence={sentenceOf(error)} email={email} />;
  return null;
}

/** Offers the mailed link that leads in after too many wrong passwords (ACCT-04). */
function LockedNotice({ sentence, email }: { sentence: string; email: string }) {
  const ask = useForgotPassword();
  const run = useSingleRun(() => ask.mutateAsync({ email }));
  return (
    <Banner tone={ask.data ? 'success' : 'warning'} role="status">
      {ask.data ? (
        <p>{ask.data.message}</p>
      ) : (
        <>
          <p>{sentence}</p>
          <Button variant="outline" size="small" className="mt-3" isBusy={ask.isPending} onClick={() => void run()}>
            Email Me a Link
          </Button>
        </>
      )}
    </Banner>
  );
}
