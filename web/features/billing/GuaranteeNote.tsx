import { useId, useState } from 'react';
import type { Guarantee } from '#contract/billing.ts';
import { useSingleRun } from '../../platform/single-run.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { TextButton } from '../../ui/TextLink.tsx';
import { useRequestRefund } from './api.ts';
import { guaranteeText } from './subscription-display.ts';

/** The money-back guarantee of a new subscriber: how to ask, or what became of it (SUBSCR-07). */
export function GuaranteeNote({ guarantee }: { guarantee: Guarantee }) {
  const [isAsking, setIsAsking] = useState(false);
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="border-t border-border pt-4 text-sm">
      <h3 id={headingId} className="text-base">
        Money-back guarantee
      </h3>
      <p className="mt-1 text-muted-foreground">{guaranteeText(guarantee)}</p>
      {guarantee.state === 'available' ? (
        <TextButton className="mt-2" onClick={() => setIsAsking(true)}>
          Request a Refund
        </TextButton>
      ) : null}
      {isAsking ? <RequestDialog onClose={() => setIsAsking(false)} /> : null}
    </section>
  );
}

function RequestDialog({ onClose }: { onClose: () => void }) {
  const [reason, setReason] = useState('');
  const sending = useRequestRefund(onClose);
  const send = useSingleRun(() => sending.mutateAsync(reason));
  return (
    <ConfirmDialog
      isOpen
      isBusy={sending.isPending}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Ask for your money back?"
      description="We look at your request and answer by email. When it is granted, your first payment goes back the way you paid and your subscription ends."
      confirmLabel="Send Request"
      dismissLabel="Close"
      tone="primary"
      onConfirm={() => void send()}
    >
      <Field label="Reason" isOptional>
        <Textarea rows={3} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </ConfirmDialog>
  );
}
