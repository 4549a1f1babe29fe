import { useNavigate } from '@tanstack/react-router';
import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Price } from '#web/ui/Price.tsx';
import { paymentsOff, shownPrice } from './display.ts';

/** Dialog that shows the price before the checkout (DASH-06). */
export function PurchaseDialog({ resource, onClose }: { resource: ResourceSummary; onClose: () => void }) {
  const { currency, payments } = usePortalConfig();
  const navigate = useNavigate();
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`Purchase “${resource.title}”`}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            unavailableReason={payments.publishableKey === null ? paymentsOff : undefined}
            onClick={() => void navigate({ to: '/checkout/$resourceId', params: { resourceId: String(resource.id) } })}
          >
            Continue to Checkout
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2">
        <Price {...shownPrice(resource)} currency={currency} size="large" />
        <p className="text-muted-foreground">One payment gives you permanent access to this resource.</p>
        {payments.publishableKey === null ? <p className="text-sm text-destructive">{paymentsOff}</p> : null}
      </div>
    </Dialog>
  );
}
