import { useState } from 'react';
import type { OfferedCode } from '#contract/promotions.ts';
import { OfferStep } from './OfferStep.tsx';
import { TypeStep } from './TypeStep.tsx';

/** Redeems a code in two steps: what it gives, then the checkout (PROMO-01 to PROMO-06). */
export function ValidateDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [offer, setOffer] = useState<OfferedCode | null>(null);
  return offer ? (
    <OfferStep offer={offer} onChangeCode={() => setOffer(null)} onClose={onClose} />
  ) : (
    <TypeStep typed={typed} onType={setTyped} onValid={setOffer} onClose={onClose} />
  );
}
