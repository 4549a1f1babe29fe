import type { Waiting } from '#contract/reconciliation.ts';
import { useSingleRun } from '../../../platform/single-run.ts';
import { Button } from '../../../ui/Button.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { useRetryWaiting } from './api.ts';

/** Tries an event or a mail again; what else waits needs a person to look at the provider. */
export function RetryButton({ waiting: { kind, id, title } }: { waiting: Waiting }) {
  const retrying = useRetryWaiting();
  const isRetried = kind === 'event' || kind === 'mail';
  const retry = useSingleRun(async () => {
    if (isRetried) await retrying.mutateAsync({ kind, id });
  });
  if (!isRetried) return <span className="p-2 text-muted-foreground">Please look at the provider</span>;
  return (
    <Button variant="ghost" size="small" isBusy={retrying.isPending} onClick={() => void retry()}>
      Try Again<VisuallyHidden> {title}</VisuallyHidden>
    </Button>
  );
}
