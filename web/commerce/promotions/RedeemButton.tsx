import { TicketPercent } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Button } from '#web/ui/Button.tsx';

const redeemDialog = lazyDialog(async () => (await import('./RedeemDialog.tsx')).RedeemDialog);

/** Button for redeeming a code on the dashboard's dark card (DASH-07). */
export function RedeemButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="on-brand" {...redeemDialog.near} onClick={() => setIsOpen(true)}>
        <TicketPercent size={18} />
        Redeem Promo Code
      </Button>
      {isOpen ? <redeemDialog.Dialog onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
