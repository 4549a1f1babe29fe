import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { dialogNear, LazyPromoCodeDialog } from './lazy-promo-code-dialog.ts';

/** The button that opens the form of a new code. */
export function AddPromoCode() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...dialogNear} className="max-sm:flex-1" onClick={() => setIsOpen(true)}>
        <Plus size={18} />
        Create Promo Code
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <LazyPromoCodeDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
