import { TicketPercent } from 'lucide-react';
import { useState } from 'react';
import { paymentsOff } from '#web/catalogue/catalogue/display.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';

const validateDialog = lazyDialog(async () => (await import('./ValidateDialog.tsx')).ValidateDialog);

/** Card for redeeming a code on the billing page (BILL-02). */
export function PromoCodesCard() {
  const { payments } = usePortalConfig();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card>
      <h2>Promotional Codes</h2>
      <p className="mt-2 mb-4 text-sm text-muted-foreground">
        Bought the book? Its code gives free access or a lower price.
      </p>
      <Button
        variant="outline"
        isBlock
        unavailableReason={payments.publishableKey === null ? paymentsOff : undefined}
        {...validateDialog.near}
        onClick={() => setIsOpen(true)}
      >
        <TicketPercent size={18} />
        Redeem Code
      </Button>
      {isOpen ? <validateDialog.Dialog onClose={() => setIsOpen(false)} /> : null}
    </Card>
  );
}
