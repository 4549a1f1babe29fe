import { TicketPercent } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/Button.tsx';

const load = () => import('./RedeemDialog.tsx');
const RedeemDialog = lazy(async () => ({ default: (await load()).RedeemDialog }));

/** The dashboard's button for a code, on the dark card (DASH-07). */
export function RedeemButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="on-brand"
        className="max-sm:w-full"
        onFocus={() => void load()}
        onPointerEnter={() => void load()}
        onClick={() => setIsOpen(true)}
      >
        <TicketPercent size={18} />
        Redeem Promo Code
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <RedeemDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
