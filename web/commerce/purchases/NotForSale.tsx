import { Link } from '@tanstack/react-router';
import { Tag } from 'lucide-react';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { EmptyArt } from '#web/ui/ShapeArt.tsx';
import { StatePanel } from '#web/ui/StatePanel.tsx';

/** Panel of a payment page whose resource does not exist for the member (CHECKOUT-03). */
export function UnknownResource() {
  return (
    <StatePanel
      headingLevel={1}
      title="Resource not found"
      icon={<EmptyArt className="mb-3" />}
      actions={
        <Link to="/browse" className={buttonClasses({})}>
          Browse Resources
        </Link>
      }
    >
      <p>It does not exist or has been removed. Nothing has been charged.</p>
    </StatePanel>
  );
}

type NotForSalePanelProps = {
  id: number;
  title: string;
  reason: string;
};

/** Panel for a resource that cannot be paid for on this page, for example because it is free or a draft. */
export function NotForSalePanel({ id, title, reason }: NotForSalePanelProps) {
  return (
    <StatePanel
      headingLevel={1}
      title="Nothing to pay here"
      icon={<Tag size={32} className="text-muted-foreground" />}
      actions={
        <Link to="/resource/$id" params={{ id: String(id) }} className={buttonClasses({})}>
          View Resource
        </Link>
      }
    >
      <p>{title}</p>
      <p>{reason}</p>
    </StatePanel>
  );
}
