import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../../ui/button-classes.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { BlocksPart } from './BlocksPart.tsx';
import { GrantPart } from './GrantPart.tsx';
import { GrantsPart, PurchasesPart } from './HeldParts.tsx';
import { SubscriptionPart } from './SubscriptionPart.tsx';

type AccessManagerProps = { userId: number; name: string; onClose: () => void };

/** What a member may open and why, and what an administrator does about it (ADM-USER-08). */
export function AccessManager({ userId, name, onClose }: AccessManagerProps) {
  return (
    <Dialog
      isOpen
      size="large"
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Manage Access"
      description={name}
      footer={
        <Link to="/admin-dashboard/audit" search={{ person: name }} className={buttonClasses({ variant: 'outline' })}>
          Audit Log
        </Link>
      }
    >
      <div className="flex flex-col gap-7">
        <GrantPart userId={userId} />
        <GrantsPart userId={userId} />
        <PurchasesPart userId={userId} />
        <SubscriptionPart userId={userId} />
        <BlocksPart userId={userId} />
      </div>
    </Dialog>
  );
}
