import type { OfferedCode } from '#contract/promotions.ts';
import { useSingleRun } from '../../platform/single-run.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { ConsentNote } from '../purchases/ConsentNote.tsx';
import { useCheckout } from './api.ts';
import { offerLines, offerTerms } from './display.ts';

type OfferStepProps = { offer: OfferedCode; onChangeCode: () => void; onClose: () => void };

/** The second step: what the code gives, before the checkout (PROMO-04, PROMO-06). */
export function OfferStep({ offer, onChangeCode, onClose }: OfferStepProps) {
  const opening = useCheckout();
  const proceed = useSingleRun(() => opening.mutateAsync(offer.id));
  // The browser is on its way to the checkout; until it has left, nothing here can be pressed again.
  const isBusy = opening.isPending || opening.isSuccess;
  return (
    <Dialog
      isOpen
      isBusy={isBusy}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Redeem promo code"
      description="Your code is valid. Check what it gives you."
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={onChangeCode}>
            Change Code
          </Button>
          <Button isBusy={isBusy} onClick={() => void proceed()}>
            Proceed to Checkout
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {offer.description ? <p className="text-sm wrap-anywhere">{offer.description}</p> : null}
        <Facts
          isBoxed
          facts={offerLines(offer).map(({ label, value }) => ({
            label,
            value: <Value value={value} isCode={label === 'Code'} />,
          }))}
        />
        <p className="text-xs text-muted-foreground">{offerTerms(offer)}</p>
        <ConsentNote kind="promotion" />
      </div>
    </Dialog>
  );
}

function Value({ value, isCode }: { value: string | readonly string[]; isCode: boolean }) {
  if (typeof value === 'string') return isCode ? <span className="font-mono">{value}</span> : value;
  return value.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ));
}
