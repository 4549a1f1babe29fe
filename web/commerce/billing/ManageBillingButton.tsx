import { ExternalLink } from 'lucide-react';
import { paymentsOff } from '../../catalogue/catalogue/display.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { useSingleRun } from '../../platform/single-run.ts';
import { Button } from '../../ui/Button.tsx';
import { useBillingPortal } from './subscription-api.ts';

/** Leads to the payment provider's own page: cards, plan, invoices (BILL-01). */
export function ManageBillingButton() {
  const { payments } = usePortalConfig();
  const opening = useBillingPortal();
  const open = useSingleRun(() => opening.mutateAsync());
  return (
    <Button
      variant="outline"
      isBusy={opening.isPending}
      unavailableReason={payments.publishableKey === null ? paymentsOff : undefined}
      onClick={() => void open()}
    >
      Manage Billing
      {opening.isPending ? null : <ExternalLink size={16} />}
    </Button>
  );
}
