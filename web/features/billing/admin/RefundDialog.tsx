import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { LatestPayment } from '#contract/billing.ts';
import { formatMoney } from '#contract/money.ts';
import type { AdminSubscription } from '#contract/subscriptions.ts';
import { useSingleRun } from '../../../platform/single-run.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { Field } from '../../../ui/Field.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { latestPayment, useRefund } from './api.ts';
import { readRefundAmount } from './display.ts';

type RefundDialogProps = { subscription: AdminSubscription; onClose: () => void };

/** Asks how much of the latest payment goes back (LABEL-18); empty gives all that is left. */
export function RefundDialog({ subscription: { id, userName }, onClose }: RefundDialogProps) {
  const { data: payment } = useQuery(latestPayment(id));
  const refunding = useRefund(id, onClose);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const formId = useId();
  const refund = useSingleRun(async () => {
    const read = readRefundAmount(text, payment?.currency ?? 'GBP');
    setError(read.kind === 'wrong' ? read.error : undefined);
    if (read.kind === 'wrong') return;
    await refunding.mutateAsync({ amount: read.amount, alreadyRefundedMinor: payment?.refundedMinor ?? null });
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    void refund();
  }

  return (
    <Dialog
      isOpen
      isBusy={refunding.isPending}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`Refund ${userName}?`}
      description="The money goes back to the card of the latest payment. The subscription runs on."
      footer={
        <>
          <Button variant="outline" disabled={refunding.isPending} onClick={onClose}>
            Close
          </Button>
          <Button type="submit" form={formId} variant="destructive" isBusy={refunding.isPending}>
            Refund
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
        {payment ? <PaymentFacts payment={payment} /> : null}
        {payment === null ? <p className="text-sm text-muted-foreground">Nothing has been paid yet.</p> : null}
        <Field label="Amount" hint="Leave it empty to refund all that is left." error={error}>
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}

function PaymentFacts({ payment: { amount, refunded, left, currency } }: { payment: LatestPayment }) {
  return (
    <Facts
      isBoxed
      facts={[
        { label: 'Latest payment', value: formatMoney(amount, currency) },
        { label: 'Refunded so far', value: formatMoney(refunded, currency) },
        { label: 'Left', value: formatMoney(left, currency) },
      ]}
    />
  );
}
