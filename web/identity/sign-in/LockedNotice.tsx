import { useSingleRun } from '../../platform/single-run.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { useForgotPassword } from './api.ts';

/** Offers the mailed link that leads in after too many wrong passwords (ACCT-04). */
export function LockedNotice({ sentence, email }: { sentence: string; email: string }) {
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
