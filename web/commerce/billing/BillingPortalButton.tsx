import type { LucideIcon } from 'lucide-react';
import { paymentsOff } from '#web/catalogue/catalogue/display.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { Button, type ButtonProps } from '#web/ui/Button.tsx';
import { useBillingPortal } from './subscription-api.ts';

type BillingPortalButtonProps = Pick<ButtonProps, 'isBlock' | 'className'> & { label: string; Icon?: LucideIcon };

/** Button that opens the payment provider's own page: cards, plan, invoices (BILL-01, BILL-06). */
export function BillingPortalButton({ label, Icon, ...look }: BillingPortalButtonProps) {
  const { payments } = usePortalConfig();
  const opening = useBillingPortal();
  return (
    <Button
      {...look}
      variant="outline"
      isBusy={opening.isPending}
      unavailableReason={payments.publishableKey === null ? paymentsOff : undefined}
      onClick={() => opening.mutate()}
    >
      {label}
      {Icon && !opening.isPending ? <Icon size={16} /> : null}
    </Button>
  );
}
