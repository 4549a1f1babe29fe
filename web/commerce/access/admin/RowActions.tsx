import { useState } from 'react';
import { useConfirmDialog } from '#web/platform/confirm-dialog.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useBlock, useRemovePurchase, useRevoke, useUnblock } from './api.ts';

type Of = { userId: number; title: string; variant?: Variant };

/** Look of a button: `ghost` in the rows of a table. */
type Variant = 'outline' | 'ghost';

export function RevokeButton({ grantId, title, variant = 'outline' }: Omit<Of, 'userId'> & { grantId: number }) {
  const [isAsked, setIsAsked] = useState(false);
  const revoking = useRevoke();
  const confirm = useConfirmDialog(
    () => revoking.mutateAsync(grantId),
    () => setIsAsked(false),
  );
  return (
    <>
      <Button variant={variant} size="small" onClick={() => setIsAsked(true)}>
        Revoke<VisuallyHidden> {title}</VisuallyHidden>
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        {...confirm}
        title={`Revoke the access to ${title}?`}
        description="The grant no longer gives access. A purchase, a seat or a subscription still does."
        confirmLabel="Revoke"
      />
    </>
  );
}

/** Button that ends a purchase without a refund. */
export function RemovePurchaseButton({ userId, purchaseId, title, variant = 'outline' }: Of & { purchaseId: number }) {
  const [isAsked, setIsAsked] = useState(false);
  const removing = useRemovePurchase(userId);
  const confirm = useConfirmDialog(
    () => removing.mutateAsync(purchaseId),
    () => setIsAsked(false),
  );
  return (
    <>
      <Button variant={variant} size="small" onClick={() => setIsAsked(true)}>
        Remove<VisuallyHidden> {title}</VisuallyHidden>
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        {...confirm}
        title={`Remove the purchase of ${title}?`}
        description="The purchase no longer gives access. Removing it does not refund it: use Refund for that."
        confirmLabel="Remove"
      />
    </>
  );
}

export function BlockButton({ userId, resourceId, title, variant = 'outline' }: Of & { resourceId: number }) {
  const [isAsked, setIsAsked] = useState(false);
  const [reason, setReason] = useState('Removed by an administrator');
  const blocking = useBlock(userId);
  const confirm = useConfirmDialog(
    () => blocking.mutateAsync({ resourceId, reason }),
    () => setIsAsked(false),
  );
  return (
    <>
      <Button variant={variant} size="small" onClick={() => setIsAsked(true)}>
        Remove<VisuallyHidden> {title}</VisuallyHidden>
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        {...confirm}
        title={`Remove ${title} from the subscription?`}
        description="The member's subscription no longer opens it. A purchase or a grant still does."
        confirmLabel="Remove"
      >
        <Field label="Reason for the block">
          <TextInput maxLength={500} value={reason} onChange={({ target }) => setReason(target.value)} />
        </Field>
      </ConfirmDialog>
    </>
  );
}

export function UnblockButton({ userId, resourceId, title, variant = 'outline' }: Of & { resourceId: number }) {
  const unblocking = useUnblock(userId);
  return (
    <Button variant={variant} size="small" isBusy={unblocking.isPending} onClick={() => unblocking.mutate(resourceId)}>
      Unblock<VisuallyHidden> {title}</VisuallyHidden>
    </Button>
  );
}
