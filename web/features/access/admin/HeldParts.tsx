import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Grant } from '#contract/access-admin.ts';
import { formatMoney, moneyText, toMajor, toMinor } from '#contract/money.ts';
import type { MemberPurchase } from '#contract/purchases-admin.ts';
import { shortDate } from '../../../dates.ts';
import { today } from '../../../platform/clock.ts';
import { useSingleRun } from '../../../platform/single-run.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { RefundDialog } from '../../billing/admin/RefundDialog.tsx';
import { memberGrants, memberPurchases, useRefundPurchase, useRemovePurchase, useRevoke } from './api.ts';
import { grantStatus, lastDayText } from './display.ts';
import { Line, Lines, LoadedPart, Part } from './Part.tsx';

/** What administrators gave. */
export function GrantsPart({ userId }: { userId: number }) {
  const query = useQuery(memberGrants(userId));
  return (
    <Part title="Grants">
      <LoadedPart query={query} what="Grants">
        {(grants) => (
          <Lines none="Administrators have granted this member nothing.">
            {grants.map((grant) => (
              <GrantLine key={grant.id} grant={grant} />
            ))}
          </Lines>
        )}
      </LoadedPart>
    </Part>
  );
}

function GrantLine({ grant }: { grant: Grant }) {
  const revoking = useRevoke();
  const revoke = useSingleRun(() => revoking.mutateAsync(grant.id));
  const status = grantStatus(grant, today().getTime());
  const end = grant.expiresAt === null ? 'without end' : `until ${lastDayText(grant.expiresAt)}`;
  return (
    <Line
      title={grant.resource}
      badge={<Badge tone={status === 'Active' ? 'success' : 'neutral'}>{status}</Badge>}
      details={`${grant.reason} · given ${shortDate(grant.createdAt)}, ${end}`}
      action={
        grant.isActive ? (
          <Button variant="outline" size="small" isBusy={revoking.isPending} onClick={() => void revoke()}>
            Revoke<VisuallyHidden> {grant.resource}</VisuallyHidden>
          </Button>
        ) : null
      }
    />
  );
}

/** What the member bought. */
export function PurchasesPart({ userId }: { userId: number }) {
  const query = useQuery(memberPurchases(userId));
  return (
    <Part title="Purchases">
      <LoadedPart query={query} what="Purchases">
        {(purchases) => (
          <Lines none="This member has bought nothing.">
            {purchases.map((purchase) => (
              <PurchaseLine key={purchase.id} userId={userId} purchase={purchase} />
            ))}
          </Lines>
        )}
      </LoadedPart>
    </Part>
  );
}

function PurchaseLine({ userId, purchase }: { userId: number; purchase: MemberPurchase }) {
  const [asked, setAsked] = useState<'remove' | 'refund' | null>(null);
  const removing = useRemovePurchase(userId, () => setAsked(null));
  const remove = useSingleRun(() => removing.mutateAsync(purchase.id));
  const { resource, amount, currency, createdAt, stripePaymentIntentId, isGift, seats, refundedMinor, leftMinor } =
    purchase;
  const refunding = useRefundPurchase(userId, () => setAsked(null));
  const refunded = refundedMinor > 0 ? `, ${moneyText({ amountMinor: refundedMinor, currency })} of it refunded` : '';
  const badge = seats === null ? (isGift ? 'Gift' : null) : `${seats} seats`;
  return (
    <>
      <Line
        title={resource}
        badge={badge === null ? undefined : <Badge tone="neutral">{badge}</Badge>}
        details={`${formatMoney(amount, currency)}${refunded} · ${shortDate(createdAt)} · ${stripePaymentIntentId ?? 'paid by a promo code'}`}
        action={
          <div className="flex gap-2">
            {leftMinor > 0 ? (
              <Button variant="outline" size="small" onClick={() => setAsked('refund')}>
                Refund<VisuallyHidden> {resource}</VisuallyHidden>
              </Button>
            ) : null}
            <Button variant="outline" size="small" onClick={() => setAsked('remove')}>
              Remove<VisuallyHidden> {resource}</VisuallyHidden>
            </Button>
          </div>
        }
      />
      <ConfirmDialog
        isOpen={asked === 'remove'}
        isBusy={removing.isPending}
        onOpenChange={(isOpen) => setAsked(isOpen ? 'remove' : null)}
        title={`Remove the purchase of ${resource}?`}
        description="The purchase no longer gives access. Removing it does not refund it: use Refund for that."
        confirmLabel="Remove"
        onConfirm={() => void remove()}
      />
      {asked === 'refund' ? (
        <RefundDialog
          title={`Refund the purchase of ${resource}?`}
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
          onRefund={({ amount: refundAmount, ...rest }) =>
            refunding.mutateAsync({
              ...rest,
              purchaseId: purchase.id,
              amount: refundAmount === null ? null : toMinor(refundAmount, currency),
            })
          }
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  );
}
