import type { User } from '#contract/identity/accounts-admin.ts';
import { AccessList } from '#web/commerce/access/admin/AccessList.tsx';
import { BlocksPart, GrantPart, GrantsPart, PurchasesPart } from '#web/commerce/access/admin/MemberAccess.tsx';
import { Card } from '#web/ui/Card.tsx';

type PanelProps = { user: User };

/** Form that gives access, and list of the open and blocked resources with the reasons. */
export function AccessPanel({ user: { id, firstName } }: PanelProps) {
  return (
    <>
      <Card>
        <GrantPart userId={id} />
      </Card>
      <AccessList userId={id} firstName={firstName} />
    </>
  );
}

/** The member's live purchases, and the grants, including ended ones. */
export function PurchasesPanel({ user: { id } }: PanelProps) {
  return (
    <Card className="flex flex-col gap-7">
      <PurchasesPart userId={id} />
      <GrantsPart userId={id} />
    </Card>
  );
}

/** Resources of the member's subscription, and those blocked in it. */
export function SubscriptionPanel({ user: { id } }: PanelProps) {
  return (
    <Card>
      <BlocksPart userId={id} />
    </Card>
  );
}
