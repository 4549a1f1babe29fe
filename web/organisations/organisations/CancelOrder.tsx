import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useConfirmDialog } from '#web/platform/confirm-dialog.ts';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';

/** Link to Stripe's page of an invoice, where it can be paid. */
export function InvoiceLink({ url, title }: { url: string; title: string }) {
  return (
    <a href={url} target="_blank" rel="noreferrer" className={buttonClasses({ variant: 'outline', size: 'small' })}>
      <ExternalLink size={16} aria-hidden="true" />
      Open invoice<VisuallyHidden> for {title}</VisuallyHidden>
    </a>
  );
}

type CancelOrderProps = {
  /** The seats and the access that they give, as text. */
  what: string;
  orderId: number;
  /** Whether the order is for active seats of the plan, which work until their period ends. */
  isPlan?: boolean;
  cancelling: { mutateAsync: (orderId: number) => Promise<unknown> };
};

/** Button that, after a confirmation, cancels an unpaid order or ends the plan with its period (SEAT-04). */
export function CancelOrder({ what, orderId, isPlan = false, cancelling }: CancelOrderProps) {
  const [isAsked, ask] = useState(false);
  const cancel = useConfirmDialog(
    () => cancelling.mutateAsync(orderId),
    () => ask(false),
  );
  return (
    <>
      <Button variant="destructive-ghost" size="small" onClick={() => ask(true)}>
        Cancel order<VisuallyHidden> {what}</VisuallyHidden>
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        {...cancel}
        title="Cancel this order?"
        description={
          isPlan
            ? `${what}: they work to the end of the period that is paid, and nothing is charged any more.`
            : `${what}: its invoice can no longer be paid, and its seats end. This cannot be undone.`
        }
        confirmLabel="Cancel order"
      />
    </>
  );
}
