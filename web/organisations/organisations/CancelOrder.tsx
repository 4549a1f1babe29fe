import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useSingleRun } from '../../platform/single-run.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClasses } from '../../ui/button-classes.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';

/** The way to Stripe's page of an invoice, where it is paid. */
export function InvoiceLink({ url, title }: { url: string; title: string }) {
  return (
    <a href={url} target="_blank" rel="noreferrer" className={buttonClasses({ variant: 'outline', size: 'small' })}>
      <ExternalLink size={16} aria-hidden="true" />
      Open invoice<VisuallyHidden> for {title}</VisuallyHidden>
    </a>
  );
}

type CancelOrderProps = {
  /** The seats and what they open. */
  what: string;
  orderId: number;
  /** Seats of the plan that run: they end with their period. */
  isPlan?: boolean;
  cancelling: { mutateAsync: (orderId: number) => Promise<unknown>; isPending: boolean };
};

/** Cancels an order whose invoice is unpaid, or the plan with its period, after a question (SEAT-04). */
export function CancelOrder({ what, orderId, isPlan = false, cancelling }: CancelOrderProps) {
  const [isAsked, ask] = useState(false);
  // The mutation shows its failure; the question then stays.
  const cancel = useSingleRun(() => cancelling.mutateAsync(orderId));
  return (
    <>
      <Button variant="destructive-ghost" size="small" onClick={() => ask(true)}>
        Cancel order<VisuallyHidden> {what}</VisuallyHidden>
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        isBusy={cancelling.isPending}
        onOpenChange={ask}
        title="Cancel this order?"
        description={
          isPlan
            ? `${what}: they work to the end of the period that is paid, and nothing is charged any more.`
            : `${what}: its invoice can no longer be paid, and its seats end. This cannot be undone.`
        }
        confirmLabel="Cancel order"
        onConfirm={() => void cancel().then(() => ask(false))}
      />
    </>
  );
}
