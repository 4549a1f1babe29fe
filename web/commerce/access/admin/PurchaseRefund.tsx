import { useQuery } from '@tanstack/react-query';
import { Banknote, CircleCheck, Lock, type LucideIcon, Mail } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { MemberPurchase } from '#contract/commerce/purchases-admin.ts';
import { formatMoney, toMajor } from '#contract/money.ts';
import { RefundDialog, type RefundedSum } from '#web/commerce/billing/admin/RefundDialog.tsx';
import { Button } from '#web/ui/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { closedByRefund, useRefundPurchase } from './api.ts';
import { reasonLabels } from './display.ts';

type PurchaseRefundProps = { userId: number; purchase: MemberPurchase };

/** `variant` is `ghost` in the rows of a table. */
type RefundButtonProps = PurchaseRefundProps & { variant?: 'outline' | 'ghost' };

/** Button that refunds a purchase, whole or in part (ADM-USER-17); renders nothing when nothing is left. */
export function PurchaseRefundButton({ userId, purchase, variant = 'outline' }: RefundButtonProps) {
  const [isAsked, setIsAsked] = useState(false);
  if (purchase.leftMinor === 0) return null;
  return (
    <>
      <Button variant={variant} size="small" onClick={() => setIsAsked(true)}>
        Refund<VisuallyHidden> {purchase.resource.title}</VisuallyHidden>
      </Button>
      {isAsked ? <PurchaseRefund userId={userId} purchase={purchase} onClose={() => setIsAsked(false)} /> : null}
    </>
  );
}

function PurchaseRefund({ userId, purchase, onClose }: PurchaseRefundProps & { onClose: () => void }) {
  const { id: purchaseId, resource, amount, currency, refundedMinor, leftMinor } = purchase;
  const refunding = useRefundPurchase(userId, onClose);
  return (
    <RefundDialog
      title={`Refund the purchase of ${resource.title}?`}
      description="The money goes back to where the payment came from. A whole refund ends the purchase and its access."
      paymentName="Payment"
      payment={{
        amount,
        refunded: toMajor(refundedMinor, currency),
        refundedMinor,
        left: toMajor(leftMinor, currency),
        currency,
      }}
      isOfPurchase
      isBusy={refunding.isPending}
      onRefund={(refund) => refunding.mutateAsync({ ...refund, purchaseId })}
      onClose={onClose}
      preview={(sum) => <WhatHappens userId={userId} purchase={purchase} sum={sum} />}
    />
  );
}

/** List of what a refund closes, keeps open and sends (ADM-USER-19). */
function WhatHappens({ userId, purchase, sum }: PurchaseRefundProps & { sum: RefundedSum | null }) {
  const { data } = useQuery(closedByRefund(userId, purchase.id));
  if (!sum || !data) return null;
  const { closes, stays } = data;
  return (
    <section aria-label="What happens" className="flex flex-col gap-2">
      <h3 className="text-base">What happens</h3>
      <ul role="status" className="lines-between rounded-md border border-border px-4 text-sm">
        {sum.isWhole && closes.length > 0 ? (
          <Outcome Icon={Lock} look="text-danger-text">
            <strong>Closes at once:</strong> {closes.join(', ')}
          </Outcome>
        ) : null}
        {sum.isWhole && stays.length > 0 ? (
          <Outcome Icon={CircleCheck} look="text-success-text">
            <strong>Stays open:</strong>{' '}
            {stays.map(({ title, reason }) => `${title} (${reasonLabels[reason]})`).join(', ')}
          </Outcome>
        ) : null}
        {sum.isWhole ? null : (
          <Outcome Icon={CircleCheck} look="text-success-text">
            <strong>Stays open:</strong> a partial refund closes nothing.
          </Outcome>
        )}
        <Outcome Icon={Banknote}>
          <strong>{formatMoney(sum.amount, purchase.currency)}</strong> goes back to where the payment came from.
        </Outcome>
        <Outcome Icon={Mail}>The member gets an email with the amount.</Outcome>
      </ul>
    </section>
  );
}

type OutcomeProps = { Icon: LucideIcon; look?: string; children: ReactNode };

function Outcome({ Icon, look = 'text-muted-foreground', children }: OutcomeProps) {
  return (
    <li className="flex gap-2.5 py-2.5">
      <Icon size={18} className={classes('mt-0.5 flex-none', look)} />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}
