import { TicketPercent } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { usePortalConfig } from '../../platform/config.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { paymentsOff } from '../catalogue/display.ts';

const load = () => import('./ValidateDialog.tsx');
const ValidateDialog = lazy(async () => ({ default: (await load()).ValidateDialog }));

/** The billing page's card for redeeming a code (BILL-02). */
export function PromoCodesCard() {
  const { payments } = usePortalConfig();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card>
      <h2>Promotional Codes</h2>
      <p className="mt-2 mb-4 text-sm text-muted-foreground">
        Bought the book? Its code opens free access or a lower price.
      </p>
      <Button
        variant="outline"
        isBlock
        unavailableReason={payments.publishableKey === null ? paymentsOff : undefined}
        onFocus={() => void load()}
        onPointerEnter={() => void load()}
        onClick={() => setIsOpen(true)}
      >
        <TicketPercent size={18} />
        Redeem Code
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ValidateDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </Card>
  );
}
