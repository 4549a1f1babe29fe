import type { Subscription } from '#contract/subscriptions.ts';
import { longDate } from '../../dates.ts';
import { useSingleRun } from '../../platform/single-run.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useCancelSubscription } from './api.ts';

type CancelDialogProps = {
  subscription: Subscription;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Confirms the cancellation of a subscription and shows its last day (BILL-13, LABEL-06). */
export function CancelDialog({ subscription, isOpen, onOpenChange }: CancelDialogProps) {
  const { id, status, currentPeriodEnd } = subscription;
  const cancelling = useCancelSubscription(id, () => onOpenChange(false));
  const cancel = useSingleRun(() => cancelling.mutateAsync());
  const lastDay = currentPeriodEnd === null ? 'the end of the current period' : longDate(currentPeriodEnd);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Cancel your subscription?"
      description={
        status === 'incomplete'
          ? 'The first payment has not been made, so the subscription is dropped at once and nothing is charged.'
          : `You keep access until ${lastDay} and are not charged again. You can reactivate it until then.`
      }
      confirmLabel="Cancel Subscription"
      dismissLabel="Keep Subscription"
      isBusy={cancelling.isPending}
      onConfirm={() => void cancel()}
    />
  );
}
