import type { User } from '#contract/identity/accounts-admin.ts';
import { AccessList } from '../../../commerce/access/admin/AccessList.tsx';
import { BlocksPart, GrantPart, GrantsPart, PurchasesPart } from '../../../commerce/access/admin/MemberAccess.tsx';
import { Card } from '../../../ui/Card.tsx';

type PanelProps = { user: User };

/** Gives access, and shows what is open and why. */
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

/** What the member bought and was granted, also what has ended. */
export function PurchasesPanel({ user: { id } }: PanelProps) {
  return (
    <Card className="flex flex-col gap-7">
      <PurchasesPart userId={id} />
      <GrantsPart userId={id} />
    </Card>
  );
}

/** What the subscription opens, and what was taken out of it. */
export function SubscriptionPanel({ user: { id } }: PanelProps) {
  return (
    <Card>
      <BlocksPart userId={id} />
    </Card>
  );
}
