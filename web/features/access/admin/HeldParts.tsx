import { useQuery } from '@tanstack/react-query';
import type { Grant } from '#contract/access-admin.ts';
import { formatMoney, moneyText } from '#contract/money.ts';
import type { MemberPurchase } from '#contract/purchases-admin.ts';
import { shortDate } from '../../../dates.ts';
import { today } from '../../../platform/clock.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { memberGrants, memberPurchases } from './api.ts';
import { grantStatus, lastDayText } from './display.ts';
import { Line, Lines, LoadedPart, Part } from './Part.tsx';
import { PurchaseRefundButton } from './PurchaseRefund.tsx';
import { RemovePurchaseButton, RevokeButton } from './RowActions.tsx';

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
  const status = grantStatus(grant, today().getTime());
  const end = grant.expiresAt === null ? 'without end' : `until ${lastDayText(grant.expiresAt)}`;
  return (
    <Line
      title={grant.resource}
      badge={<Badge tone={status === 'Active' ? 'success' : 'neutral'}>{status}</Badge>}
      details={`${grant.reason} · given ${shortDate(grant.createdAt)}, ${end}`}
      action={grant.isActive ? <RevokeButton grantId={grant.id} title={grant.resource} /> : null}
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
  const { id, resource, amount, currency, createdAt, stripePaymentIntentId, isGift, seats, refundedMinor } = purchase;
  const refunded = refundedMinor > 0 ? `, ${moneyText({ amountMinor: refundedMinor, currency })} of it refunded` : '';
  const badge = seats === null ? (isGift ? 'Gift' : null) : `${seats} seats`;
  return (
    <Line
      title={resource}
      badge={badge === null ? undefined : <Badge tone="neutral">{badge}</Badge>}
      details={`${formatMoney(amount, currency)}${refunded} · ${shortDate(createdAt)} · ${stripePaymentIntentId ?? 'paid by a promo code'}`}
      action={
        <div className="flex gap-2">
          <PurchaseRefundButton userId={userId} purchase={purchase} />
          <RemovePurchaseButton userId={userId} purchaseId={id} title={resource} />
        </div>
      }
    />
  );
}
