import { paths } from '../../../paths.ts';
import { useAddressState } from '../../../platform/address-state.ts';
import { promoQueryOf, readPromoState } from './address.ts';
import { PromoCodes } from './PromoCodes.tsx';
import { UsageLogs } from './UsageLogs.tsx';

/** The administrator's promo codes and, behind a button, who redeemed them (ADM-PROMO-01, ADM-PROMO-02). */
export function PromoCodesPanel() {
  const [state, change] = useAddressState({
    read: readPromoState,
    addressOf: (next) => paths.admin(promoQueryOf(next)),
  });
  const Part = state.isLogs ? UsageLogs : PromoCodes;
  return <Part state={state} onChange={change} />;
}
