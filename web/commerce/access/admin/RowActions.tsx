import { useState } from 'react';
import { useSingleRun } from '#web/platform/single-run.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useBlock, useRemovePurchase, useRevoke, useUnblock } from './api.ts';

type Of = { userId: number; title: string; variant?: Variant };

/** `ghost` in the rows of a table. */
type Variant = 'outline' | 'ghost';

export function RevokeButton({ grantId, title, variant = 'outline' }: Omit<Of, 'userId'> & { grantId: number }) {
  const [isAsked, setIsAsked] = useState(false);
  const revoking = useRevoke(() => setIsAsked(false));
  const revoke = useSingleRun(() => revoking.mutateAsync(grantId));
  return (
    <>
      <Button variant={variant} size="small" onClick={() => setIsAsked(true)}>
        Revoke<VisuallyHidden> {title}</VisuallyHidden>
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        isBusy={revoking.isPending}
        onOpenChange={setIsAsked}
        title={`Revoke the access to ${title}?`}
        description="The grant no longer gives access. A purchase, a seat or a subscription still does."
        confirmLabel="Revoke"
        onConfirm={() => void revoke()}
      />
    </>
  );
}

/** Button that ends a purchase without a refund. */
export function RemovePurchaseButton({ userId, purchaseId, title, variant = 'outline' }: Of & { purchaseId: number }) {
  const [isAsked, setIsAsked] = useState(false);
  const removing = useRemovePurchase(userId, () => setIsAsked(false));
  const remove = useSingleRun(() => removing.mutateAsync(purchaseId));
  return (
    <>
      <Button variant={variant} size="small" onClick={() => setIsAsked(true)}>
        Remove<VisuallyHidden> {title}</VisuallyHidden>
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        isBusy={removing.isPending}
        onOpenChange={setIsAsked}
        title={`Remove the purchase of ${title}?`}
        description="The purchase no longer gives access. Removing it does not refund it: use Refund for that."
        confirmLabel="Remove"
        onConfirm={() => void remove()}
      />
    </>
  );
}

export function BlockButton({ userId, resourceId, title, variant = 'outline' }: Of & { resourceId: number }) {
  const [isAsked, setIsAsked] = useState(false);
  const [reason, setReason] = useState('Removed by an administrator');
  const blocking = useBlock(userId, () => setIsAsked(false));
  const block = useSingleRun(() => blocking.mutateAsync({ resourceId, reason }));
  return (
    <>
      <Button variant={variant} size="small" onClick={() => setIsAsked(true)}>
        Remove<VisuallyHidden> {title}</VisuallyHidden>
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        isBusy={blocking.isPending}
        onOpenChange={setIsAsked}
        title={`Remove ${title} from the subscription?`}
        description="The member's subscription no longer opens it. A purchase or a grant still does."
        confirmLabel="Remove"
        onConfirm={() => void block()}
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
  const unblock = useSingleRun(() => unblocking.mutateAsync(resourceId));
  return (
    <Button variant={variant} size="small" isBusy={unblocking.isPending} onClick={() => void unblock()}>
      Unblock<VisuallyHidden> {title}</VisuallyHidden>
    </Button>
  );
}
