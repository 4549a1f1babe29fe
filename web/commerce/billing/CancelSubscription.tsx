import { useState } from 'react';
import type { CancelOffer, CancelReason, Subscription } from '#contract/commerce/subscriptions.ts';
import { keysOf } from '#web/catalogue/catalogue/display.ts';
import { useAction } from '#web/platform/action.ts';
import { useUnsaved } from '#web/platform/use-unsaved.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import { TextButton } from '#web/ui/TextLink.tsx';
import { PauseDialog } from './PauseSubscription.tsx';
import { canPause } from './pause-display.ts';
import { useAcceptOffer, useCancelOffer, useCancelSubscription } from './subscription-api.ts';
import { canCancel, cancelReasonNames, cancelText, offerText } from './subscription-display.ts';

/** Button that cancels a subscription; renders nothing while it cannot be cancelled (BILL-13). */
export function CancelButton({ subscription }: { subscription: Subscription }) {
  const [open, setOpen] = useState<'cancel' | 'pause' | null>(null);
  if (!canCancel(subscription)) return null;
  const close = () => setOpen(null);
  return (
    <>
      <Button variant="destructive-ghost" onClick={() => setOpen('cancel')}>
        Cancel Subscription
      </Button>
      {open === 'cancel' ? (
        <CancelDialog subscription={subscription} onClose={close} onPause={() => setOpen('pause')} />
      ) : null}
      {open === 'pause' ? <PauseDialog subscription={subscription} onClose={close} /> : null}
    </>
  );
}

type CancelDialogProps = { subscription: Subscription; onClose: () => void; onPause: () => void };

/**
 * Dialog that confirms the cancellation, shows the last day (BILL-13, LABEL-06), asks for the reason (SUBSCR-23) and
 * may show an offer (SUBSCR-24).
 */
function CancelDialog({ subscription, onClose, onPause }: CancelDialogProps) {
  const [reason, setReason] = useState<CancelReason | null>(null);
  const [comment, setComment] = useState('');
  const asking = useCancelOffer(subscription.id);
  const cancelling = useCancelSubscription(subscription.id, onClose);
  useUnsaved(comment !== '' && !cancelling.isPending);
  const { mutate: askFirst } = useAction({
    send: async () => {
      // An offer that cannot be shown must not prevent the cancellation.
      const offer = await asking.mutateAsync(reason).catch(() => null);
      if (offer === null) await cancelling.mutateAsync({ reason, comment });
    },
  });
  const { data: offer } = asking;
  if (offer) {
    return (
      <OfferDialog
        subscription={subscription}
        offer={offer}
        isCancelling={cancelling.isPending}
        onCancel={() => cancelling.mutate({ reason, comment })}
        onClose={onClose}
      />
    );
  }
  const isBegun = subscription.status !== 'incomplete';
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Cancel your subscription?"
      description={cancelText(subscription)}
      confirmLabel="Cancel Subscription"
      dismissLabel="Keep Subscription"
      isBusy={asking.isPending || cancelling.isPending}
      onConfirm={() => askFirst()}
    >
      {canPause(subscription) ? (
        <p className="text-sm">
          Only need a break? <TextButton onClick={onPause}>Pause for 1 to 3 months</TextButton> instead.
        </p>
      ) : null}
      {isBegun ? (
        <>
          <Field label="Why are you cancelling?" isOptional>
            <Select
              value={reason ?? ''}
              onChange={({ target }) =>
                setReason(keysOf(cancelReasonNames).find((one) => one === target.value) ?? null)
              }
            >
              <option value="">I would rather not say</option>
              {keysOf(cancelReasonNames).map((one) => (
                <option key={one} value={one}>
                  {cancelReasonNames[one]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Anything else we should know?" isOptional>
            <Textarea rows={2} maxLength={500} value={comment} onChange={(event) => setComment(event.target.value)} />
          </Field>
        </>
      ) : null}
    </ConfirmDialog>
  );
}

type OfferDialogProps = {
  subscription: Subscription;
  offer: CancelOffer;
  isCancelling: boolean;
  onCancel: () => void;
  onClose: () => void;
};

/** Dialog with the publisher's offer and the button that cancels anyway. Closing it does neither. */
function OfferDialog({ subscription, offer, isCancelling, onCancel, onClose }: OfferDialogProps) {
  const accepting = useAcceptOffer(subscription.id, onClose);
  const { title, description } = offerText(subscription, offer);
  return (
    <Dialog
      isOpen
      isBusy={isCancelling || accepting.isPending}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="destructive-ghost" isBusy={isCancelling} disabled={accepting.isPending} onClick={onCancel}>
            Cancel Subscription
          </Button>
          <Button isBusy={accepting.isPending} disabled={isCancelling} onClick={() => accepting.mutate()}>
            Accept the offer
          </Button>
        </>
      }
    />
  );
}
