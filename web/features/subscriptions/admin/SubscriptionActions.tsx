import { type ReactNode, useState } from 'react';
import type { AdminSubscription } from '#contract/subscriptions.ts';
import { useSingleRun } from '../../../platform/single-run.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { RefundDialog } from '../../billing/admin/RefundDialog.tsx';
import { useCancel, useResume } from './api.ts';
import { actionsFor } from './display.ts';
import { SuspendDialog } from './SuspendDialog.tsx';

/** The buttons of a row (ADM-SUB-04 to ADM-SUB-06, LABEL-18). */
export function SubscriptionActions({ subscription }: { subscription: AdminSubscription }) {
  const [asked, setAsked] = useState<'suspend' | 'cancel' | 'refund' | null>(null);
  const actions = actionsFor(subscription);
  const close = () => setAsked(null);
  const ofThis = <VisuallyHidden> {subscription.userName}</VisuallyHidden>;
  if (actions.length === 0) return <span className="p-2 text-muted-foreground">No actions available</span>;
  return (
    <>
      {actions.includes('reactivate') ? <ReactivateButton id={subscription.id}>{ofThis}</ReactivateButton> : null}
      {actions.includes('suspend') ? (
        <Button variant="ghost" size="small" onClick={() => setAsked('suspend')}>
          Suspend{ofThis}
        </Button>
      ) : null}
      {actions.includes('cancel') ? (
        <Button variant="ghost" size="small" onClick={() => setAsked('cancel')}>
          Cancel{ofThis}
        </Button>
      ) : null}
      {actions.includes('refund') ? (
        <Button variant="destructive-ghost" size="small" onClick={() => setAsked('refund')}>
          Refund{ofThis}
        </Button>
      ) : null}
      {asked === 'suspend' ? <SuspendDialog subscription={subscription} onClose={close} /> : null}
      {asked === 'cancel' ? <CancelDialog subscription={subscription} onClose={close} /> : null}
      {asked === 'refund' ? <RefundDialog subscription={subscription} onClose={close} /> : null}
    </>
  );
}

function ReactivateButton({ id, children }: { id: number; children: ReactNode }) {
  const resuming = useResume(id);
  const resume = useSingleRun(() => resuming.mutateAsync(undefined));
  return (
    <Button variant="ghost" size="small" isBusy={resuming.isPending} onClick={() => void resume()}>
      Reactivate{children}
    </Button>
  );
}

type CancelDialogProps = { subscription: AdminSubscription; onClose: () => void };

function CancelDialog({ subscription: { id, userName }, onClose }: CancelDialogProps) {
  const cancelling = useCancel(id, onClose);
  const cancel = useSingleRun(() => cancelling.mutateAsync(undefined));
  return (
    <ConfirmDialog
      isOpen
      isBusy={cancelling.isPending}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`End the subscription of ${userName}?`}
      description="It ends with its current period and opens resources until then. The member can take that back on the billing page."
      confirmLabel="Cancel Subscription"
      dismissLabel="Close"
      onConfirm={() => void cancel()}
    />
  );
}
