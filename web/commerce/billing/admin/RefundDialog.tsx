import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { AdminSubscription } from '#contract/commerce/subscriptions.ts';
import { formatMoney, toMinor } from '#contract/money.ts';
import { useAction } from '#web/platform/action.ts';
import { useUnsaved } from '#web/platform/use-unsaved.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { latestPayment, useRefund } from './api.ts';
import { amountText, readRefundAmount, refundedSum, refundLabel } from './display.ts';

/** Payment with its refunds; in major units where the name says no unit. */
type Payment = { amount: number; refunded: number; refundedMinor: number; left: number; currency: string };

type Refund = {
  /** Amount in minor units; null for everything that is left. */
  amountMinor: number | null;
  /** Refunded amount that the dialog showed, in minor units; null when it was sent before the payment had loaded. */
  alreadyRefundedMinor: number | null;
  reason: string;
};

type RefundDialogProps = {
  title: string;
  description: string;
  paymentName: string;
  /** Undefined while the payment loads; null when nothing was paid. */
  payment: Payment | null | undefined;
  /** Whether the dialog asks for a reason and names the amount on the button. */
  isOfPurchase?: boolean;
  isBusy: boolean;
  onRefund: (refund: Refund) => Promise<unknown>;
  onClose: () => void;
  /** Renders the consequences of the typed amount; `sum` is null while the text is no possible refund. */
  preview?: (sum: RefundedSum | null) => ReactNode;
};

/** Amount of a refund in major units, and whether nothing is left after it. */
export type RefundedSum = { amount: number; isWhole: boolean };

/**
 * Dialog for the amount of a refund (LABEL-18, ADM-USER-17). Everything that is left is filled in; an empty field also
 * refunds everything.
 */
export function RefundDialog(props: RefundDialogProps) {
  const { title, description, paymentName, payment, isOfPurchase = false, isBusy, onRefund, onClose } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? (payment ? amountText(payment) : '');
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const formId = useId();
  useUnsaved((typed !== null || reason !== '') && !isBusy);
  const { mutate: refund } = useAction({
    send: async () => {
      if (!payment) return;
      const read = readRefundAmount(text, payment);
      setError(read.kind === 'wrong' ? read.error : undefined);
      if (read.kind === 'wrong') return;
      const amountMinor = read.amount === null ? null : toMinor(read.amount, payment.currency);
      await onRefund({ amountMinor, alreadyRefundedMinor: payment.refundedMinor, reason });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    refund();
  }

  return (
    <Dialog
      isOpen
      isBusy={isBusy}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            Close
          </Button>
          {payment ? (
            <Button type="submit" form={formId} variant="destructive" isBusy={isBusy}>
              {isOfPurchase ? refundLabel(text, payment) : 'Refund'}
            </Button>
          ) : null}
        </>
      }
    >
      {payment === null ? (
        <p className="text-sm text-muted-foreground">Nothing has been paid yet.</p>
      ) : (
        <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
          {payment ? (
            <Facts
              isBoxed
              facts={[
                { label: paymentName, value: formatMoney(payment.amount, payment.currency) },
                { label: 'Refunded so far', value: formatMoney(payment.refunded, payment.currency) },
                { label: 'Left', value: formatMoney(payment.left, payment.currency) },
              ]}
            />
          ) : null}
          <Field label="Amount" hint="All that is left is filled in. Change it to refund a part." error={error}>
            <TextInput
              inputMode="decimal"
              autoComplete="off"
              value={text}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
          {isOfPurchase ? (
            <Field label="Reason" hint="Optional. Administrators see it in the audit log.">
              <Textarea rows={2} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
            </Field>
          ) : null}
          {payment ? props.preview?.(refundedSum(text, payment)) : null}
        </form>
      )}
    </Dialog>
  );
}

type SubscriptionRefundProps = { subscription: Pick<AdminSubscription, 'id' | 'userName'>; onClose: () => void };

/** Refund dialog of a subscription's latest payment (LABEL-18). */
export function SubscriptionRefund({ subscription: { id, userName }, onClose }: SubscriptionRefundProps) {
  const { data: payment } = useQuery(latestPayment(id));
  const refunding = useRefund(id, onClose);
  return (
    <RefundDialog
      title={`Refund ${userName}?`}
      description="The money goes back to where the latest payment came from. The subscription continues."
      paymentName="Latest payment"
      payment={payment}
      isBusy={refunding.isPending}
      onRefund={({ amountMinor, alreadyRefundedMinor }) => refunding.mutateAsync({ amountMinor, alreadyRefundedMinor })}
      onClose={onClose}
    />
  );
}
